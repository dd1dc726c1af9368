import SeamPackets
import Testing

@Suite struct TCPTests {
    @Test("a SYN with options has all of them, and no payload")
    func syn() throws {
        let packet = try #require(parse(Samples.syn).packet)
        #expect(packet.flags == .syn)
        #expect(packet.sequence == 999)
        #expect(packet.acknowledgment == 0)
        #expect(packet.window == 64_240)
        #expect(packet.options == 40..<60)
        #expect(packet.payload == 60..<60)
        #expect(packet.payloadLength == 0)
    }

    @Test("a segment is half a cache line, since thousands of them wait in a row for their connections' turn")
    func size() { #expect(MemoryLayout<TCPSegment>.size <= 32) }

    @Test("the urgent pointer and all twelve flag bits are read")
    func urgent() throws {
        let text = "4500002a12344000400614980a0000010a0000029c40270f000003e8000007d051f801f5678800016162"
        let packet = try #require(parse(text).packet)
        #expect(packet.urgentPointer == 1)
        // tshark: 0x1f8 (PSH, ACK, URG, ECE, CWR, AE)
        #expect(packet.flags.rawValue == 0x1F8)
        #expect(packet.payloadLength == 2)
    }

    @Test(
        "a header length that cannot be is an issue",
        arguments: [
            ("4018", PacketIssue.badHeaderLength(.tcp, 16)), ("f018", .short(.tcp, required: 60, had: 25)),
        ]
    )
    func headerLength(word: String, issue: PacketIssue) {
        var packet = bytes(Samples.ipv4)
        packet.replaceSubrange(32..<34, with: bytes(word))
        #expect(parse(packet).issue == issue)
    }

    @Test("the snap length cuts the payload: its length on the wire stays")
    func cutPayload() {
        var expected = Samples.segment(behind: 0)
        expected.segment.place(options: 40, payload: 40, end: 42)
        #expect(parse(Array(bytes(Samples.ipv4)[..<42]), originalLength: 45).packet == expected)
        expected.segment.place(options: 40, payload: 40, end: 40)
        #expect(parse(Array(bytes(Samples.ipv4)[..<40]), originalLength: 45).packet == expected)
    }

    @Test("the snap length cuts the options: what is left of them stays")
    func cutOptions() throws {
        let captured = Array(bytes(Samples.syn)[..<51])
        let packet = try #require(parse(captured, originalLength: 60).packet)
        #expect(packet.options == 40..<51)
        #expect(packet.payload == 51..<51)
        let left = Array(captured[packet.options])
        let options = unsafe TCPOptions(left.span.bytes)
        #expect(options.maximumSegmentSize == 1460)
        #expect(options.sackPermitted)
        #expect(options.timestamps == nil)
    }

    @Test("the snap length cuts the header: an issue says how much is there")
    func cutHeader() {
        let captured = Array(bytes(Samples.ipv4)[..<39])
        #expect(parse(captured, originalLength: 45).issue == .truncated(.tcp, required: 20, had: 19))
        #expect(parse([], .ethernet, originalLength: 60).issue == .truncated(.ethernet, required: 14, had: 0))
    }

    @Test("an original length below what was captured is not believed")
    func lyingRecord() {
        #expect(parse(Samples.ipv4, originalLength: 0).packet == Samples.segment(behind: 0))
        #expect(parse(Samples.ipv4, originalLength: .min).packet == Samples.segment(behind: 0))
        #expect(parse(Samples.ipv4, originalLength: .max).packet == Samples.segment(behind: 0))
    }
}
