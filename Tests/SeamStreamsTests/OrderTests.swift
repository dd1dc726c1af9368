import SeamBytes
import SeamStreams
import Testing

/// What a client sends behind a handshake, and what the half delivers.
struct HalfCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var stream: String
    var arrivals: [String]
    var anomalies: [String] = []

    init(
        _ description: String,
        _ script: String,
        _ stream: String,
        _ arrivals: [String],
        anomalies: [String] = []
    ) {
        testDescription = description
        self.script = script
        self.stream = stream
        self.arrivals = arrivals
        self.anomalies = anomalies
    }
}

@Suite("Order, duplicates and overlaps")
struct OrderTests {
    // RFC 9293 §3.4: bytes stand where their sequence number says, whenever they come.
    static let cases = [
        HalfCase("in order", "client \"abc\"\nclient \"def\"", "abc def", ["new", "new"]),
        HalfCase(
            "two segments that changed places",
            "client @3 \"def\"\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "reordered"]
        ),
        HalfCase(
            "three segments from the last to the first",
            "client @4 \"ef\"\nclient @2 \"cd\"\nclient @0 \"ab\"",
            "ab (cd) (ef)",
            ["new", "reordered", "reordered"]
        ),
        HalfCase(
            "the same segment again",
            "client \"abc\"\nclient @0 \"abc\"",
            "abc",
            ["new", "retransmission"]
        ),
        HalfCase(
            "the same waiting segment again",
            "client @3 \"def\"\nclient @3 \"def\"\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "retransmission", "reordered"]
        ),
        HalfCase(
            "sent again with a new tail",
            "client \"abc\"\nclient @0 \"abcdef\"",
            "abc def",
            ["new", "retransmission"]
        ),
        HalfCase(
            "sent again from the middle with a new tail",
            "client \"abc\"\nclient @2 \"cde\"",
            "abc de",
            ["new", "retransmission"]
        ),
        HalfCase(
            "two segments sent again as one",
            "client \"abc\"\nclient \"def\"\nclient @0 \"abcdef\"",
            "abc def",
            ["new", "new", "retransmission"]
        ),
        HalfCase(
            "a waiting segment sent again with a new tail",
            "client @3 \"def\"\nclient @3 \"defgh\"\nclient @0 \"abc\"",
            "abc (def) (gh)",
            ["new", "reordered", "reordered"]
        ),
        HalfCase(
            "one segment that fills the hole and covers what waited",
            "client @2 \"cd\"\nclient @0 \"abcdef\"",
            "ab (cd) (ef)",
            ["new", "reordered"]
        ),
        HalfCase(
            "two waiting segments with other bytes: the first stays",
            "client @3 \"def\"\nclient @3 other \"dXf\"\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "retransmission", "reordered"],
            anomalies: ["tcp.overlap-conflict"]
        ),
        HalfCase(
            "a segment that fills the hole, with other bytes where some waited",
            "client @2 \"cd\"\nclient @0 other \"abXXef\"",
            "ab (cd) (ef)",
            ["new", "reordered"],
            anomalies: ["tcp.overlap-conflict"]
        ),
        HalfCase(
            "a keep-alive with a byte of no meaning",
            "client \"abc\"\nserver ack\nclient keepalive <00>\nclient \"def\"",
            "abc def",
            ["new", "probe", "new"]
        ),
        HalfCase(
            "a keep-alive before any data",
            "client keepalive <00>\nclient \"abc\"",
            "abc",
            ["probe", "new"]
        ),
        HalfCase(
            "a keep-alive without a byte",
            "client \"abc\"\nclient keepalive\nclient \"def\"",
            "abc def",
            ["new", "new"]
        ),
        HalfCase(
            "a zero-window probe carries the next byte; it is not taken twice",
            "client \"abc\"\nserver ack win=0\nclient probe \"d\"\nserver ack\nserver ack win=900\nclient \"def\"",
            "abc d ef",
            ["new", "probe", "retransmission"]
        ),
        HalfCase(
            "urgent data stays in line",
            "client \"abc\" flags=PAU\nclient \"def\"",
            "abc def",
            ["new", "new"]
        ),
        HalfCase(
            "data of a reset is delivered, as Wireshark does",
            "client \"abc\"\nclient rst \"why\"",
            "abc why",
            ["new", "new"]
        ),
    ]

    @Test("what is delivered, and how it came", arguments: cases)
    func deliver(_ example: HalfCase) throws {
        let heard = try hearOne(example.script)
        #expect(heard.client == example.stream)
        #expect(heard.arrivals == example.arrivals)
        #expect(heard.anomalies == example.anomalies)
    }

    @Test("a segment that brings two runs has one hull, from its first to its last new byte")
    func hulls() throws {
        // packet 4        |--|          cd
        // packet 5    |----------|      abcdef
        let heard = try hearOne("client @2 \"cd\"\nclient @0 \"abcdef\"")
        #expect(heard.carriers == ["5:0..<2 hull 0..<6", "4:2..<4", "5:4..<6 hull 0..<6"])
    }

    @Test("a retransmission carries only what it brings first")
    func carriersOfRetransmissions() throws {
        let heard = try hearOne("client \"abc\"\nclient @0 \"abcdef\"\nclient @0 \"abcdef\"")
        #expect(heard.carriers == ["4:0..<3", "5:3..<6"])
    }

    @Test("one late segment that fills a hole is one delivery with all that waited")
    func deliveries() throws {
        let heard = try hearOne(
            "client \"ab\"\nclient @4 \"ef\"\nclient @6 \"gh\"\nclient @2 \"cd\"\nclient \"ij\""
        )
        #expect(heard.client == "ab cd (ef) (gh) ij")
        #expect(heard.connection[.client].deliveries == 3)
    }

    @Test("both halves are put in order apart from each other")
    func halves() throws {
        let heard = try hearOne("client @3 \"def\"\nserver \"123\"\nclient @0 \"abc\"\nserver \"456\"")
        #expect(heard.client == "abc (def)")
        #expect(heard.server == "123 456")
    }
}
