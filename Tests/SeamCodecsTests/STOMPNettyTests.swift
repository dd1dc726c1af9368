import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// The vectors of Netty's codec-stomp (reference/decoders.md, 2d).
///
/// Where the specification is read otherwise, the name says so.
@Suite struct STOMPNettyTests {
    @Test("CONNECT with host and two versions has an empty body")
    func connect() {
        let reading = STOMPReading(
            octets("CONNECT\nhost:stomp.github.org\naccept-version:1.1,1.2\n\n^@"),
            nil
        )
        #expect(reading.units == ["CONNECT 0..<55"])
        #expect(
            reading.frames == [
                STOMPFrame(.connect, ["host": "stomp.github.org", "accept-version": "1.1,1.2"])
            ]
        )
    }

    @Test("the LF behind CONNECTED and its NUL is a unit of its own")
    func connected() {
        #expect(stompUnits("CONNECTED\nversion:1.2\n\n^@\n", nil) == ["CONNECTED 0..<24", "LF 24..<25"])
    }

    @Test("SEND without content-length ends at the NUL")
    func send() {
        let reading = STOMPReading(
            octets("SEND\ndestination:/queue/a\ncontent-type:text/plain\n\nhello, queue a!^@")
        )
        #expect(reading.units == ["SEND 0..<67 body 15"])
        #expect(reading.frames.first??.body == Array("hello, queue a!".utf8))
    }

    @Test(
        "SEND with content-length ends there, and is one message; Netty hands it out in pieces of 5 bytes"
    )
    func sendCounted() {
        let reading = STOMPReading(
            octets(
                "SEND\ndestination:/queue/a\ncontent-type:text/plain\ncontent-length:17\n\n"
                    + "hello, queue a!!!^@"
            )
        )
        #expect(reading.units == ["SEND 0..<87 body 17"])
        #expect(reading.layouts.first?.contentLength == 17)
    }

    @Test("a body in two pieces keeps the LF at their border")
    func twoPieces() {
        let reading = STOMPReading(
            octets("SEND\ndestination:/queue/a\n\nfirst part of body\nsecond part of body^@")
        )
        #expect(reading.frames.first??.body == Array("first part of body\nsecond part of body".utf8))
    }

    @Test("two frames in one piece are two")
    func coalesced() {
        #expect(
            stompUnits("CONNECT\nhost:h\naccept-version:1.2\n\n^@CONNECTED\nversion:1.2\n\n^@", nil)
                == ["CONNECT 0..<36", "CONNECTED 36..<60"]
        )
    }

    @Test("a raw colon in a value is kept and said; Netty drops the header or fails")
    func rawColon() {
        let text = "SEND\ndestination:/q\ncurrent-time:2000-01-01T00:00:00\n\n^@"
        let reading = STOMPReading(octets(text))
        #expect(reading.units == ["SEND 0..<55 stomp.raw-colon"])
        #expect(reading.frames.first??["current-time"] == "2000-01-01T00:00:00")
        #expect(stompUnits(text, .v10) == ["SEND 0..<55"])
    }

    @Test("a header without a name is said and the frame kept; Netty fails")
    func emptyName() {
        #expect(
            stompUnits("SEND\ndestination:/q\n:header-value\n\n^@") == ["SEND 0..<36 stomp.empty-name"]
        )
    }

    @Test("a destination in UTF-8 is read")
    func utf8() {
        let reading = STOMPReading(octets("SEND\ndestination:/queue/№11±♛нетти♕\n\nbody^@"))
        #expect(reading.frames.first??["destination"] == "/queue/№11±♛нетти♕")
    }

    @Test("another byte than NUL behind content-length leaves the frame undecoded")
    func noNUL() {
        #expect(
            stompUnits("SEND\ndestination:/q\ncontent-length:4\n\nbody\u{1}^@")
                == ["undecoded 0..<44 stomp.missing-nul"]
        )
    }

    @Test("escapes in names and values are resolved")
    func escapes() {
        let reading = STOMPReading(
            octets(
                "MESSAGE\ndestination:d\nmessage-id:1\nsubscription:0\n"
                    + #"header\\\r\n\cName:header\\\r\n\cValue\#n\#n^@"#
            )
        )
        #expect(reading.frames.first??["header\\\r\n:Name"] == "header\\\r\n:Value")
        #expect(reading.layouts.first?.readAs == .v12)
    }

    @Test("CONNECT has no escapes")
    func noEscapesInConnect() {
        let reading = STOMPReading(
            octets(#"CONNECT\#naccept-version:1.2\#nhost:h\#nheaderName-\\:headerValue-\\\#n\#n^@"#),
            nil
        )
        #expect(reading.frames.first??[#"headerName-\\"#] == #"headerValue-\\"#)
        #expect(reading.units == ["CONNECT 0..<65"])
    }

    @Test("an escape that is none is said and the frame kept; Netty fails")
    func badEscape() {
        let reading = STOMPReading(octets(#"SEND\#ndestination:/q\#nkey:a\tb\#n\#n^@"#))
        #expect(reading.units == ["SEND 0..<31 stomp.bad-escape"])
        #expect(reading.frames == [nil])
    }

    @Test("an unknown command is said and the frame kept, so that the next is found; Netty fails for good")
    func unknownCommand() {
        #expect(
            stompUnits("INVALID\n\n^@disconnect\n\n^@DISCONNECT\n\n^@") == [
                "INVALID 0..<10 stomp.unknown-command", "disconnect 10..<23 stomp.unknown-command",
                "DISCONNECT 23..<36",
            ]
        )
    }

    @Test("ends of lines between frames are heart-beats")
    func heartbeats() {
        #expect(stompUnits("\n") == ["LF 0..<1"])
        #expect(stompUnits("\n\n\n") == ["LF 0..<1", "LF 1..<2", "LF 2..<3"])
        #expect(stompUnits("\r\n") == ["CRLF 0..<2"])
        #expect(stompUnits("\nDISCONNECT\n\n^@") == ["LF 0..<1", "DISCONNECT 1..<14"])
        #expect(
            stompUnits("DISCONNECT\n\n^@\nDISCONNECT\n\n^@")
                == ["DISCONNECT 0..<13", "LF 13..<14", "DISCONNECT 14..<27"]
        )
    }
}
