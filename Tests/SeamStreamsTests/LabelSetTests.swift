import SeamStreams
import Testing

@Suite struct LabelSetTests {
    @Test("the names are those of the fields tcp.analysis.*")
    func names() {
        // tshark -G fields, 4.0.17.
        let fields = """
            retransmission fast_retransmission spurious_retransmission out_of_order reused_ports lost_segment
            ack_lost_segment window_update window_full keep_alive keep_alive_ack duplicate_ack zero_window
            zero_window_probe zero_window_probe_ack tfo_syn tfo_ack tfo_ignored
            """
        let names = Set(Label.allCases.map { "\($0.name)" })
        #expect(names == Set(fields.split(whereSeparator: \.isWhitespace).map(String.init)))
    }

    @Test("a set gives its labels in the order of Label, each once")
    func order() {
        let labels: LabelSet = [.fastOpenIgnored, .keepAlive, .retransmission, .keepAlive]
        #expect(Array(labels) == [.retransmission, .keepAlive, .fastOpenIgnored])
        #expect(labels.contains(.keepAlive))
        #expect(!labels.contains(.keepAliveACK))
        #expect(Array(LabelSet()) == [])
    }

    @Test("counts are of packets, and empty until one has a label")
    func counts() {
        var counts = LabelCounts()
        counts.add([])
        #expect(counts.isEmpty)
        counts.add([.retransmission, .fastRetransmission])
        counts.add([.retransmission])
        #expect(!counts.isEmpty)
        #expect(counts[.retransmission] == 2)
        #expect(counts[.fastRetransmission] == 1)
        #expect(counts[.zeroWindow] == 0)
    }
}
