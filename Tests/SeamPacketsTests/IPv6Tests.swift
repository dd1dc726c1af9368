import Testing

@testable import SeamPackets

@Suite struct IPv6Tests {
    /// A packet from 2001:db8::1 whose headers behind the fixed one are `extensions`.
    private func packet(
        length: String,
        next: String,
        to destination: String = Samples.two,
        _ extensions: String
    ) -> String {
        "60000000" + length + next + "40" + Samples.one + destination + extensions + Samples.tcpOverIPv6
    }

    @Test("hop-by-hop and destination options are passed")
    func options() {
        let one = packet(length: "0021", next: "00", "0600010400000000")
        #expect(parse(one).packet == Samples.segmentV6(behind: 48))
        let two = packet(length: "0029", next: "00", "3c00010400000000 0600010400000000")
        #expect(parse(two).packet == Samples.segmentV6(behind: 56))
        let long = packet(length: "0029", next: "3c", "0601010c" + String(repeating: "00", count: 12))
        #expect(parse(long).packet == Samples.segmentV6(behind: 56))
    }

    @Test(
        "while segments are left the routing header has the destination that TCP means (RFC 8200 §8.1)",
        arguments: [
            // Type 0 lists the final one last, type 4 first, type 2 has one alone. tshark finds the checksums right.
            ("0041", "0604000100000000" + Samples.stop + Samples.two),
            ("0041", "0604040101000000" + Samples.two + Samples.stop),
            ("0031", "0602020100000000" + Samples.two),
        ]
    )
    func routing(length: String, header: String) {
        let text = packet(length: length, next: "2b", to: Samples.stop, header)
        #expect(parse(text).packet == Samples.segmentV6(behind: 40 + bytes(header).count))
    }

    @Test("a routing header at its end, or of an unknown type, leaves the destination")
    func routed() {
        for header in [
            "0602040000000000" + Samples.stop, "0602630100000000" + Samples.stop, "0600000100000000",
        ] {
            let text = packet(length: "0031", next: "2b", header)
            #expect(parse(text).packet?.destination.address.description == "2001:db8::2", "\(header)")
        }
    }

    @Test("an atomic fragment is a whole packet (RFC 6946)")
    func atomic() {
        let text = packet(length: "0021", next: "2c", "06000000deadbeef")
        #expect(parse(text).packet == Samples.segmentV6(behind: 48))
    }

    @Test("the other fragments are fragments")
    func fragments() {
        let template = Samples.segmentV6(behind: 48)
        var piece = IPFragment(
            source: template.source.address,
            destination: template.destination.address,
            identification: 0xDEAD_BEEF,
            protocolNumber: .tcp,
            hasMore: true,
            offset: 0,
            payload: 48..<72,
            payloadLength: 24,
            timeToLive: 64
        )
        let first = packet(length: "0020", next: "2c", "06000001deadbeef")
        #expect(parse(first).issue == .fragment(piece))
        piece.hasMore = false
        piece.offset = 24
        piece.payload = 48..<49
        piece.payloadLength = 1
        let last = packet(length: "0009", next: "2c", "06000018deadbeef")
        #expect(parse(last).issue == .fragment(piece))
        let foreign = packet(length: "0009", next: "2c", "3a000018deadbeef")
        #expect(parse(foreign).issue == .notTCP(IPProtocol(rawValue: 58)))
    }

    @Test("an authentication header is passed")
    func authentication() {
        let header = "06040000000001000000000100112233445566778899aabb"
        #expect(parse(packet(length: "0031", next: "33", header)).packet == Samples.segmentV6(behind: 64))
    }

    @Test("no payload length is all that the packet had: a jumbogram, or one made for offload")
    func noLength() {
        #expect(parse(packet(length: "0000", next: "06", "")).packet == Samples.segmentV6(behind: 40))
        let jumbo = packet(length: "0000", next: "00", "0600c20400011170")
        #expect(parse(jumbo, originalLength: 70_048).packet?.payloadLength == 69_980)
    }

    @Test(
        "what is not TCP says so, and extension headers that end too soon are issues",
        arguments: [
            ("0019", "3b", "", PacketIssue.notTCP(IPProtocol(rawValue: 59))),
            ("0019", "3a", "", .notTCP(IPProtocol(rawValue: 58))),
            ("0008", "00", "0601010400000000", .short(.ipv6Options, required: 16, had: 8)),
            ("0007", "2b", "0600010400000000", .short(.ipv6Routing, required: 8, had: 7)),
            ("0007", "2c", "06000000deadbeef", .short(.ipv6Fragment, required: 8, had: 7)),
            ("0010", "33", "060400000000010000000001", .short(.authentication, required: 24, had: 16)),
        ]
    )
    func ends(length: String, next: String, extensions: String, issue: PacketIssue) {
        #expect(parse(packet(length: length, next: next, extensions)).issue == issue)
    }
}
