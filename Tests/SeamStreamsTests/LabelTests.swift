import SeamPackets
import SeamStreams
import Testing

/// The cases of reference/labels.md; what is expected is what tshark 4.0.17 says of the captures in fixtures/labels.
@Suite struct LabelTests {
    @Test("segments in order have no labels")
    func inOrder() {
        var talk = LabelTalk.opened()
        #expect(talk.client(1, bytes: 100) == [])
        #expect(talk.client(101, bytes: 100) == [])
        #expect(talk.server(1, ack: 201) == [])
    }

    @Test("a segment behind a hole says that one was lost before it")
    func lost() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        #expect(talk.client(201, bytes: 100) == [.lostSegment])
        #expect(talk.client(301, bytes: 100) == [])
    }

    @Test("a hole filled within the handshake's round trip of 20 ms is out of order, later a retransmission")
    func fill() {
        for (after, label) in [(19.999, Label.outOfOrder), (20, .retransmission)] {
            var talk = LabelTalk.opened()
            talk.client(1, bytes: 100)
            talk.client(201, bytes: 100)
            #expect(talk.client(101, bytes: 100, after: after) == [label])
        }
    }

    @Test("without a handshake the round trip counts as 3 ms")
    func fillMidstream() {
        for (after, label) in [(2.999, Label.outOfOrder), (3, .retransmission)] {
            var talk = LabelTalk()
            talk.client(1, bytes: 100)
            talk.client(201, bytes: 100)
            #expect(talk.client(101, bytes: 100, after: after) == [label])
        }
    }

    @Test("a clock that goes back makes the longest of times, not the shortest")
    func clockBack() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        talk.client(201, bytes: 100)
        #expect(talk.client(101, bytes: 100, after: -5) == [.retransmission])
    }

    @Test("the last segment sent again at once is a retransmission, an earlier one is out of order")
    func again() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        talk.client(101, bytes: 100)
        #expect(talk.client(101, bytes: 100, after: 5) == [.retransmission])
        #expect(talk.client(1, bytes: 100, after: 5) == [.outOfOrder])
        #expect(talk.client(1, bytes: 100, after: 200) == [.retransmission])
    }

    @Test("bytes that were acknowledged, sent again, are spurious")
    func spurious() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        talk.server(1, ack: 101)
        #expect(talk.client(1, bytes: 100) == [.retransmission, .spuriousRetransmission])
    }

    @Test("a segment that merges earlier ones, with or without new bytes, is a retransmission")
    func merge() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        talk.client(101, bytes: 100)
        #expect(talk.client(1, bytes: 200) == [.retransmission])
        #expect(talk.client(1, bytes: 250, after: 200) == [.retransmission])
    }

    @Test("old and new bytes together within the round trip are out of order")
    func overlap() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        talk.client(101, bytes: 100)
        #expect(talk.client(51, bytes: 200, after: 5) == [.outOfOrder])
    }

    @Test("two duplicate ACKs make the retransmission that they ask for fast, one does not")
    func fast() {
        let cases: [(Int, LabelSet)] = [(1, [.outOfOrder]), (2, [.retransmission, .fastRetransmission])]
        for (duplicates, labels) in cases {
            var talk = LabelTalk.opened()
            talk.client(1, bytes: 100)
            talk.client(201, bytes: 100)
            #expect(talk.server(1, ack: 101) == [])
            for _ in 0..<duplicates { #expect(talk.server(1, ack: 101) == [.duplicateACK]) }
            #expect(talk.client(101, bytes: 100) == labels)
        }
    }

    @Test("20 ms after the last packet of the peer a retransmission is no longer fast")
    func late() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        talk.client(201, bytes: 100)
        for _ in 0..<3 { talk.server(1, ack: 101) }
        #expect(talk.client(101, bytes: 100, after: 20) == [.retransmission])
    }

    @Test("an ACK of what was not seen is reported once, and again when there is more")
    func unseen() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        #expect(talk.server(1, ack: 201) == [.ackLostSegment])
        #expect(talk.server(1, ack: 301) == [])
        #expect(talk.client(301, bytes: 100) == [.lostSegment])
        #expect(talk.server(1, ack: 401) == [.ackLostSegment])
        #expect(talk.client(401, bytes: 100) == [])
        #expect(talk.server(1, ack: 501) == [])
    }

    @Test("a FIN before the data that it follows: lost, then out of order")
    func dataAfterFIN() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        #expect(talk.client(201, flags: [.fin, .ack]) == [.lostSegment])
        #expect(talk.client(101, bytes: 100, after: 5) == [.outOfOrder])
    }

    @Test("a FIN sent again is a retransmission")
    func finAgain() {
        var talk = LabelTalk.opened()
        #expect(talk.client(1, flags: [.fin, .ack]) == [])
        #expect(talk.client(1, flags: [.fin, .ack]) == [.retransmission])
    }

    @Test("sequence numbers that wrap are in order, lost and repeated as any")
    func wrap() {
        var talk = LabelTalk()
        talk.client = 0xFFFF_FF00
        #expect(talk.client(1, bytes: 200) == [])
        #expect(talk.client(201, bytes: 200) == [])
        #expect(talk.client(501, bytes: 100) == [.lostSegment])
        #expect(talk.client(401, bytes: 100) == [.outOfOrder])
        #expect(talk.server(1, ack: 601) == [])
        #expect(talk.client(1, bytes: 200) == [.retransmission, .spuriousRetransmission])
    }
}
