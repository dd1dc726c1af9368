import SeamBytes
import SeamStreams
import Testing

/// Whatever is lost in this suite was lost to the capture, unless the case says otherwise.
@Suite("Gaps and the evidence for them")
struct GapTests {
    /// Patience of no packet: what the other side acknowledged is a gap at once.
    static var impatient: StreamLimits {
        var limits = StreamLimits()
        limits.patience = 0
        return limits
    }

    // DESIGN section 5: bytes that were acknowledged and never appear are a gap.
    static let cases = [
        HalfCase(
            "acknowledged bytes that never came",
            "client \"abc\"\nclient missed \"def\"\nclient \"ghi\"\nserver ack\nclient \"jkl\"",
            "abc [3] (ghi) jkl",
            ["new", "new", "new"]
        ),
        HalfCase(
            "a hole that the end of the capture leaves",
            "client \"abc\"\nclient lost \"def\"\nclient \"ghi\"",
            "abc [3] (ghi)",
            ["new", "new"]
        ),
        HalfCase(
            "two holes that one ACK covers",
            "client \"a\"\nclient missed \"b\"\nclient \"c\"\nclient missed \"d\"\nclient \"e\"\nserver ack\nclient ack",
            "a [1] (c) [1] (e)",
            ["new", "new", "new"]
        ),
        HalfCase(
            "a hole at the start",
            "client missed \"abc\"\nclient \"def\"\nserver ack",
            "[3] (def)",
            ["new"]
        ),
        HalfCase(
            "data of the other side is no proof of loss",
            "client lost \"abc\"\nclient \"def\"\nserver \"x\"\nserver \"y\"\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "new", "new", "reordered"]
        ),
        HalfCase(
            "duplicate ACKs at the hole are no proof of loss either",
            "client lost \"abc\"\nclient \"def\"\nserver ack\nserver ack\nserver ack\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "reordered"]
        ),
        HalfCase(
            "an ACK of a part of the hole does not open it",
            "client lost \"abcd\"\nclient \"ef\"\nserver ack=2\nserver ack=2\nclient @0 \"abcd\"",
            "abcd (ef)",
            ["new", "reordered"]
        ),
        HalfCase(
            "acknowledged bytes behind the last segment",
            "client \"abc\"\nserver ack=10",
            "abc [7]",
            ["new"]
        ),
        HalfCase(
            "one byte acknowledged behind the last segment is rather a FIN",
            "client \"abc\"\nserver ack=4",
            "abc",
            ["new"]
        ),
        HalfCase(
            "a FIN behind bytes that never came",
            "client \"abc\"\nclient missed \"def\"\nclient fin\nserver ack",
            "abc [3]",
            ["new"]
        ),
        HalfCase(
            "bytes that come after they were given up are left out",
            "client \"a\"\nclient missed \"b\"\nclient \"c\"\nserver ack\nclient ack\nclient @1 \"b\"\nclient \"d\"",
            "a [1] (c) d",
            ["new", "new", "retransmission", "new"]
        ),
        HalfCase(
            "bytes that the snap length cut off",
            "client \"abcdef\" captured=2\nclient \"ghi\"",
            "ab [4] ghi",
            ["new", "new"]
        ),
        HalfCase(
            "a segment of which only the header was captured",
            "client \"abc\"\nclient \"def\" captured=0\nclient \"ghi\"",
            "abc [3] ghi",
            ["new", "new", "new"]
        ),
        HalfCase(
            "a cut segment that waited",
            "client @3 \"defg\" captured=2\nclient @0 \"abc\"\nclient \"hij\"",
            "abc (de) [2] hij",
            ["new", "reordered", "new"]
        ),
        HalfCase(
            "a waiting segment of which only the header was captured",
            "client @3 \"def\" captured=0\nclient @0 \"abc\"\nclient \"ghi\"",
            "abc [3] ghi",
            ["new", "reordered", "new"]
        ),
        HalfCase(
            "a cut segment before one that waited",
            "client @6 \"ghi\"\nclient @0 \"abcdef\" captured=4",
            "abcd [2] (ghi)",
            ["new", "reordered"]
        ),
        HalfCase(
            "a cut segment over one that waited",
            "client @2 \"cd\"\nclient @0 \"abcdefgh\" captured=5",
            "ab (cd) (e) [3]",
            ["new", "reordered"]
        ),
    ]

    @Test("what is delivered, and where the gaps are", arguments: cases)
    func deliver(_ example: HalfCase) throws {
        let heard = try hearOne(example.script, limits: Self.impatient)
        #expect(heard.client == example.stream)
        #expect(heard.arrivals == example.arrivals)
        #expect(heard.anomalies == example.anomalies)
    }

    @Test("every byte of the half is either there or missing")
    func total() throws {
        for example in Self.cases {
            let half = try hearOne(example.script, limits: Self.impatient).connection[.client]
            #expect(half.bytes + half.missing == half.next, "\(example.testDescription)")
        }
    }

    @Test(
        "an ACK captured before its data is patiently waited on",
        arguments: [
            // The hole is filled by the third packet behind the ACK: too late for a patience of two.
            (3, "a b (c)"), (2, "a [1] (c)"),
        ]
    )
    func patience(_ patience: Int, _ stream: String) throws {
        var limits = StreamLimits()
        limits.patience = patience
        let script =
            "client \"a\"\nclient missed \"b\"\nclient \"c\"\nserver ack\nserver ack\nserver ack\nclient @1 \"b\""
        #expect(try hearOne(script, limits: limits).client == stream)
    }

    @Test("an ACK of data that no packet brought yet does no harm")
    func earlyACK() throws {
        let heard = try hearOne("server ack=6\nclient \"abc\"\nclient \"def\"", limits: Self.impatient)
        #expect(heard.client == "abc def")
        #expect(heard.connection[.client].missing == 0)
    }

    @Test("a gap and what waited behind it are no delivery of the packet before")
    func deliveries() throws {
        // a | gap, c | d: three times the stream grew.
        let script = "client \"a\"\nclient missed \"b\"\nclient \"c\"\nserver ack\nclient ack\nclient \"d\""
        #expect(try hearOne(script, limits: Self.impatient).connection[.client].deliveries == 3)
        // ab | ef behind what was cut off.
        let cut = try hearOne("client @4 \"ef\"\nclient @0 \"abcd\" captured=2")
        #expect(cut.client == "ab [2] (ef)")
        #expect(cut.connection[.client].deliveries == 2)
    }

    @Test("segments that are cut and out of order do not pile up")
    func cutSegments() throws {
        // Every segment is cut; once the first hole is filled, nothing waits any more, though nothing is acknowledged.
        var script = "client @100 \"x\"*100 captured=10\nclient @0 \"x\"*100 captured=10\n"
        for _ in 0..<50 { script += "client \"x\"*100 captured=10\n" }
        let heard = try hearOne(script)
        let half = heard.connection[.client]
        #expect(heard.peakHeld == 10 + 256)
        #expect(half.bytes == 52 * 10)
        #expect(half.missing == 52 * 90)
    }

    @Test("without a hole there is nothing to give up")
    func giveUp() {
        var half = Half()
        let hadHole = half.giveUpFirstHole()
        let hasDelivery = half.hasDelivery
        #expect(!hadHole)
        #expect(!hasDelivery)
    }
}
