import SeamBytes
import SeamPackets
import SeamReport
import SeamStreams
import Testing

@Suite struct SegmentLineTests {
    private func line(_ arrival: Arrival, _ range: ByteRange, _ units: Range<Int>) -> SegmentLine {
        var line = SegmentLine(
            stream: 0,
            from: .client,
            packet: 17,
            time: Timestamp(nanoseconds: 1_210_000_000),
            range: range,
            flags: [.psh, .ack],
            arrival: arrival,
            labels: arrival == .retransmission ? [.retransmission] : []
        )
        line.units = units
        return line
    }

    private let origin = Timestamp(nanoseconds: 1_000_000_000)

    /// The example of DESIGN section 8.
    @Test("a segment is the object of the design")
    func json() {
        let segment = line(.retransmission, ByteRange(40, 73), 3..<5)
        #expect(
            written { segment.json(origin: origin, into: &$0) } == """
                {"stream":0,"from":"client","packet":17,"at":0.21,"start":40,"end":73,"flags":"PA",\
                "labels":["retransmission"],"arrival":"retransmission","units":[3,4]}

                """
        )
    }

    @Test("a packet without payload has no arrival and no units")
    func empty() {
        let segment = line(.none, ByteRange(40, 40), 0..<0)
        #expect(
            written { segment.json(origin: origin, into: &$0) } == """
                {"stream":0,"from":"client","packet":17,"at":0.21,"start":40,"end":40,"flags":"PA","labels":[],\
                "units":[]}

                """
        )
        #expect(
            written { segment.text(origin: origin, into: &$0) }
                == "    17        0.21      0 client PA              - -              -\n"
        )
    }
}
