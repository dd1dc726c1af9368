import SeamAnalysis
import SeamBytes
import Testing

/// Framings found from bytes whose framing is known because the test wrote them.
@Suite struct InferTests {
    /// Numbers that are the same in every run (Steele and others, "Fast Splittable Pseudorandom Number Generators").
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

    /// A run of messages, one to three of which come between two pauses.
    static func run(
        _ messages: [[UInt8]],
        stream: Int = 0,
        from side: Side = .client,
        _ seed: UInt64 = 1
    ) -> InferRun {
        var random = Seeded(state: seed)
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for message in messages {
            bytes += message
            if Int.random(in: 0..<3, using: &random) > 0 { ends.append(bytes.count) }
        }
        if ends.last != bytes.count { ends.append(bytes.count) }
        return InferRun(stream: stream, from: side, bytes: bytes, ends: ends)
    }

    static func random(_ count: Int, _ random: inout Seeded) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    static func text(_ count: Int, _ random: inout Seeded) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0x61...0x7a, using: &random) }
    }

    /// Twenty messages with a number of `width` bytes behind `before` bytes, `extra` less than what follows it.
    static func framed(
        before: [UInt8],
        width: Int,
        little: Bool = false,
        extra: Int = 0,
        _ seed: UInt64
    ) -> [[UInt8]] {
        var source = Seeded(state: seed)
        return (0..<20).map { _ in
            let content = random(Int.random(in: 8..<200, using: &source), &source)
            let number = content.count - extra
            var digits = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            if !little { digits.reverse() }
            return before + digits + content
        }
    }

    static func spec(_ runs: [InferRun]) -> String? { Infer.answer(runs).halves.first?.answer?.spec }

    @Test("a 4-byte number at any offset and in either order is found")
    func lengths() {
        let magic: [UInt8] = [0xca, 0xfe, 0x01]
        #expect(Self.spec([Self.run(Self.framed(before: [], width: 4, 1))]) == "length:width=4")
        #expect(
            Self.spec([Self.run(Self.framed(before: magic, width: 4, little: true, 2))])
                == "length:offset=3,width=4,order=little"
        )
        #expect(Self.spec([Self.run(Self.framed(before: magic, width: 2, 3))]) == "length:offset=3,width=2")
    }

    @Test("a number that counts the whole message, or leaves some bytes out, is found with what to add")
    func adjusted() {
        #expect(
            Self.spec([Self.run(Self.framed(before: [], width: 4, extra: -4, 4))])
                == "length:width=4,counts=frame"
        )
        #expect(
            Self.spec([Self.run(Self.framed(before: [7], width: 2, extra: 3, 5))])
                == "length:offset=1,width=2,adjust=3"
        )
    }

    @Test("leading zeros of a number are no empty messages", arguments: [(2, 10), (4, 1), (4, 200), (8, 9)])
    func leadingZeros(_ digits: Int, _ longest: Int) {
        var source = Seeded(state: 7)
        let contents = (0..<20).map { _ in Self.text(Int.random(in: 1...longest, using: &source), &source) }
        let glued = { (messages: [[UInt8]]) in
            let bytes = messages.flatMap(\.self)
            return [InferRun(stream: 0, from: .client, bytes: bytes, ends: [bytes.count / 2, bytes.count])]
        }
        let binary = contents.map { (0..<digits - 1).map { _ in 0 } + [UInt8($0.count)] + $0 }
        #expect(["length:width=\(digits)", nil].contains(Self.spec(glued(binary))))
        let decimal = contents.map { content in
            let text = Array("\(content.count)".utf8)
            return [UInt8](repeating: 0x30, count: max(0, digits - text.count)) + text + content
        }
        #expect(["length:digits=\(digits)", nil].contains(Self.spec(glued(decimal))))
    }

    @Test("one message whose length has leading zeros is too little to tell how many are the length's")
    func oneMessage() { #expect(Self.spec([Self.run([[0, 0, 0, 2, 0x68, 0x69]])]) == nil) }

    @Test("delimiters are found, and the longer of two that cut alike is named")
    func delimiters() {
        var source = Seeded(state: 6)
        for (mark, spec) in [
            ([0x0d, 0x0a], "delimiter:bytes=0d0a"), ([0x0a], "delimiter:bytes=0a"),
            ([0xff], "delimiter:bytes=ff"), ([0x03], "delimiter:bytes=03"),
            ([0x0d, 0x0a, 0x0d, 0x0a], "delimiter:bytes=0d0a0d0a"),
        ] as [([UInt8], String)] {
            let messages = (0..<20).map { _ in
                Self.text(Int.random(in: 3..<90, using: &source), &source) + mark
            }
            #expect(Self.spec([Self.run(messages)]) == spec)
        }
    }

    @Test("several connections are evidence together, each too short by itself")
    func connections() {
        let messages = Self.framed(before: [1], width: 2, 7)
        let runs = (0..<5).map { Self.run(Array(messages[4 * $0..<4 * $0 + 4]), stream: $0, UInt64($0)) }
        #expect(Self.spec(runs) == "length:offset=1,width=2")
    }

    @Test("the halves may be framed differently, and then there is no spec for both")
    func halves() {
        var source = Seeded(state: 8)
        let lines = (0..<20).map { _ in Self.text(Int.random(in: 3..<60, using: &source), &source) + [0x0a] }
        let answer = Infer.answer([
            Self.run(lines), Self.run(Self.framed(before: [], width: 4, 9), from: .server),
        ])
        #expect(answer.halves.map { $0.answer?.spec } == ["delimiter:bytes=0a", "length:width=4"])
        #expect(answer.spec == nil)
    }

    @Test("random bytes have no framing", arguments: 1...6)
    func random(_ seed: Int) {
        var source = Seeded(state: UInt64(seed))
        let pieces = (0..<20).map { _ in Self.random(Int.random(in: 20..<300, using: &source), &source) }
        let half = Infer.answer([Self.run(pieces)]).halves[0]
        #expect(half.answer == nil)
        #expect(half.outcome == .random)
    }

    @Test("three bytes are too little to tell")
    func little() { #expect(Infer.answer([Self.run([[1, 2, 3]])]).halves[0].outcome == .tooLittle) }

    @Test("where a number was too great for its byte the framing is still named, and the place")
    func overflow() {
        var source = Seeded(state: 10)
        var messages = (0..<20).map { _ -> [UInt8] in
            let content = Self.random(Int.random(in: 8..<200, using: &source), &source)
            return [1, UInt8(content.count)] + content
        }
        let start = messages[..<12].reduce(0) { $0 + $1.count }
        messages[12] = [1, 44] + Self.random(300, &source)
        let run = Self.run(messages, 3)
        let alone = InferRun(
            stream: 0,
            from: .client,
            bytes: run.bytes,
            ends: Set(run.ends + [start, start + 302]).sorted()
        )
        let answer = Infer.answer([alone]).halves[0].answer
        #expect(answer?.spec == "length:offset=1,width=1")
        #expect(answer?.firstBreak?.offset == start)
    }

    @Test("what connections begin with is passed over, also where it differs from one to the next")
    func greetings() {
        var source = Seeded(state: 12)
        let runs = (0..<4).map { index in
            let greeting = Self.text(7 + 5 * index, &source)
            return Self.run(
                [greeting] + Self.framed(before: [9], width: 4, UInt64(20 + index)),
                stream: index
            )
        }
        #expect(Self.spec(runs) == "length:offset=1,width=4,preamble=any")
        let same = (0..<4).map { index in
            Self.run(
                [Array("HELLO v1".utf8)] + Self.framed(before: [9], width: 4, UInt64(30 + index)),
                stream: index
            )
        }
        #expect(Self.spec(same) == "length:offset=1,width=4,preamble=8")
    }

    @Test("lines that say how long the next one is are not messages")
    func severalLines() {
        var source = Seeded(state: 13)
        let messages = (0..<30).map { _ -> [UInt8] in
            let words = (0..<Int.random(in: 1..<4, using: &source)).map { _ in
                Self.text(Int.random(in: 1..<30, using: &source), &source)
            }
            let head = Array("*\(words.count)\r\n".utf8)
            return words.reduce(head) { $0 + Array("$\($1.count)\r\n".utf8) + $1 + [0x0d, 0x0a] }
        }
        let half = Infer.answer([Self.run(messages)]).halves[0]
        #expect(half.answer == nil)
        #expect(half.outcome == .severalLines)
    }

    @Test("constants, counters and lengths of a header are recognised")
    func header() {
        var source = Seeded(state: 11)
        let messages = (0..<30).map { index -> [UInt8] in
            let content = Self.random(Int.random(in: 8..<200, using: &source), &source)
            return [
                0xca, 0xfe, UInt8(index), UInt8.random(in: 1...3, using: &source), 0, UInt8(content.count),
            ] + content
        }
        let half = Infer.answer([Self.run(messages)]).halves[0]
        let roles = half.header.map { [$0.offset, $0.width] }
        #expect(half.answer?.spec == "length:offset=4,width=2")
        #expect(half.header.map(\.role).prefix(4) == [.constant, .counter, .type, .length])
        #expect(roles.prefix(4) == [[0, 2], [2, 1], [3, 1], [4, 2]])
    }

    @Test(
        "bytes that are hostile to every hypothesis end soon",
        arguments: [0x00, 0xff, 0x0a, 0x31] as [UInt8]
    )
    func hostile(_ byte: UInt8) {
        let run = InferRun(
            stream: 0,
            from: .client,
            bytes: [UInt8](repeating: byte, count: 20_000),
            ends: Array(stride(from: 7, through: 20_000, by: 13))
        )
        #expect(Infer.answer([run]).halves.count == 1)
    }
}
