import Testing

@testable import SeamPackets

@Suite struct IPv4Tests {
    @Test("options are passed")
    func options() {
        let packet = "47000035123440004006fe7b0a0000010a0000020707040a00000900" + Samples.tcpOverIPv4
        #expect(parse(packet).packet == Samples.segment(behind: 0, headerLength: 28))
    }

    @Test("no total length is all that the packet had: captured, or on the wire")
    func noLength() throws {
        let packet = "4500000012344000400614c20a0000010a000002" + Samples.tcpOverIPv4
        #expect(parse(packet).packet == Samples.segment(behind: 0))
        let cut = try #require(parse(packet, originalLength: 70_045).packet)
        #expect(cut.payload == 40..<45)
        #expect(cut.payloadLength == 70_005)
    }

    @Test("a total length beyond the packet is the packet's")
    func tooLong() throws {
        let packet = "4500ffff1234400040060000 0a0000010a000002" + Samples.tcpOverIPv4
        #expect(parse(packet).packet == Samples.segment(behind: 0))
        #expect(parse(packet, originalLength: 60).packet?.payloadLength == 20)
    }

    @Test("a total length below what was captured ends the payload")
    func trailing() throws {
        #expect(parse(Samples.ipv4 + "ffffff").packet == Samples.segment(behind: 0))
    }

    @Test(
        "a header that cannot be is an issue",
        arguments: [
            // A header of 4 words; one of 6 words in a packet of 20 bytes; a total length below the header.
            ("4400002d", PacketIssue.badHeaderLength(.ipv4, 16)),
            ("46000014", .short(.ipv4, required: 24, had: 20)),
            ("45000013", .short(.ipv4, required: 20, had: 19)),
            // The total length leaves no room for TCP.
            ("45000027", .short(.tcp, required: 20, had: 19)),
        ]
    )
    func broken(start: String, issue: PacketIssue) {
        let packet = bytes(start) + bytes(Samples.ipv4)[4...]
        #expect(parse(packet).issue == issue)
    }

    @Test("a packet of another protocol says which")
    func udp() {
        let issue = parse("4500002812344000401114 8f0a0000010a000002" + Samples.tcpOverIPv4).issue
        #expect(issue == .notTCP(.udp))
        #expect(issue?.description == "UDP, not TCP")
    }

    @Test("every fragment is one, the first too, with what putting it together needs")
    func fragments() {
        let source = IPAddress(ipv4: 0x0A00_0001)
        let destination = IPAddress(ipv4: 0x0A00_0002)
        var piece = IPFragment(
            source: source,
            destination: destination,
            identification: 0x1234,
            protocolNumber: .tcp,
            hasMore: true,
            offset: 0,
            payload: 20..<44,
            payloadLength: 24,
            timeToLive: 64
        )
        let first =
            "4500002c12342000400634960a0000010a0000029c40270f000003e8000007d0501801f586f6000068656c6c"
        #expect(parse(first).issue == .fragment(piece))
        piece.hasMore = false
        piece.offset = 24
        piece.payload = 20..<21
        piece.payloadLength = 1
        #expect(parse("4500001512340003400654aa0a0000010a0000026f").issue == .fragment(piece))
        // The same, captured without its last byte, and with padding behind it.
        piece.payload = 20..<20
        #expect(
            parse("4500001512340003400654aa0a0000010a000002", originalLength: 21).issue == .fragment(piece)
        )
    }

    @Test("a fragment of what is not read is not TCP")
    func foreignFragment() {
        #expect(parse("4500001512340003400154aa0a0000010a0000026f").issue == .notTCP(IPProtocol(rawValue: 1)))
    }

    @Test("an authentication header is passed")
    func authentication() {
        let packet =
            "4500004512344000403314500a0000010a000002"
            + "06040000000001000000000100112233445566778899aabb" + Samples.tcpOverIPv4
        #expect(parse(packet).packet == Samples.segment(behind: 24))
    }

    @Test("an authentication header shorter than its fixed part is an issue")
    func badAuthentication() {
        let packet = "4500004512344000403314500a0000010a000002060000000000010000000001" + Samples.tcpOverIPv4
        #expect(parse(packet).issue == .badHeaderLength(.authentication, 8))
    }
}
