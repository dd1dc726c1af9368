import SeamStreams
import Testing

/// Joins whose cause is certain (DESIGN section 6).
@Suite("Causes of joins")
struct JoinCauseTests {
    static let cases = nagle + windows + others

    // RFC 896: while a small segment is unacknowledged, small writes wait for its ACK.
    static let nagle = [
        CauseCase(
            testDescription: "two lines leave 0.03 ms after the ACK of a small segment",
            script: CauseCase.atClient + """
                +1ms client "one\\n"
                +20ms server ack
                +0.03ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 nagle"]
        ),
        CauseCase(
            testDescription: "seen at the server, they come a round trip after its ACK left",
            script: CauseCase.atServer + """
                +1ms client "one\\n"
                +0.02ms server ack
                +20.1ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 nagle"]
        ),
        CauseCase(
            testDescription: "seen at the server, they come before the ACK can have arrived: Nagle is off",
            script: CauseCase.atServer + """
                +1ms client "one\\n"
                +0.02ms server ack
                +4ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 batch"]
        ),
        CauseCase(
            testDescription: "half a round trip is no proof: hosts are slower in the handshake than later",
            script: CauseCase.atServer + """
                +1ms client "one\\n"
                +0.02ms server ack
                +10ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 unknown"]
        ),
        CauseCase(
            testDescription:
                "they leave upon an ACK that brings data sooner than the kernel answered the SYN-ACK",
            script: CauseCase.atClient30 + """
                +1ms client "one\\n"
                +20ms server "1\\n"
                +0.02ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 nagle"]
        ),
        CauseCase(
            testDescription: "they leave a little later than that: a program may have been as fast",
            script: CauseCase.atClient30 + """
                +1ms client "one\\n"
                +20ms server "1\\n"
                +0.04ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 unknown"]
        ),
        CauseCase(
            testDescription:
                "as it wrote lines together when nothing held them, so it does in answer to data",
            script: CauseCase.atClient30 + """
                +1ms client "a\\nb\\n"
                +20ms server "1\\n"
                +0.02ms client "two\\nthree\\n"
                """,
            expected: ["join 2@4 batch", "join 8@6 batch"]
        ),
        CauseCase(
            testDescription: "as Nagle's algorithm held its lines before, so it does until data come",
            script: CauseCase.atClient30 + """
                +1ms client "one\\n"
                +20ms server ack
                +0.02ms client "a\\nb\\n"
                +20ms server "1\\n"
                +0.05ms client "two\\nthree\\n"
                """,
            expected: ["join 6@6 nagle", "join 12@8 nagle"]
        ),
        CauseCase(
            testDescription:
                "data came behind the ACK and before they left: the program may have answered them",
            script: CauseCase.atClient30 + """
                +1ms client "one\\n"
                +20ms server ack
                +0.03ms server "1\\n"
                +0.04ms client "two\\nthree\\n"
                """,
            expected: ["join 8@7 unknown"]
        ),
        CauseCase(
            testDescription:
                "a probe for the one lost segment takes what Nagle's algorithm held (RFC 8985 §7.3)",
            script: CauseCase.atClient30 + """
                +1ms client "one\\n"
                +300ms client "two\\nthree\\n"
                """,
            expected: ["join 8@5 unknown"]
        ),
        CauseCase(
            testDescription: "they leave half a millisecond after an answer: the program wrote them then",
            script: CauseCase.atClient + """
                +1ms client "one\\n"
                +20ms server "1\\n"
                +0.5ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 batch"]
        ),
        CauseCase(
            testDescription: "seen at the server, either may be: the answer, or the ACK that came with it",
            script: CauseCase.atServer + """
                +1ms client "one\\n"
                +0.02ms server "1\\n"
                +20.1ms client "two\\nthree\\n"
                """,
            expected: ["join 8@6 unknown"]
        ),
        CauseCase(
            testDescription: "a FIN takes along what waited",
            script: CauseCase.atClient + """
                +1ms client "one\\n"
                +1ms client fin "two\\nthree\\n"
                """,
            expected: ["join 8@5 nagle"]
        ),
    ]

    static let windows = [
        CauseCase(
            testDescription:
                "ten small segments are in flight (RFC 6928), and two lines leave upon the first ACK",
            script: CauseCase.atClient + (0..<10).map { _ in "+1ms client \"abc\\n\"\n" }.joined() + """
                +11ms server ack=4
                +0.03ms client "b\\nc\\n"
                """,
            expected: ["join 42@15 congestion"]
        ),
        CauseCase(
            testDescription: "with Nagle off and few segments in flight nothing waits",
            script: CauseCase.atClient + """
                +1ms client "one\\n"
                +1ms client "two\\n"
                +18ms server ack=4
                +0.03ms client "three\\nfour\\n"
                """,
            expected: ["join 14@7 batch"]
        ),
        CauseCase(
            testDescription: "the window is full, then it opens",
            script: """
                connection mss=1460 rtt=20ms server.win=100
                handshake
                +1ms client "x"*99 "\\n"
                +20ms server ack win=0
                +50ms server ack win=1000
                +0.03ms client "two\\nthree\\n"
                """,
            expected: ["join 104@7 window"]
        ),
    ]

    static let others = [
        CauseCase(
            testDescription: "a small segment is in flight, and a full one leaves without an ACK",
            script: CauseCase.atClient + """
                +1ms client "one\\n"
                +0.1ms client ("x"*729 "\\n")*2
                """,
            expected: ["join 734@5 backlog"]
        ),
        CauseCase(
            testDescription: "nothing is in flight",
            script: CauseCase.atClient + "+1ms client \"one\\ntwo\\n\"\n",
            expected: ["join 4@4 batch"]
        ),
        CauseCase(
            testDescription: "the piece is larger than the peer takes",
            script: CauseCase.atClient + "+1ms client (\"x\"*999 \"\\n\")*2\n",
            expected: ["join 1000@4 offload"]
        ),
        CauseCase(
            testDescription: "two small segments were lost, and one that holds both fills their hole",
            script: CauseCase.atServer + """
                +1ms client "one\\n"
                +0.02ms server ack
                +20ms client lost "two\\n"
                +0ms client lost "dos\\n"
                +20ms client "three\\n"
                +0.02ms server ack=4
                +200ms client @4 "two\\ndos\\n"
                """,
            expected: ["join 8@8 retransmit"]
        ),
        CauseCase(
            testDescription: "only one side is in the capture",
            script: "capture only=client\n" + CauseCase.atClient + """
                +1ms client "one\\n"
                +20ms server ack
                +0.03ms client "two\\nthree\\n"
                """,
            expected: ["join 8@4 unknown"]
        ),
        CauseCase(
            testDescription: "the capture starts with the segment",
            script: "connection\n+1ms client \"one\\ntwo\\n\"\n+20ms server ack\n",
            expected: ["join 4@1 unknown"]
        ),
    ]

    @Test("a join has the cause that its evidence proves, and no other", arguments: cases)
    func cause(_ example: CauseCase) throws {
        let judged = try Judged(example.script, codec: example.codec)
        #expect(judged.seams == example.expected)
        let causes = example.expected.compactMap { $0.split(separator: " ").last }
        #expect(judged.counts == Dictionary(causes.map { ("join \($0)", 1) }) { $0 + $1 })
    }

    @Test("where a capture was taken is told by which half of the handshake is fast")
    func point() throws {
        let client = try Judged(CauseCase.atClient + "+1ms client \"one\\n\"\n")
        #expect(client.point == .client && client.percent == 99)
        let server = try Judged(CauseCase.atServer + "+1ms client \"one\\n\"\n")
        #expect(server.point == .server && server.percent == 99)
        let middle = "connection\nclient syn\n+9ms server syn\n+10ms client ack\n+1ms client \"one\\n\"\n"
        #expect(try Judged(middle).point == .unknown)
        #expect(try Judged("connection\nclient \"one\\n\"\n").point == .unknown)
    }
}
