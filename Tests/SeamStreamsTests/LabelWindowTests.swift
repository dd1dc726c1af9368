import SeamPackets
import SeamStreams
import Testing

@Suite struct LabelWindowTests {
    @Test("nothing or one byte before what comes next is a keep-alive, and its ACK is the answer")
    func keepAlive() {
        for bytes in 0...1 {
            var talk = LabelTalk.opened()
            talk.client(1, bytes: 100)
            talk.server(1, ack: 101)
            #expect(talk.client(100, bytes: bytes) == [.keepAlive])
            #expect(talk.server(1, ack: 101) == [.keepAliveACK])
            #expect(talk.server(1, ack: 101) == [.keepAliveACK])
            #expect(talk.client(101, bytes: 10) == [])
            #expect(talk.server(1, ack: 101) == [.duplicateACK])
        }
    }

    @Test("a message of one byte sent again is taken for a keep-alive")
    func oneByteAgain() {
        var talk = LabelTalk.opened()
        #expect(talk.client(1, bytes: 1) == [])
        #expect(talk.client(1, bytes: 1) == [.keepAlive])
    }

    @Test("more than one byte from there on is new data")
    func longer() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 1)
        #expect(talk.client(1, bytes: 50) == [])
    }

    @Test("a window of zero, a probe, its ACK, and the window opens")
    func probe() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        #expect(talk.server(1, ack: 101, window: 0) == [.zeroWindow])
        #expect(talk.client(101, bytes: 1) == [.zeroWindowProbe])
        #expect(talk.server(1, ack: 101, window: 0) == [.zeroWindow, .zeroWindowProbeACK])
        #expect(talk.server(1, ack: 101, window: 500) == [.windowUpdate])
        #expect(talk.client(101, bytes: 100) == [])
    }

    @Test("SYN, FIN and RST with a window of zero have no label of it")
    func zeroOnReset() {
        var talk = LabelTalk.opened()
        #expect(talk.client(1, flags: .rst, window: 0) == [])
        #expect(talk.client(1, flags: [.fin, .ack], window: 0) == [])
    }

    @Test("data up to the edge of the window fill it, one byte less or more does not")
    func full() {
        for (bytes, labels) in [(299, []), (300, [.windowFull]), (301, [])] as [(Int, LabelSet)] {
            var talk = LabelTalk.opened()
            #expect(talk.server(1, window: 300) == [.windowUpdate])
            #expect(talk.client(1, bytes: bytes) == labels)
        }
    }

    @Test("a window counts scaled behind the first ACK, if both sides offered it")
    func scaled() {
        let scale: [UInt8] = [1, 3, 3, 2]
        var talk = LabelTalk.opened(scale)
        #expect(talk.client(1, bytes: 1000) == [.windowFull], "a SYN-ACK's window is not scaled")
        talk.server(1, ack: 1001, window: 300)
        #expect(talk.client(1001, bytes: 1200) == [.windowFull])

        for (syn, answer) in [(scale, []), ([], scale)] as [([UInt8], [UInt8])] {
            var oneSided = LabelTalk()
            oneSided.client(0, ack: nil, flags: .syn, options: syn)
            oneSided.server(0, flags: [.syn, .ack], options: answer)
            oneSided.client(1)
            oneSided.server(1, window: 300)
            #expect(oneSided.client(1, bytes: 300) == [.windowFull])
        }
    }

    @Test("a SYN that does not offer a scale is enough to know that there is none")
    func notOffered() {
        var talk = LabelTalk()
        talk.client(0, ack: nil, flags: .syn)
        talk.client(1)
        talk.server(1, window: 300)
        #expect(talk.client(1, bytes: 300) == [.windowFull])
    }

    @Test("data with a FIN never fill the window")
    func fullWithFIN() {
        var talk = LabelTalk.opened()
        talk.server(1, window: 300)
        #expect(talk.client(1, bytes: 300, flags: [.fin, .ack]) == [])
    }

    @Test("a shift of more than 14 is 14")
    func excessiveShift() {
        var talk = LabelTalk.opened([1, 3, 3, 200])
        talk.server(1, window: 1)
        #expect(talk.client(1, bytes: 1 << 14) == [.windowFull])
    }

    @Test("without a SYN the scale is not known, and no window is full")
    func unknownScale() {
        var talk = LabelTalk()
        talk.server(1, window: 300)
        #expect(talk.client(1, bytes: 300) == [])
    }

    @Test("an ACK with another window, or one with data, repeats nothing")
    func notDuplicate() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 100)
        #expect(talk.server(1, ack: 101) == [])
        #expect(talk.server(1, ack: 101, window: 900) == [.windowUpdate])
        #expect(talk.server(1, ack: 101, bytes: 10, window: 900) == [])
        #expect(talk.server(11, ack: 101, window: 900) == [.duplicateACK])
    }

    @Test("an ACK is no duplicate when a kind of MPTCP option that it did not know came since the last one")
    func multipath() {
        let key: [UInt8] = [30, 12, 0, 0x81, 1, 2, 3, 4, 5, 6, 7, 8]
        let addAddress: [UInt8] = [30, 8, 0x34, 1, 10, 0, 0, 3]
        var talk = LabelTalk.opened()
        #expect(talk.server(1) == [.duplicateACK])
        for option in [key, addAddress] {
            talk.client(1, bytes: 10, options: option)
            #expect(talk.server(1) == [])
            #expect(talk.server(1) == [.duplicateACK])
        }
    }

    @Test("MP_CAPABLE without a key does not tell that MPTCP is in use")
    func keyless() {
        var talk = LabelTalk.opened()
        talk.client(1, bytes: 10, options: [30, 4, 1, 0x81])
        #expect(talk.server(1) == [.duplicateACK])
    }
}
