import SeamPackets
import Testing

/// Tunnels through IP, built by an independent script; with the lengths filled in that are left 0 here where
/// they are not the subject, tshark 4.0 reads the same TCP in each of them (of VXLAN on its first port).
@Suite struct TunnelTests {
    /// From 192.0.2.1 to 192.0.2.2, identification 7, time to live 63.
    private static func ipv4(_ number: String) -> String {
        "45000000 00070000 3f\(number)0000 c0000201 c0000202"
    }
    /// From 2001:db8::aa to 2001:db8::bb, hop limit 62.
    private static func ipv6(_ next: String) -> String {
        "600000000000\(next)3e 20010db80000000000000000000000aa 20010db80000000000000000000000bb"
    }
    private static func udp(_ ports: String) -> String { ipv4("11") + ports + "00000000" }
    private static let ethernet = "02000a000002 02000a000001"

    @Test(
        "IP in IP, in both versions and twice",
        arguments: [
            (ipv4("04"), "ipv4/ipv4"), (ipv6("04"), "ipv6/ipv4"), (ipv4("04") + ipv4("04"), "ipv4/ipv4/ipv4"),
            (ipv4("89") + "00064140", "ipv4/mpls/ipv4"),
        ]
    )
    func ipInIP(header: String, path: String) { expectIPv4(behind: header, path) }

    @Test(
        "IPv6 in IP",
        arguments: [(ipv4("29"), "ipv4/ipv6"), (ipv6("29"), "ipv6/ipv6")]
    )
    func ipv6InIP(header: String, path: String) { expectIPv6(behind: header, path) }

    @Test(
        "GRE with any of its fields, its Ethernet, PPP and mirrored frames",
        arguments: [
            ("0000 0800", "gre/ipv4"),
            ("8000 0800 8c210000", "gre/ipv4"),
            ("2000 0800 0000002a", "gre/ipv4"),
            ("1000 0800 00000007", "gre/ipv4"),
            ("b000 0800 62b60000 0000002a 00000007", "gre/ipv4"),
            // A source route of one entry, and the entry of length 0 that ends it.
            ("4000 0800 00000000 08000004 01020304 00000000", "gre/ipv4"),
            ("0000 8847 00064140", "gre/mpls/ipv4"),
            ("2000 6558 00002a01 \(ethernet) 0800", "gre/ethernet/ipv4"),
            // PPTP: key, sequence and acknowledgment; without sequence and acknowledgment.
            ("3081 880b 00310001 00000007 00000006 ff03 0021", "gre/ppp/ipv4"),
            ("2001 880b 00300001 0021", "gre/ppp/ipv4"),
            ("0000 88be \(ethernet) 0800", "gre/ethernet/ipv4"),
            ("1000 88be 00000007 10000064 00000000 \(ethernet) 0800", "gre/erspan/ethernet/ipv4"),
            ("1000 22eb 00000007 20000064 00000000 00000000 \(ethernet) 0800", "gre/erspan/ethernet/ipv4"),
            (
                "1000 22eb 00000007 20000064 00000000 00000001 0000000000000000 \(ethernet) 0800",
                "gre/erspan/ethernet/ipv4"
            ),
        ]
    )
    func routing(header: String, path: String) {
        expectIPv4(behind: Self.ipv4("2f") + header, "ipv4/" + path)
        expectIPv4(behind: Self.ipv6("2f") + header, "ipv6/" + path)
    }

    @Test(
        "tunnels through UDP, by the port of either side",
        arguments: [
            ("c350 12b5", "08000000 00002a00 \(ethernet) 0800", "vxlan/ethernet/ipv4"),
            ("c350 2118", "08000000 00002a00 \(ethernet) 0800", "vxlan/ethernet/ipv4"),
            ("c350 12b5", "88000001 00002a00 \(ethernet) 0800", "vxlan/ethernet/ipv4"),
            ("c350 17c1", "00006558 00002a00 \(ethernet) 0800", "geneve/ethernet/ipv4"),
            ("c350 17c1", "02400800 00002a00 0102800100000000", "geneve/ipv4"),
            ("0868 0868", "30ff002d 0000002a", "gtp-u/raw-ip/ipv4"),
            ("0868 9c41", "30ff002d 0000002a", "gtp-u/raw-ip/ipv4"),
            ("0868 0868", "32ff0031 0000002a 00070000", "gtp-u/raw-ip/ipv4"),
            // One extension header of 4 bytes behind the optional fields.
            ("9c41 0868", "36ff0035 0000002a 00070085 01100100", "gtp-u/raw-ip/ipv4"),
            ("06a5 06a5", "0002 0001 0002 ff03 0021", "l2tp/ppp/ipv4"),
            // Flags for a length, for numbers and for padding.
            ("06a5 06a5", "4a02 0041 0001 0002 0003 0004 0002 0000 ff03 0021", "l2tp/ppp/ipv4"),
            ("c350 19eb", "00064140", "mpls/ipv4"),
        ]
    )
    func overUDP(ports: String, header: String, path: String) {
        expectIPv4(behind: Self.udp(ports) + header, "ipv4/udp/" + path)
    }

