import SeamPackets
import Testing

/// Packets built by an independent script; tshark 4.0 reads the same TCP behind each of these headers.
@Suite struct LinkTunnelTests {
    private static let stations = "02000a000002 02000a000001 02000a000003"
    private static let snap = "aaaa03 000000 0800"

    @Test(
        "PPP, with its fields whole or compressed, and Cisco's HDLC in the same link types",
        arguments: [
            (LinkType.ppp, "ff03 0021", "ppp/ipv4"),
            (.ppp, "0021", "ppp/ipv4"),
            (.ppp, "21", "ppp/ipv4"),
            (.ppp, "ff03 21", "ppp/ipv4"),
            (.ppp, "ff03 0281 00064140", "ppp/mpls/ipv4"),
            (.pppSerial, "ff03 0021", "ppp/ipv4"),
            (.pppSerial, "0f00 0800", "ppp/cisco-hdlc/ipv4"),
            (.pppEther, "1100 0001 002f 0021", "pppoe/ppp/ipv4"),
            (.ethernet, "02000a000002 02000a000001 8864 1100 0001 002f 0021", "ethernet/pppoe/ppp/ipv4"),
            (.ciscoHDLC, "0f00 0800", "cisco-hdlc/ipv4"),
            (.ciscoHDLC, "0f00 8847 00064140", "cisco-hdlc/mpls/ipv4"),
            (
                .linuxSLL, "0004 0001 0006 02000a0000010000 8100 0007 8864 1100 0001 002f 0021",
                "linux-sll/vlan/pppoe/ppp/ipv4"
            ),
            (.linuxSLL2, "8847 0000 00000001 0001 04 06 02000a0000010000 00064140", "linux-sll2/mpls/ipv4"),
        ]
    )
    func pointToPoint(type: LinkType, header: String, path: String) {
        expectIPv4(behind: header, type, path)
    }

    @Test("the length of PPPoE cuts the padding of Ethernet, and what IP claims beyond it")
    func lengthOfPPPoE() throws {
        let header = "02000a000002 02000a000001 8864 1100 0001 "
        let whole = try #require(parse(header + "002f 0021" + Samples.ipv4 + "000000", .ethernet).packet)
        #expect(whole.payloadLength == 5)
        let cut = try #require(parse(header + "002d 0021" + Samples.ipv4, .ethernet).packet)
        #expect(cut.payloadLength == 3)
    }

    @Test(
        "a data frame of a wireless LAN, by the fields it has",
        arguments: [
            // Frame control and duration, addresses, sequence; between access points a fourth address; QoS; HT.
            (LinkType.wlan, "0801 0000 \(stations) 1000", "802.11/llc/ipv4"),
            (.wlan, "8802 0000 \(stations) 1000 0000", "802.11/llc/ipv4"),
            (.wlan, "8882 0000 \(stations) 1000 0000 00000000", "802.11/llc/ipv4"),
            (.wlan, "0803 0000 \(stations) 1000 02000a000004", "802.11/llc/ipv4"),
            (.wlan, "8803 0000 \(stations) 1000 02000a000004 0000", "802.11/llc/ipv4"),
            (.radiotap, "00000800 00000000 0801 0000 \(stations) 1000", "radiotap/802.11/llc/ipv4"),
            // A time of 8 bytes and flags that say: 2 bytes of padding behind the header.
            (
                .radiotap,
                "00001100 03000000 0102030405060708 20 8802 0000 \(stations) 1000 0000 0000",
                "radiotap/802.11/llc/ipv4"
            ),
            (.ppi, "00000800 69000000 0801 0000 \(stations) 1000", "ppi/802.11/llc/ipv4"),
        ]
    )
    func wireless(type: LinkType, header: String, path: String) {
        expectIPv4(behind: header + Self.snap, type, path)
    }

    @Test("of a wireless frame that holds several the first is read, to its end")
    func severalInOne() throws {
        let head =
            "8802 0000 \(Self.stations) 1000 8000 02000a000002 02000a000001 0033 \(Self.snap)"
        let packet = try #require(parse(head + Samples.ipv4 + "000000", .wlan).packet)
        #expect(packet.sequence == 1000)
        #expect(packet.payloadLength == 3)
    }

