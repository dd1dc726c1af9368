import SeamBytes
import SeamStreams
import Testing

@Suite("FIN and reset")
struct EndTests {
    // RFC 9293 §3.4: a FIN stands behind the last byte and counts one.
    static let cases = [
        HalfCase("a FIN with the last data", "client \"abc\" fin", "abc", ["new"]),
        HalfCase("a FIN of its own", "client \"abc\"\nclient fin", "abc", ["new"]),
        HalfCase("a FIN without data", "client fin", "", []),
        HalfCase(
            "a FIN sent again with its data",
            "client \"abc\" fin\nclient @0 \"abc\" fin",
            "abc",
            ["new", "retransmission"]
        ),
        HalfCase("a FIN captured before the last data", "client @3 fin\nclient @0 \"abc\"", "abc", ["new"]),
        HalfCase(
            "a FIN that waits with its data",
            "client @3 \"def\" fin\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "reordered"]
        ),
        HalfCase(
            "data at the FIN's own place",
            "client \"abc\" fin\nclient @3 \"d\"",
            "abc d",
            ["new", "new"],
            anomalies: ["tcp.after-fin"]
        ),
        HalfCase(
            "data behind the FIN's number: that one byte is missing",
            "client \"abc\" fin\nclient @4 \"e\"",
            "abc [1] (e)",
            ["new", "new"],
            anomalies: ["tcp.after-fin"]
        ),
        HalfCase(
            "an ACK of the FIN captured before the FIN",
            "client \"abc\"\nserver ack=4\nclient fin",
            "abc",
            ["new"]
        ),
        HalfCase("bytes missing before the FIN", "client \"abc\"\nclient @9 fin", "abc [6]", ["new"]),
        HalfCase(
            "a second FIN elsewhere: the first counts",
            "client \"abc\"\nclient fin\nclient @9 fin",
            "abc",
            ["new"]
        ),
        HalfCase(
            "data behind a reset",
            "client \"abc\"\nserver rst\nclient \"def\"",
            "abc def",
            ["new", "new"]
        ),
    ]

    @Test("what is delivered", arguments: cases)
    func deliver(_ example: HalfCase) throws {
        let heard = try hearOne(example.script)
        #expect(heard.client == example.stream)
        #expect(heard.arrivals == example.arrivals)
        #expect(heard.anomalies == example.anomalies)
    }

    @Test("a half is complete when all bytes up to its FIN were handed out, not when the FIN came")
    func completeness() throws {
        #expect(try hearOne("client \"abc\"").connection[.client].isComplete == false)
        #expect(try hearOne("client \"abc\" fin").connection[.client].isComplete)
        #expect(try hearOne("client \"abc\" fin").connection[.server].isComplete == false)
        #expect(try hearOne("client \"abc\" fin").connection[.client].fin == 3)
    }

    @Test(
        "who ended it first",
        arguments: [
            ("client \"a\"", Connection.Closing.open), ("close client", .clientFIN),
            ("close server", .serverFIN),
            ("client rst", .clientReset), ("server rst", .serverReset),
            ("client fin\nserver rst", .clientFIN),
            ("server rst\nclient rst", .serverReset), ("client fin\nserver fin\nclient ack", .clientFIN),
        ]
    )
    func closing(_ script: String, _ closing: Connection.Closing) throws {
        #expect(try hearOne(script).connection.closing == closing)
    }

    @Test("a reset ends both halves, a FIN only its sender's")
    func closed() throws {
        let reset = try hearOne("client \"a\"\nserver rst").connection
        #expect(reset.closedSides == [.client, .server])
        let finished = try hearOne("client \"a\" fin").connection
        #expect(finished.closedSides == [.client])
    }
}