    @Test(
        "Teredo, with the authentication and the origin that it may have in front of IPv6",
        arguments: ["", "0000 63bf 3ffffdfe", "0001 0000 0102030405060708 00 0000 63bf 3ffffdfe"]
    )
    func teredo(header: String) {
        expectIPv6(behind: Self.udp("0dd8 c350") + header, "ipv4/udp/teredo/ipv6")
    }

    @Test("UDP's length, GTP's and L2TP's cut what IP inside claims beyond them")
    func lengths() {
        for header in [
            // 8 + 8 + 43, 43 and 12 + 43 bytes for an IP packet of 45.
            Self.ipv4("11") + "0868 0868 003b 0000 30ff002d 0000002a",
            Self.udp("0868 0868") + "30ff002b 0000002a",
            Self.udp("06a5 06a5") + "4002 0037 0001 0002 ff03 0021",
        ] {
            #expect(parse(header + Samples.ipv4).packet?.payloadLength == 3, "\(header)")
        }
    }

    @Test(
        "what is no tunnel, or another kind of message in one, says so",
        arguments: [
            (udp("1234 0035") + "0001", PacketIssue.notTCP(.udp)),
            // No network in the header: the port may be a client's own.
            (udp("0035 12b5") + "0001850000010001", .notTCP(.udp)),
            (udp("c350 17c1") + "80006558 00002a00", .badVersion(.geneve, 2)),
            (udp("0868 0868") + "30010000 00000000", .notIP(.gtpu, 1)),
            (udp("0868 0868") + "10ff0000 00000000", .badVersion(.gtpu, 0)),
            (udp("0868 0868") + "34ff0009 0000002a 00000085 00", .badHeaderLength(.gtpu, 0)),
            (udp("06a5 06a5") + "c802 000c 0001 0000 0000 0000", .notIP(.l2tp, 0xC802)),
            (udp("06a5 06a5") + "0003 0000 00000000", .badVersion(.l2tp, 3)),
            (ipv4("2f") + "0002 0800", .badVersion(.gre, 2)),
            (ipv4("2f") + "0000 883e", .notIP(.gre, 0x883E)),
            (ipv4("2f") + "1000 88be 00000007 30000064 00000000", .badVersion(.erspan, 3)),
            (ipv4("2f") + "1000", .short(.gre, required: 4, had: 2)),
            (ipv4("32") + "0000", .notTCP(IPProtocol(rawValue: 50))),
        ]
    )
    func foreign(packet: String, issue: PacketIssue) { #expect(parse(packet).issue == issue) }

    @Test("TCP that an ICMP error quotes is no packet of its connection")
    func quoted() {
        let quote = Self.ipv4("01") + "0301 0000 00000000" + Samples.ipv4
        #expect(parse(quote).issue == .notTCP(IPProtocol(rawValue: 1)))
    }

    @Test("the ends of the outermost tunnel are told, and those of no tunnel are not")
    func outer() {
        let twice = PacketParser.path(of: Self.ipv6("04") + Self.ipv4("04") + Samples.ipv4)
        #expect(twice.outer?.source.description == "2001:db8::aa")
        #expect(twice.outer?.destination.description == "2001:db8::bb")
        #expect(PacketParser.path(of: Samples.ipv4).outer == nil)
        #expect(PacketParser.path(of: Samples.ipv4).layers == [.rawIP, .ipv4])
    }

    @Test("16 layers in front of TCP are read and 17 are not")
    func depth() {
        let deepest = String(repeating: Self.ipv4("04"), count: PacketPath.capacity - 2)
        #expect(parse(deepest + Samples.ipv4).packet?.sequence == 1000)
        #expect(PacketParser.path(of: deepest + Samples.ipv4).count == PacketPath.capacity)
        let more = Self.ipv4("04") + deepest + Samples.ipv4
        #expect(parse(more).issue == .tooManyLayers)
        #expect(PacketParser.path(of: more).count == PacketPath.capacity)
    }

    private func expectIPv4(behind header: String, _ path: String) {
        let offset = bytes(header).count
        #expect(parse(header + Samples.ipv4).packet == Samples.segment(behind: offset), "\(header)")
        #expect(PacketParser.path(of: header + Samples.ipv4).description == "raw-ip/" + path)
    }

    private func expectIPv6(behind header: String, _ path: String) {
        let offset = bytes(header).count + 40
        #expect(parse(header + Samples.ipv6).packet == Samples.segmentV6(behind: offset), "\(header)")
        #expect(PacketParser.path(of: header + Samples.ipv6).description == "raw-ip/" + path)
    }
}
