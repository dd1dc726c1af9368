import SeamBytes
import Testing

@testable import SeamPackets

@Suite struct RoundTripTests {
    private static let linkTypes: [LinkType] = [
        .ethernet, .linuxSLL, .linuxSLL2, .null, .loop, .raw, .ppp, .pppSerial, .pppEther, .ciscoHDLC, .wlan,
        .radiotap, .ppi, .nflog, LinkType(rawValue: 219),
    ]

    private func template(_ random: inout SeededGenerator) -> PacketTemplate {
        let isIPv4 = Bool.random(using: &random)
        func endpoint(_ random: inout SeededGenerator) -> Endpoint {
            let address =
                isIPv4
                ? IPAddress(ipv4: UInt32(random.next() >> 32))
                : IPAddress(high: random.next() | 1, low: random.next())
            return Endpoint(address: address, port: UInt16(random.next() >> 48))
        }
        let header = TCPHeader(
            from: endpoint(&random),
            to: endpoint(&random),
            flags: TCPFlags(rawValue: UInt16(random.next() >> 52)),
            sequence: UInt32(random.next() >> 32),
            acknowledgment: UInt32(random.next() >> 32),
            window: UInt16(random.next() >> 48),
            urgentPointer: UInt16(random.next() >> 48),
            options: options(&random).bytes
        )
        var template = PacketTemplate(header)
        template.payload = (0..<Int.random(in: 0...200, using: &random)).map { UInt8($0) }
        template.linkType = Self.linkTypes[Int.random(in: 0..<Self.linkTypes.count, using: &random)]
        if [.ethernet, .linuxSLL, .linuxSLL2].contains(template.linkType) {
            let types: [EtherType] = [.vlan, .serviceVLAN, .oldServiceVLAN]
            template.vlanTags = (0..<Int.random(in: 0...3, using: &random)).map {
                VLANTag(type: types[$0], control: UInt16(random.next() >> 48))
            }
        }
        template.timeToLive = UInt8(random.next() >> 56)
        template.identification = UInt16(random.next() >> 48)
        return template
    }

    private func options(_ random: inout SeededGenerator) -> TCPOptions {
        var options = TCPOptions()
        if Bool.random(using: &random) { options.maximumSegmentSize = UInt16(random.next() >> 48) }
        if Bool.random(using: &random) { options.windowScale = UInt8.random(in: 0...14, using: &random) }
        options.sackPermitted = Bool.random(using: &random)
        if Bool.random(using: &random) {
            options.timestamps = .init(value: UInt32(random.next() >> 32), echo: UInt32(random.next() >> 32))
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) where options.bytes.count <= 24 {
            options.sackBlocks.append(
                SACKBlock(start: UInt32(random.next() >> 32), end: UInt32(random.next() >> 32))
            )
        }
        return options
    }

    @Test("what was emitted is parsed, in every link type, version and choice of options")
    func packets() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let template = template(&random)
            let made = try template.bytes()
            let packet = try #require(parse(made, template.linkType).packet)
            let header = template.tcp
            #expect(packet.source == header.source && packet.destination == header.destination)
            #expect(packet.sequence == header.sequence && packet.acknowledgment == header.acknowledgment)
            #expect(packet.flags == header.flags && packet.window == header.window)
            #expect(packet.urgentPointer == header.urgentPointer && packet.timeToLive == template.timeToLive)
            #expect(packet.identification == (header.source.address.isIPv4 ? template.identification : nil))
            #expect(Array(made[packet.payload]) == template.payload)
            #expect(packet.payloadLength == template.payload.count)
            #expect(Array(made[packet.options]) == header.options)
        }
    }

    @Test("options are read as they were written")
    func tcpOptions() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let options = options(&random)
            let raw = options.bytes
            #expect(raw.count % 4 == 0 && raw.count <= 40)
            #expect(unsafe TCPOptions(raw.span.bytes) == options)
        }
    }

    @Test("IPv6 extension headers of any length are passed as they were written")
    func extensions() throws {
        let ends = Samples.segmentV6(behind: 0)
        let stops = (1...3).map { IPAddress(high: 0xFE80 << 48, low: UInt64($0)) }
        for length in 0...20 {
            var headers = ByteWriter()
            IPv6Options.emit(
                next: .ipv6Routing,
                options: [UInt8](repeating: 0, count: length),
                into: &headers
            )
            let route = stops + [ends.destination.address]
            IPv6Routing.emit(next: .ipv6Fragment, type: 0, segmentsLeft: 2, addresses: route, into: &headers)
            IPv6Fragment.emit(
                next: .authentication,
                offset: 0,
                hasMore: false,
                identification: 7,
                into: &headers
            )
            AuthenticationHeader.emit(
                next: .destinationOptions,
                securityParameters: 1,
                sequence: 2,
                valueLength: 4 * length,
                into: &headers
            )
            IPv6Options.emit(next: .tcp, into: &headers)
            let ip = IPv6Header(
                source: ends.source.address,
                destination: stops[0],
                nextHeader: .hopByHopOptions
            )
            var writer = ByteWriter()
            ip.emit(payloadLength: headers.count + 25, into: &writer)
            writer.write(headers.bytes)
            writer.write(bytes(Samples.tcpOverIPv6))
            #expect(parse(writer.bytes).packet == Samples.segmentV6(behind: 40 + headers.count))
        }
    }

    @Test("an IPv4 fragment is read as it was written, options before it")
    func fragment() {
        var header = IPv4Header(
            source: IPAddress(ipv4: 1),
            destination: IPAddress(ipv4: 2),
            protocolNumber: .tcp,
            identification: 77
        )
        header.mustNotFragment = false
        header.hasMore = true
        header.fragmentOffset = 65_528
        header.options = [1, 1, 1, 1, 1]
        var writer = ByteWriter()
        header.emit(payloadLength: 8, into: &writer)
        writer.write([UInt8](repeating: 9, count: 8))
        let expected = IPFragment(
            source: header.source,
            destination: header.destination,
            identification: 77,
            protocolNumber: .tcp,
            hasMore: true,
            offset: 65_528,
            payload: 28..<36,
            payloadLength: 8,
            timeToLive: 64
        )
        #expect(parse(writer.bytes).issue == .fragment(expected))
    }

    @Test("LLC with SNAP is read as it was written, in a frame with a length")
    func snap() {
        var writer = ByteWriter()
        let card = MACAddress(rawValue: 0x0200_0000_0001)
        Ethernet.emit(to: card, from: card, payloadLength: 8 + 45, into: &writer)
        LLC.emit(type: .ipv4, into: &writer)
        writer.write(bytes(Samples.ipv4) + [0, 0, 0])
        #expect(parse(writer.bytes, .ethernet).packet == Samples.segment(behind: 22))
    }
}
