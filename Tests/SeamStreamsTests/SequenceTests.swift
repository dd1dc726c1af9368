import SeamBytes
import SeamStreams
import Testing

@Suite("Sequence numbers")
struct SequenceTests {
    @Test(
        "the distance between two numbers is the nearer way round",
        arguments: [
            (0, 0, 0), (1, 0, 1), (0, 1, -1), (0, 0xFFFF_FFFF, 1), (0xFFFF_FFFF, 0, -1),
            (0x7FFF_FFFF, 0, 0x7FFF_FFFF), (0x8000_0000, 0, -0x8000_0000), (5, 0xFFFF_FFFB, 10),
        ] as [(UInt32, UInt32, Int)]
    )
    func distance(_ number: UInt32, _ other: UInt32, _ distance: Int) {
        #expect(SequenceNumber(number).distance(from: SequenceNumber(other)) == distance)
    }

    // RFC 9293 §3.4: arithmetic modulo 2^32. The fourth byte has sequence number 0.
    static let wraps = [
        HalfCase("in order", "client \"abcdef\"\nclient \"gh\"", "abcdef gh", ["new", "new"]),
        HalfCase(
            "out of order around 0",
            "client @3 \"def\"\nclient @0 \"abc\"",
            "abc (def)",
            ["new", "reordered"]
        ),
        HalfCase(
            "sent again from before 0",
            "client \"abcdef\"\nclient @1 \"bcdefg\"",
            "abcdef g",
            ["new", "retransmission"]
        ),
        HalfCase(
            "a gap around 0",
            "client \"ab\"\nclient missed \"cd\"\nclient \"ef\"\nserver ack\nclient ack",
            "ab [2] (ef)",
            ["new", "new"]
        ),
        HalfCase("a FIN behind 0", "client \"abcd\"\nclient fin\nserver ack", "abcd", ["new"]),
    ]

    @Test("the stream goes on where the numbers wrap", arguments: wraps)
    func wrap(_ example: HalfCase) throws {
        let script = "connection client.isn=4294967292\nhandshake\n" + example.script
        let heard = try hear(script, limits: GapTests.impatient)[0]
        #expect(heard.client == example.stream)
        #expect(heard.arrivals == example.arrivals)
        #expect(heard.anomalies == [])
    }

    @Test("an initial number of 2^32 - 1 has its first byte at 0")
    func lastNumber() throws {
        #expect(try hear("connection client.isn=4294967295\nhandshake\nclient \"ab\"")[0].client == "ab")
    }

    @Test("offsets go on beyond 4 GiB")
    func beyond4GiB() throws {
        var script = ""
        for _ in 0..<6 {
            script += "client \"a\"\nclient missed 900_000_000\nclient \"b\"\nserver ack\nclient ack\n"
        }
        script += "client @-1 \"bcd\"\n"
        let heard = try hearOne(script, limits: GapTests.impatient)
        let round = "a [900000000] (b)"
        #expect(heard.client == [String](repeating: round, count: 6).joined(separator: " ") + " cd")
        #expect(heard.connection[.client].next == 6 * 900_000_002 + 2)
        #expect(heard.arrivals.last == "retransmission")
        #expect(heard.anomalies == [])
    }

    @Test(
        "numbers far from the stream are left out and said",
        arguments: [
            // 1001 is the number of offset 0.
            (1001 + (1 << 30) + 4, "tcp.far-ahead"), (1001 + (1 << 31) - 1, "tcp.far-ahead"),
            (1001 &- 100, "tcp.before-start"), (1001 + (1 << 31) + 100, "tcp.before-start"),
        ] as [(UInt32, String)]
    )
    func farNumbers(_ number: UInt32, _ anomaly: String) throws {
        let heard = try hearOne("client \"abc\"\nclient seq=\(number) \"zzz\"\nclient \"def\"")
        #expect(heard.client == "abc def")
        #expect(heard.anomalies == [anomaly])
    }

    @Test("ACKs far from the stream are no evidence", arguments: [1 << 30 + 100, 1 << 31 - 1, (1 << 32) - 5])
    func farACKs(_ offset: Int) throws {
        let heard = try hearOne(
            "client \"abc\"\nserver ack=\(offset)\nclient \"def\"",
            limits: GapTests.impatient
        )
        #expect(heard.client == "abc def")
    }
}
