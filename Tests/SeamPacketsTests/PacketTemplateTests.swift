import SeamBytes
import SeamPackets
import Testing

@Suite struct PacketTemplateTests {
    private func template(_ source: String, _ destination: String) throws -> PacketTemplate {
        let header = TCPHeader(
            from: try #require(Endpoint(source)),
            to: try #require(Endpoint(destination)),
            flags: [.psh, .ack],
            sequence: 1000,
            acknowledgment: 2000,
            window: 501
        )
        return PacketTemplate(header, payload: Array("hello".utf8), identification: 0x1234)
    }

    @Test(
        "IPv4 packets have the bytes of the samples in every link type",
        arguments: [
            (LinkType.ethernet, [], "02000a000002 02000a000001 0800"),
            (.ethernet, [VLANTag(control: 0x6007)], "02000a000002 02000a000001 81006007 0800"),
            (
                .ethernet, [VLANTag(type: .serviceVLAN, control: 100), VLANTag(control: 200)],
                "02000a000002 02000a000001 88a80064 810000c8 0800"
            ),
            (.linuxSLL, [], "0004 0001 0006 02000a0000010000 0800"),
            (.linuxSLL, [VLANTag(control: 7)], "0004 0001 0006 02000a0000010000 8100 0007 0800"),
            (.linuxSLL2, [], "0800 0000 00000001 0001 04 06 02000a0000010000"),
            (.null, [], "02000000"),
            (.loop, [], "00000002"),
            (.raw, [], ""),
            (.ipv4, [], ""),
        ] as [(LinkType, [VLANTag], String)]
    )
    func ipv4(type: LinkType, tags: [VLANTag], header: String) throws {
        var template = try template("10.0.0.1:40000", "10.0.0.2:9999")
        template.linkType = type
        template.vlanTags = tags
        #expect(try template.bytes() == bytes(header + Samples.ipv4))
    }

    @Test(
        "IPv6 packets have the bytes of the samples in every link type",
        arguments: [
            (LinkType.ethernet, "020000000002 020000000001 86dd"),
            (.linuxSLL, "0004 0001 0006 0200000000010000 86dd"),
            (.linuxSLL2, "86dd 0000 00000001 0001 04 06 0200000000010000"),
            (.null, "1e000000"),
            (.loop, "0000001e"),
            (.raw, ""),
            (.ipv6, ""),
        ]
    )
    func ipv6(type: LinkType, header: String) throws {
        var template = try template("[2001:db8::1]:40000", "[2001:db8::2]:9999")
        template.linkType = type
        #expect(try template.bytes() == bytes(header + Samples.ipv6))
    }

    @Test("TCP options and their checksum come out as in the sample")
    func options() throws {
        var template = try template("10.0.0.1:40000", "10.0.0.2:9999")
        template.linkType = .raw
        template.payload = []
        template.tcp.flags = .syn
        template.tcp.sequence = 999
        template.tcp.acknowledgment = 0
        template.tcp.window = 64_240
        var options = TCPOptions()
        options.maximumSegmentSize = 1460
        options.sackPermitted = true
        options.timestamps = TCPOptions.Timestamps(value: 100, echo: 0)
        options.windowScale = 7
        template.tcp.options = options.bytes
        #expect(try template.bytes() == bytes(Samples.syn))
    }

    @Test("a payload that no length field can say is written without a length, and read back")
    func bigTCP() throws {
        for (source, destination) in [("10.0.0.1:1", "10.0.0.2:2"), ("[::1]:1", "[::2]:2")] {
            var template = try template(source, destination)
            template.payload = [UInt8](repeating: 0x41, count: 100_000)
            let packet = try #require(parse(try template.bytes(), .ethernet).packet)
            #expect(packet.payloadLength == 100_000)
            #expect(packet.payload.count == 100_000)
        }
    }

    @Test("what cannot be made is an error, and nothing is written")
    func errors() throws {
        let good = try template("10.0.0.1:40000", "10.0.0.2:9999")
        let six = try #require(Endpoint("[::1]:1"))
        func error(_ change: (inout PacketTemplate) -> Void) -> PacketTemplateError? {
            var template = good
            change(&template)
            var writer = ByteWriter()
            do throws(PacketTemplateError) {
                try template.emit(into: &writer)
                return nil
            } catch {
                #expect(writer.count == 0)
                return error
            }
        }
        #expect(error { $0.tcp.destination = six } == .mixedFamilies)
        #expect(error { $0.tcp.options = [UInt8](repeating: 1, count: 41) } == .optionsTooLong(41))
        #expect(
            error { $0.linkType = LinkType(rawValue: 147) } == .unsupportedLinkType(LinkType(rawValue: 147))
        )
        #expect(error { $0.linkType = .ipv6 } == .familyNotOfLinkType(.ipv6))
        let tags = [VLANTag(control: 1)]
        #expect(error { ($0.linkType, $0.vlanTags) = (.null, tags) } == .tagsNotOfLinkType(.null))
        #expect(error { $0.linkType = .raw } == nil)
    }
}