    @Test(
        "a wireless frame that cannot be read says why",
        arguments: [
            ("8000 0000 \(stations) 1000", PacketIssue.notIP(.wlan, 0x80)),
            ("4801 0000 \(stations) 1000", .notIP(.wlan, 0x48)),
            ("0841 0000 \(stations) 1000", .encrypted(.wlan)),
            ("0805 0000 \(stations) 1000", .partialFrame(.wlan)),
            ("0801 0000 \(stations) 1100", .partialFrame(.wlan)),
            ("0901 0000 \(stations) 1000", .badVersion(.wlan, 1)),
        ]
    )
    func unreadable(header: String, issue: PacketIssue) {
        #expect(parse(header + Self.snap + Samples.ipv4, .wlan).issue == issue)
    }

    @Test(
        "per-packet information leads to the link type it names, and names one that is not read",
        arguments: [
            ("00000c00 01000000 00000000 02000a000002 02000a000001 0800", "ppi/ethernet/ipv4"),
            ("00000800 0c000000", "ppi/raw-ip/ipv4"),
        ]
    )
    func information(header: String, path: String) {
        expectIPv4(behind: header, .ppi, path)
        let foreign = LinkType(rawValue: 147)
        #expect(parse("00000800 93000000" + Samples.ipv4, .ppi).issue == .unsupportedLinkType(foreign))
        #expect(parse("00000700 01000000" + Samples.ipv4, .ppi).issue == .badHeaderLength(.ppi, 7))
    }

    @Test(
        "the packet is one of the attributes that netfilter logged, in the order of either kind of machine",
        arguments: ["02000000 0800 0100 08000100 3100 0900", "02000000 0008 0001 08000100 0031 0009"]
    )
    func netfilter(header: String) {
        expectIPv4(behind: header, .nflog, "nflog/ipv4")
    }

    @Test("a log entry without a packet, or with an impossible attribute, is an issue")
    func netfilterWithout() {
        let had = PacketIssue.short(.nflog, required: 4, had: 0)
        #expect(parse("02000000 0500 0a00 00000000", .nflog).issue == had)
        #expect(parse("02000000 0300 0a00", .nflog).issue == .badHeaderLength(.nflog, 3))
        #expect(parse("07000000 0500 0a00 00000000", .nflog).issue == .notIP(.nflog, 7))
    }

    @Test(
        "an MPLS stack ends at its bottom, and the bits behind tell what is there",
        arguments: [
            ("8847 00064140", "mpls/ipv4"),
            ("8848 00064040 00065140", "mpls/mpls/ipv4"),
            // The control word of a pseudowire, then Ethernet; and Ethernet without one.
            ("8847 00064140 00000000 02000a000002 02000a000001 0800", "mpls/ethernet/ipv4"),
            ("8847 00064140 525400000002 02000a000001 0800", "mpls/ethernet/ipv4"),
        ]
    )
    func labels(header: String, path: String) {
        expectIPv4(behind: "02000a000002 02000a000001" + header, .ethernet, "ethernet/" + path)
    }

    @Test(
        "what carries no IP says what it carries",
        arguments: [
            (LinkType.ppp, "ff03 c021", PacketIssue.notIP(.ppp, 0xC021)),
            (.ppp, "ff03 003d", .partialFrame(.ppp)),
            (.pppEther, "11a7 0001 0004", .notIP(.pppoe, 0xA7)),
            (.pppEther, "2100 0001 0004 0021", .badVersion(.pppoe, 2)),
            (.ciscoHDLC, "8f00 8035", .notIP(.ciscoHDLC, 0x8035)),
            (.radiotap, "00000700 00000000", .badHeaderLength(.radiotap, 7)),
            (.radiotap, "01000800 00000000", .badVersion(.radiotap, 1)),
        ]
    )
    func foreign(type: LinkType, header: String, issue: PacketIssue) {
        #expect(parse(header + Samples.ipv4, type).issue == issue)
    }

    private func expectIPv4(behind header: String, _ type: LinkType, _ path: String) {
        #expect(parse(header + Samples.ipv4, type).packet == Samples.segment(behind: bytes(header).count))
        #expect(PacketParser.path(of: header + Samples.ipv4, type).description == path)
    }
}

extension PacketParser {
    /// The path of a packet in hex.
    static func path(of hex: String, _ type: LinkType = .raw) -> PacketPath {
        let packet = bytes(hex)
        return unsafe path(of: packet.span.bytes, originalLength: packet.count, linkType: type)
    }
}
