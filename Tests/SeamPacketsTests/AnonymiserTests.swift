import SeamBytes
import Testing

@testable import SeamPackets

@Suite("Anonymised packets")
struct AnonymiserTests {
    private static let client = Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: 40_000)
    private static let server = Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9999)

    private func packet(
        _ payload: String = "hello",
        linkType: LinkType = .ethernet,
        options: [UInt8] = []
    ) throws -> [UInt8] {
        let header = TCPHeader(from: Self.client, to: Self.server, flags: [.psh, .ack], options: options)
        return try PacketTemplate(header, payload: Array(payload.utf8), linkType: linkType).bytes()
    }

    private func anonymised(_ packets: [[UInt8]], _ linkType: LinkType = .ethernet) throws -> [[UInt8]] {
        var anonymiser = Anonymiser()
        for packet in packets {
            try anonymiser.survey(packet.rawSpan, originalLength: packet.count, linkType: linkType)
        }
        return try packets.map { packet in
            try anonymiser.replacing(packet.rawSpan, originalLength: packet.count, linkType: linkType)
        }
    }

    @Test("no replacement is a host that only another packet names, be that no TCP")
    func avoids() throws {
        // A datagram of UDP from 198.18.0.1 to 198.18.0.2.
        let header: [UInt8] = [0x45, 0, 0, 28, 0, 0, 0, 0, 64, 17, 0, 0, 198, 18, 0, 1, 198, 18, 0, 2]
        let datagram = header + [0, 53, 0, 53, 0, 8, 0, 0]
        var everybody = Anonymiser()
        everybody.note(datagram.rawSpan, originalLength: datagram.count, linkType: .raw)
        #expect(everybody.hosts == [IPAddress(ipv4: 0xC612_0001), IPAddress(ipv4: 0xC612_0002)])
        let packet = try packet(linkType: .raw)
        var anonymiser = Anonymiser()
        try anonymiser.survey(packet.rawSpan, originalLength: packet.count, linkType: .raw)
        anonymiser.avoid(everybody)
        let other = try anonymiser.replacing(packet.rawSpan, originalLength: packet.count, linkType: .raw)
        #expect(other[12..<20] == [198, 18, 0, 3, 198, 18, 0, 4])
    }

    /// The sum of a TCP packet over IPv4 with its pseudo header, without Ethernet: 0xFFFF when the checksum is right.
    private func sum(_ packet: [UInt8], ipv4At start: Int) -> UInt16 {
        var checksum = InternetChecksum()
        checksum.add(packet[(start + 12)..<(start + 20)])
        checksum.add(6)
        checksum.add(UInt32(packet.count - start - 20))
        checksum.add(packet[(start + 20)...])
        return ~checksum.value
    }

    private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        (0...(bytes.count - part.count)).contains { bytes[$0..<($0 + part.count)].elementsEqual(part) }
    }

    @Test("cards, hosts and ports are others, the same ones for the same ones, and the checksums are right")
    func plain() throws {
        let reply = TCPHeader(from: Self.server, to: Self.client, flags: .ack)
        let packets = try [packet(), PacketTemplate(reply, linkType: .ethernet).bytes()]
        let new = try anonymised(packets)
        let first = try #require(parse(new[0], .ethernet).packet)
        let second = try #require(parse(new[1], .ethernet).packet)
        #expect(first.source == second.destination)
        #expect(first.destination == second.source)
        #expect(first.source.address == IPAddress(ipv4: 0xC612_0001))
        // 9999 and 40000 in their order: the lower port is still the server's.
        #expect((first.source.port, first.destination.port) == (10_001, 10_000))
        for packet in new {
            for original: [UInt8] in [[10, 0, 0, 1], [10, 0, 0, 2]] { #expect(!holds(packet, original)) }
            #expect(sum(packet, ipv4At: 14) == 0xFFFF)
            var header = InternetChecksum()
            header.add(packet[14..<34])
            #expect(header.value == 0)
        }
        #expect(Array(new[0].suffix(5)) == Array("hello".utf8))
    }

    @Test("a checksum that was wrong stays wrong by as much")
    func wrongChecksum() throws {
        var bytes = try packet()
        bytes[14 + 20 + 17] ^= 0x01
        let new = try anonymised([bytes])
        #expect(sum(new[0], ipv4At: 14) == sum(bytes, ipv4At: 14))
        #expect(sum(bytes, ipv4At: 14) != 0xFFFF)
    }

    @Test("a packet that the snap length cut is anonymised as far as it goes", arguments: [34, 38, 40, 54])
    func truncated(count: Int) throws {
        let whole = try packet()
        let bytes = Array(whole.prefix(count))
        var anonymiser = Anonymiser()
        try anonymiser.survey(bytes.rawSpan, originalLength: whole.count, linkType: .ethernet)
        let new = try anonymiser.replacing(bytes.rawSpan, originalLength: whole.count, linkType: .ethernet)
        #expect(new.count == count)
        #expect(!holds(new, [10, 0, 0, 1]))
    }

    @Test(
        "inside a tunnel everything is replaced as outside; the port of the tunnel stays, and UDP's checksum is right"
    )
    func tunnel() throws {
        let inner = try packet()
        var udp = ByteWriter()
        UDPHeader(source: 5555, destination: 4789).emit(payloadLength: 8 + inner.count, into: &udp)
        udp.write([0x08, 0, 0, 0, 0, 0, 42, 0])
        udp.write(inner)
        var writer = ByteWriter()
        Ethernet.emit(
            to: MACAddress(rawValue: 0x0200_0A00_0001),
            from: MACAddress(rawValue: 0x0011_2233_4455),
            type: .ipv4,
            into: &writer
        )
        IPv4Header(
            source: Self.client.address,
            destination: IPAddress(ipv4: 0xC000_0202),
            protocolNumber: .udp
        )
        .emit(payloadLength: udp.count, into: &writer)
        writer.write(udp.bytes)
        var bytes = writer.bytes
        // UDP's checksum over the pseudo header and all of the tunnel.
        var checksum = InternetChecksum()
        checksum.add(bytes[26..<34])
        checksum.add(17)
        checksum.add(UInt32(udp.count))
        checksum.add(bytes[34...])
        bytes[40] = UInt8(checksum.value >> 8)
        bytes[41] = UInt8(checksum.value & 0xFF)

        let new = try anonymised([bytes])[0]
        #expect(Array(new[36..<38]) == [0x12, 0xB5])
        // The host outside is the one inside: the client.
        #expect(Array(new[26..<30]) == Array(new[76..<80]))
        for original: [UInt8] in [[10, 0, 0, 1], [10, 0, 0, 2], [192, 0, 2, 2], [0x00, 0x11, 0x22, 0x33]] {
            #expect(!holds(new, original))
        }
        var after = InternetChecksum()
        after.add(new[26..<34])
        after.add(17)
        after.add(UInt32(udp.count))
        after.add(new[34...])
        #expect(after.value == 0)
        #expect(sum(Array(new[50...]), ipv4At: 14) == 0xFFFF)
    }

    @Test("a replacement is never one of the originals")
    func noOriginal() throws {
        // The first replacement would be 198.18.0.1, which is a host here.
        let other = Endpoint(address: IPAddress(ipv4: 0xC612_0001), port: 1)
        let header = TCPHeader(from: other, to: Self.server)
        let new = try anonymised([try PacketTemplate(header, linkType: .ethernet).bytes()])[0]
        #expect(!holds(new, [198, 18, 0, 1]))
        #expect(holds(new, [198, 18, 0, 2]))
    }

    @Test("IPv6 hosts become those for documentation, and the checksum is right")
    func ipv6() throws {
        let new = try anonymised([bytes(Samples.ipv6)], .ipv6)[0]
        let packet = try #require(parse(new, .ipv6).packet)
        // 2001:db8::1 and ::2 are the originals here.
        #expect(packet.source.address == IPAddress(high: 0x2001_0DB8_0000_0000, low: 3))
        var checksum = InternetChecksum()
        checksum.add(new[8..<40])
        checksum.add(6)
        checksum.add(UInt32(new.count - 40))
        checksum.add(new[40...])
        #expect(checksum.value == 0)
    }

    @Test("options that may hold addresses are blanked, those that a stream needs stay")
    func options() throws {
        // MSS 1460; MPTCP ADD_ADDR of 10.0.0.9 (RFC 8684 §3.4.1), 8 bytes.
        let options: [UInt8] = [2, 4, 0x05, 0xB4, 30, 8, 0x30, 1, 10, 0, 0, 9]
        let new = try anonymised([try packet(options: options)])[0]
        #expect(holds(new, [2, 4, 0x05, 0xB4, 1, 1, 1, 1, 1, 1, 1, 1]))
        #expect(sum(new, ipv4At: 14) == 0xFFFF)
    }

    @Test("what follows the TCP packet is blanked")
    func trailer() throws {
        let bytes = try packet("") + Array("leaked".utf8)
        #expect(Array(try anonymised([bytes])[0].suffix(6)) == [0, 0, 0, 0, 0, 0])
    }

    @Test("a packet that is not TCP is refused")
    func notTCP() throws {
        var bytes = try packet()
        bytes[14 + 9] = 17
        var anonymiser = Anonymiser()
        #expect(throws: PacketIssue.self) {
            try anonymiser.survey(bytes.rawSpan, originalLength: bytes.count, linkType: .ethernet)
        }
    }

    @Test("any bytes are anonymised or refused, never a crash")
    func hostile() throws {
        var state: UInt64 = 1
        for sample in [bytes(Samples.ipv4), bytes(Samples.ipv6), bytes(Samples.syn), bytes(Samples.sack)] {
            for _ in 0..<300 {
                var packet = sample
                for _ in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    packet[Int(state >> 33) % packet.count] = UInt8(truncatingIfNeeded: state >> 56)
                }
                var anonymiser = Anonymiser()
                try? anonymiser.survey(packet.rawSpan, originalLength: packet.count, linkType: .raw)
                let new = try? anonymiser.replacing(
                    packet.rawSpan,
                    originalLength: packet.count,
                    linkType: .raw
                )
                #expect(new == nil || new?.count == packet.count)
            }
        }
    }
}
