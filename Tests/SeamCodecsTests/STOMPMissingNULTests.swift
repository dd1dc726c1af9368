import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// A frame whose NUL is missing: receivers swallow the next one, and so it is said.
@Suite struct STOMPMissingNULTests {
    /// The client's half of shared/truth h3_stomp_missing_nul_send: RabbitMQ took two frames for one.
    static let recorded = """
        CONNECT\naccept-version:1.2\nhost:/\nlogin:guest\npasscode:guest\nheart-beat:0,0\n\n^@\
        SEND\ndestination:/queue/raw\nreceipt:r1\n\nhello^@\
        SEND\ndestination:/queue/raw\nreceipt:r2\n\nhello again\
        SEND\ndestination:/queue/raw\nreceipt:r3\n\nthird^@
        """

    @Test("the recorded case is one message on the wire, with the place where the next command begins")
    func recordedCase() {
        let reading = STOMPReading(octets(Self.recorded), nil)
        #expect(
            reading.units == [
                "CONNECT 0..<78", "SEND 78..<124 body 5", "SEND 124..<221 body 56 stomp.missing-nul",
            ]
        )
        #expect(reading.layouts.last?.nextCommand == 175)
    }

    @Test("the next command is found at the end of any line, also in frames without a body")
    func places() {
        func next(_ text: String) -> Int? { STOMPReading(octets(text)).layouts.first?.nextCommand }
        let send = "SEND\ndestination:d\n\n"
        #expect(next(send + send + "x^@") == 20)
        #expect(next(send + "a\nb\n" + send + "x^@") == 24)
        #expect(next("SUBSCRIBE\nid:0\ndestination:d\n\nUNSUBSCRIBE\nid:0\n\n^@") == 30)
        #expect(next(send + "xDISCONNECT\r\n\r\n^@") == 21)
        #expect(next(send + "xCONNECT\nhost:h\n\n^@") == 21)
    }

    @Test("a command alone in a body is text")
    func text() {
        func next(_ body: String) -> Int? {
            STOMPReading(octets("SEND\ndestination:d\n\n\(body)^@")).layouts.first?.nextCommand
        }
        #expect(next("SEND\n\n") == nil)
        #expect(next("SEND\ndestination:d\n") == nil)
        #expect(next("SEND\nno header\n\n") == nil)
        #expect(next("the log says ERROR\n\nand more") == nil)
        #expect(next("DISCONNECT\n\nand more") == nil)
        #expect(next("SEND \ndestination:d\n\n") == nil)
    }

    @Test("a body that content-length counts, and an ERROR that quotes a frame, hold what they hold")
    func quotes() {
        let inner = "SEND\ndestination:d\n\n"
        #expect(stompUnits("SEND\ndestination:d\ncontent-length:20\n\n\(inner)^@") == ["SEND 0..<59 body 20"])
        #expect(stompUnits("ERROR\nmessage:bad\n\n\(inner)^@") == ["ERROR 0..<40 body 20"])
    }

    @Test("no NUL behind content-length leaves the frame undecoded up to the next NUL that a command follows")
    func counted() {
        let send = "SEND\ndestination:d\ncontent-length:5\n\n"
        #expect(
            stompUnits("\(send)hello\(send)hello^@\n\(send)hello^@") == [
                "undecoded 0..<85 stomp.missing-nul", "LF 85..<86", "SEND 86..<129 body 5",
            ]
        )
        // A length in UTF-16 units instead of bytes, as StompKit sends it.
        #expect(
            stompUnits("SEND\ndestination:d\ncontent-length:2\n\nnö^@\(send)hello^@")
                == ["undecoded 0..<41 stomp.missing-nul", "SEND 41..<84 body 5"]
        )
    }
}
