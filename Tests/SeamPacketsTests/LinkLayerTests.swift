import SeamPackets
import Testing

@Suite struct LinkLayerTests {
    private static let hardware = "02000a000002 02000a000001"

    @Test(
        "Ethernet, its tags and its older forms lead to IPv4",
        arguments: [
            hardware + "0800",
            hardware + "81006007 0800",
            hardware + "88a80064 810000c8 0800",
            hardware + "91000064 810000c8 0800",
            hardware + "81000001 81000002 88a80003 91000004 0800",
            // IEEE 802.3: a length, then LLC with SNAP, or the SAP of IP. 0x35 and 0x30 are the lengths.
            hardware + "0035 aaaa03 000000 0800",
            hardware + "0035 aaaa03 0000f8 0800",
            hardware + "0030 060603",
            hardware + "81000001 0035 aaaa03 000000 0800",
        ]
    )
    func ethernet(header: String) {
        #expect(
            parse(header + Samples.ipv4, .ethernet).packet == Samples.segment(behind: bytes(header).count)
        )
    }

    @Test(
        "other link types lead to IPv4",
        arguments: [
            (LinkType.linuxSLL, "0004 0001 0006 02000a0000010000 0800"),
            (.linuxSLL, "0004 0001 0006 02000a0000010000 8100 0007 0800"),
            (.linuxSLL, "0000 0001 0006 02000a0000010000 0004 aaaa03 000000 0800"),
            (.linuxSLL2, "0800 0000 00000001 0001 04 06 02000a0000010000"),
            (.null, "02000000"),
            (.null, "00000002"),
            (.loop, "00000002"),
            (.loop, "02000000"),
            (.raw, ""),
            (LinkType(rawValue: 12), ""),
            (LinkType(rawValue: 14), ""),
            (.ipv4, ""),
        ]
    )
    func toIPv4(type: LinkType, header: String) {
        #expect(parse(header + Samples.ipv4, type).packet == Samples.segment(behind: bytes(header).count))
    }

    @Test(
        "every link type leads to IPv6; loopback by the family of four systems in either order",
        arguments: [
            (LinkType.ethernet, "020000000002 020000000001 86dd"),
            (.linuxSLL, "0000 0304 0006 0000000000000000 86dd"),
            (.linuxSLL2, "86dd 0000 00000001 0001 04 06 02000a0000010000"),
            (.null, "0a000000"), (.null, "0000000a"), (.null, "18000000"), (.null, "00000018"),
            (.null, "1c000000"), (.null, "0000001c"), (.null, "1e000000"), (.null, "0000001e"),
            (.raw, ""),
            (.ipv6, ""),
        ]
    )
    func toIPv6(type: LinkType, header: String) {
        let offset = bytes(header).count + 40
        #expect(parse(header + Samples.ipv6, type).packet == Samples.segmentV6(behind: offset))
    }

    @Test(
        "what carries no IP says what it carries",
        arguments: [
            (LinkType.ethernet, hardware + "0806", PacketIssue.notIP(.ethernet, 0x0806)),
            (.ethernet, hardware + "81000007 88cc", .notIP(.vlan, 0x88CC)),
            (.ethernet, hardware + "0026 424203", .notIP(.llc, 0x4242)),
            (.ethernet, hardware + "0026 aaaa03 00000c 2000", .notIP(.llc, 0x0C)),
            (.ethernet, hardware + "0026 aaaa03 000000 0806", .notIP(.llc, 0x0806)),
            (.linuxSLL, "0004 0338 0006 02000a0000010000 0800", .notIP(.linuxSLL, 0x0800)),
            (.linuxSLL2, "0806 0000 00000001 0001 04 06 02000a0000010000", .notIP(.linuxSLL2, 0x0806)),
            (.null, "07000000", .notIP(.loopback, 0x0700_0000)),
            (.raw, "50", .badVersion(.rawIP, 5)),
            (.ipv4, "60", .badVersion(.ipv4, 6)),
            (.ipv6, "45", .badVersion(.ipv6, 4)),
        ]
    )
    func notIP(type: LinkType, header: String, issue: PacketIssue) {
        #expect(parse(bytes(header) + [UInt8](repeating: 0, count: 60), type).issue == issue)
    }

    @Test("a link type that is not read is named")
    func unsupported() throws {
        let issue = try #require(parse(Samples.ipv4, LinkType(rawValue: 147)).issue)
        #expect(issue == .unsupportedLinkType(LinkType(rawValue: 147)))
        #expect(issue.description == "link type USER0 (147) is not supported")
        #expect(LinkType.ethernet.name == "EN10MB")
        #expect(LinkType(rawValue: 9999).name == "DLT 9999")
        #expect(LinkType(rawValue: 253).name == "NETLINK")
        #expect(!LinkType(rawValue: 147).isSupported)
    }

    @Test("padding behind IP is no payload")
    func trailer() throws {
        // An ACK without data, padded to the 60 bytes that Ethernet asks for.
        let frame =
            Self.hardware
            + "0800 45000028123440004006149a0a0000010a0000029c40270f000003e8000007d0501001f5cad50000"
        let packet = try #require(parse(frame + "000000000000", .ethernet).packet)
        #expect(packet.payload.isEmpty)
        #expect(packet.payloadLength == 0)
        #expect(packet.flags == .ack)
    }

    @Test("the length of IEEE 802.3 cuts what IP claims beyond it")
    func shortLength() throws {
        let packet = try #require(
            parse(Self.hardware + "0033 aaaa03 000000 0800" + Samples.ipv4, .ethernet).packet
        )
        #expect(packet.payloadLength == 3)
        #expect(packet.payload.count == 3)
    }
}
