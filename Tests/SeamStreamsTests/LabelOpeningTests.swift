import SeamBytes
import SeamPackets
import SeamStreams
import Testing

@Suite struct LabelOpeningTests {
    @Test("a SYN sent again is a retransmission, and no other connection")
    func synAgain() {
        var talk = LabelTalk.opened()
        #expect(!talk.tracker.isReuse(talk.syn(0), from: .client))
        #expect(talk.client(0, ack: nil, flags: .syn) == [.retransmission])
    }

    @Test("a SYN with another number opens another connection, labelled as such")
    func reuse() {
        let talk = LabelTalk.opened()
        let syn = talk.syn(77)
        #expect(talk.tracker.isReuse(syn, from: .client))
        var next = LabelTracker()
        let options: [UInt8] = []
        let labels = next.label(syn, options: options.rawSpan, from: .client, time: talk.time, isReuse: true)
        #expect(labels == [.reusedPorts])
    }

    @Test("where a side starts is known from the other's ACK, or from its first data")
    func initial() {
        var acknowledged = LabelTalk()
        #expect(!acknowledged.tracker.isReuse(acknowledged.syn(0), from: .client))
        acknowledged.server(1, ack: 1, bytes: 10)
        #expect(!acknowledged.tracker.isReuse(acknowledged.syn(0), from: .client))
        #expect(acknowledged.tracker.isReuse(acknowledged.syn(1), from: .client))

        var late = LabelTalk()
        late.client(1, bytes: 10)
        #expect(!late.tracker.isReuse(late.syn(0), from: .client))
        #expect(late.client(0, ack: nil, flags: .syn) == [.outOfOrder])
    }

    @Test("a SYN-ACK with another number reuses ports and stays in the connection")
    func synAckReuse() {
        var talk = LabelTalk.opened()
        #expect(talk.server(900, ack: 1, flags: [.syn, .ack]) == [.lostSegment, .reusedPorts])
        #expect(talk.server(900, ack: 1, flags: [.syn, .ack]) == [.retransmission])
    }

    @Test("a SYN sent again goes back to the data that were whole, whatever a reset said in between")
    func afterReset() {
        var talk = LabelTalk.opened()
        talk.client(7_000, flags: .rst)
        talk.client(0, ack: nil, flags: .syn)
        #expect(talk.client(1, bytes: 10) == [])
    }

    @Test("a Fast Open cookie on the SYN, and data that the SYN-ACK takes or ignores")
    func fastOpen() {
        let cookie: [UInt8] = [34, 10, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1]
        for (ack, labels) in [(11, [.fastOpenACK]), (1, [.fastOpenIgnored])] as [(UInt32, LabelSet)] {
            var talk = LabelTalk()
            #expect(talk.client(0, ack: nil, bytes: 10, flags: .syn, options: cookie) == [.fastOpenSYN])
            #expect(talk.server(0, ack: ack, flags: [.syn, .ack]) == labels)
        }
        var empty = LabelTalk()
        #expect(empty.client(0, ack: nil, flags: .syn, options: cookie) == [.fastOpenSYN])
        #expect(empty.server(0, flags: [.syn, .ack]) == [])
    }

    @Test("a request for a cookie is no cookie, the experimental option has one")
    func cookieForms() {
        for (option, labels) in [
            ([34, 2], []), ([254, 4, 0xF9, 0x89], []),
            ([254, 8, 0xF9, 0x89, 1, 2, 3, 4], [.fastOpenSYN]),
        ] as [([UInt8], LabelSet)] {
            var talk = LabelTalk()
            #expect(talk.client(0, ack: nil, flags: .syn, options: option) == labels)
        }
    }

    @Test("options cut or with a length that leads out of them say nothing")
    func cutOptions() {
        for options in [[3], [3, 3], [3, 0, 7], [34, 40, 1], [30, 2], [30, 3]] as [[UInt8]] {
            var talk = LabelTalk.opened(options)
            talk.server(1, window: 300, options: options)
            #expect(talk.client(1, bytes: 300) == [.windowFull])
        }
    }

    @Test("the round trip is from the last SYN to the first ACK behind it")
    func roundTrip() {
        var talk = LabelTalk()
        talk.client(0, ack: nil, flags: .syn)
        talk.client(0, ack: nil, flags: .syn, after: 1000)
        talk.server(0, flags: [.syn, .ack], after: 30)
        talk.client(1, after: 10)
        talk.client(1, bytes: 100)
        talk.client(201, bytes: 100)
        #expect(talk.client(101, bytes: 50, after: 39) == [.outOfOrder])
        #expect(talk.client(101, bytes: 50, after: 2) == [.retransmission])
    }
}
