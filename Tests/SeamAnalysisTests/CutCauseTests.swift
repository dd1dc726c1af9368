import Testing

/// Cuts whose cause is certain (DESIGN section 6).
@Suite("Causes of cuts")
struct CutCauseTests {
    static let cases = [
        CauseCase(
            testDescription: "the segment before is full",
            script: CauseCase.atClient + "+1ms client \"x\"*1460\n+0.01ms client \"x\"*10 \"\\n\"\n",
            expected: ["cut 1460@4 mss"]
        ),
        CauseCase(
            testDescription: "timestamps take 12 bytes of each segment",
            script: """
                connection mss=1460 rtt=20ms timestamps
                handshake
                +1ms client "x"*1448
                +0.01ms client "x"*10 "\\n"
                """,
            expected: ["cut 1448@4 mss"]
        ),
        CauseCase(
            testDescription: "a short segment with PSH, and room for more",
            script: CauseCase.atClient + "+1ms client \"GET \"\n+1ms client \"/\\n\"\n",
            expected: ["cut 4@4 write"]
        ),
        CauseCase(
            testDescription: "a short segment without PSH",
            script: CauseCase.atClient + "+1ms client flags=A \"GET \"\n+1ms client \"/\\n\"\n",
            expected: ["cut 4@4 unknown"]
        ),
        CauseCase(
            testDescription: "the window is full",
            script: """
                connection mss=1460 rtt=20ms server.win=100
                handshake
                +1ms client "x"*100
                +20ms server ack win=0
                +50ms server ack win=1000
                +0.03ms client "y\\n"
                """,
            expected: ["cut 100@4 window"]
        ),
        CauseCase(
            testDescription: "the piece is larger than the peer takes",
            script: CauseCase.atClient + "+1ms client \"x\"*2920\n+0.1ms client \"y\\n\"\n",
            expected: ["cut 2920@4 offload"]
        ),
        CauseCase(
            testDescription: "a retransmission brought more than was sent before, and ended inside the line",
            script: CauseCase.atClient + """
                +1ms client "one"
                +300ms client @0 "one two"
                +20ms server ack
                +0.1ms client " three\\n"
                """,
            expected: ["cut 3@4 write", "cut 7@5 retransmit"]
        ),
        CauseCase(
            testDescription: "the capture missed the middle of a message",
            script: CauseCase.atClient + """
                +1ms client <01 06> "ab"
                +0ms client missed "cd"
                +0ms client "ef"
                +20ms server ack
                """,
            codec: "tlc",
            expected: ["cut 4@4 gap"]
        ),
    ]

    @Test("a cut has the cause that its evidence proves, and no other", arguments: cases)
    func cause(_ example: CauseCase) throws {
        let judged = try Judged(example.script, codec: example.codec)
        #expect(judged.seams == example.expected)
        #expect(judged.counts.values.reduce(0, +) == example.expected.count)
    }

    // RFC 1122 §4.2.3.2 lets a receiver delay its ACK, and Nagle's algorithm waits for it.
    @Test("the rest of a message that waited for a delayed ACK is a stall")
    func stall() throws {
        let rest = "+0.03ms client \"/\\n\"\n"
        let waited = try Judged(CauseCase.atClient + "+1ms client \"GET \"\n+40ms server ack\n" + rest)
        #expect(waited.seams == ["cut 4@4 write"])
        #expect(waited.stalls == [40])
        let later = try Judged(
            CauseCase.atClient + "+1ms client \"GET \"\n+20ms server ack\n+20ms client \"/\\n\"\n"
        )
        #expect(later.seams == ["cut 4@4 write"])
        #expect(later.stalls.isEmpty)
    }

    @Test("the cuts of a message in more segments than are remembered are counted with their causes")
    func many() throws {
        let segments = 5000
        let script = """
            connection mss=10 rtt=20ms
            handshake
            client "x"*\(segments * 10) cut=mss
            client "\\n"
            """
        let judged = try Judged(script, codec: "delimiter:bytes=0a,max=1M")
        #expect(judged.counts == ["cut mss": segments])
        #expect(Set(judged.seams.compactMap { $0.split(separator: " ").last }) == ["mss"])
    }
}
