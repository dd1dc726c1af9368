import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Vectors marked [2c] are those of reference/decoders.md, 2c.
@Suite struct DelimiterTests {
    static let crlf: [UInt8] = [0x0d, 0x0a]
    static let lf: [UInt8] = [0x0a]
    static let nul: [UInt8] = [0]

    /// What the format's words say, byte by byte: the first end of a delimiter, there the longest.
    static func specified(_ bytes: [UInt8], _ delimiters: [[UInt8]], maximum: Int) -> [String] {
        var units: [String] = []
        var start = 0
        for end in 1..<max(1, bytes.count + 1) {
            let message = bytes[start..<end]
            let found = delimiters.filter { message.count >= $0.count && message.suffix($0.count) == $0[...] }
            guard let longest = found.map(\.count).max() else { continue }
            let content = message.dropLast(longest)
            let said =
                content.count > maximum
                ? "undecoded delimiter.too-long" : "<\(String(decoding: content, as: UTF8.self))>"
            units.append("\(start)..<\(end) \(said)")
            start = end
        }
        guard start < bytes.count else { return units }
        let longest = delimiters.map(\.count).max() ?? 1
        let isTooLong = bytes.count - start - longest + 1 > maximum
        return units + [
            "\(start)..<\(bytes.count) " + (isTooLong ? "undecoded delimiter.too-long" : "leftover")
        ]
    }

    @Test("the default ends messages with the byte ff; what has no end yet is left over")
    func byDefault() {
        let pieces: [[UInt8]] = [[0x68, 0x69, 0xff, 0xff, 0x61], [0x62]]
        #expect(
            FrameProbe.units(DelimiterDecoder(), pieces) == ["0..<3 <hi>", "3..<4 <>", "4..<6 leftover"]
        )
        #expect(
            FrameProbe.units(DelimiterDecoder(), pieces, end: .closed).last
                == "4..<6 leftover stream.unfinished"
        )
    }

    @Test(
        "CRLF and LF: the shortest content wins, as in Netty [2c]",
        arguments: [
            (["TestLine\r\ng\r\n"], ["0..<10 <TestLine>", "10..<13 <g>"]),
            (["Test", "Line\r\ng\r\n"], ["0..<10 <TestLine>", "10..<13 <g>"]),
            (["first\r\nsecond\nthird"], ["0..<7 <first>", "7..<14 <second>", "14..<19 leftover"]),
            (["\nabcna\r\n"], ["0..<1 <>", "1..<8 <abcna>"]),
            (["line\r\n.\r\n"], ["0..<6 <line>", "6..<9 <.>"]),
            (["huu", "haa\r", "\nhuuhaa\r\n"], ["0..<8 <huuhaa>", "8..<16 <huuhaa>"]),
        ]
    )
    func nettyLines(pieces: [String], expected: [String]) {
        for delimiters in [[Self.crlf, Self.lf], [Self.lf, Self.crlf]] {
            let bytes = pieces.map { Array($0.utf8) }
            #expect(FrameProbe.units(DelimiterDecoder(delimiters), bytes) == expected)
            let joined = Array(bytes.joined())
            #expect(Rechunk.counterexample(joined) { DelimiterDecoder(delimiters) } == nil)
        }
    }

    @Test("a delimiter that is not stripped is part of the content, never of the limit [2c]")
    func kept() {
        let kept = DelimiterDecoder([Self.crlf, Self.lf], maximum: 8, isStripped: false)
        #expect(
            FrameProbe.units(kept, "TestLine\r\ng\r\n") == ["0..<10 <TestLine\r\n>", "10..<13 <g\r\n>"]
        )
        // Netty, max 2: 00 01 02, 03 04, 0a, then "5", LF.
        let two = DelimiterDecoder([Self.lf], maximum: 2, isStripped: false)
        let pieces: [[UInt8]] = [[0, 1, 2], [3, 4], [0x0a], [0x35], [0x0a]]
        #expect(FrameProbe.units(two, pieces) == ["0..<6 undecoded delimiter.too-long", "6..<8 <5\n>"])
    }

    @Test("a message over the limit is one undecoded unit up to its delimiter, and decoding goes on [2c]")
    func tooLong() {
        let sixteen = DelimiterDecoder([Self.crlf, Self.lf], maximum: 16)
        #expect(
            FrameProbe.units(sixteen, "12345678901234567890\r\nfirst\nsecond")
                == ["0..<22 undecoded delimiter.too-long", "22..<28 <first>", "28..<34 leftover"]
        )
        #expect(
            FrameProbe.units(sixteen, "12345678901234567", "890\r\nfirst\r\n")
                == ["0..<22 undecoded delimiter.too-long", "22..<29 <first>"]
        )
        #expect(
            FrameProbe.units(sixteen, "12345678901234567", "890", "123\r\nfirst\r\n")
                == ["0..<25 undecoded delimiter.too-long", "25..<32 <first>"]
        )
        #expect(
            FrameProbe.units(DelimiterDecoder([Self.nul], maximum: 1), "\u{1}\u{2}", "\0A\0")
                == ["0..<3 undecoded delimiter.too-long", "3..<5 <A>"]
        )
    }

    @Test("content of exactly the limit is a message though its CRLF is cut, where Netty says too long [2c]")
    func exactlyTheLimit() {
        let sixteen = DelimiterDecoder([Self.crlf], maximum: 16)
        let expected = ["0..<18 <1234567890123456>", "18..<21 <x>"]
        #expect(FrameProbe.units(sixteen, "1234567890123456\r\nx\r\n") == expected)
        #expect(FrameProbe.units(sixteen, "1234567890123456\r", "\nx\r\n") == expected)
        #expect(
            FrameProbe.units(sixteen, "12345678901234567\r", "\nx\r\n")
                == ["0..<19 undecoded delimiter.too-long", "19..<22 <x>"]
        )
    }

    @Test("a CRLF that is cut ends what is discarded, where Netty swallows the next message [2c]")
    func cutWhileDiscarding() {
        #expect(
            FrameProbe.units(DelimiterDecoder([Self.crlf], maximum: 4), "1234567", "89\r", "\ngood\r\n")
                == ["0..<11 undecoded delimiter.too-long", "11..<17 <good>"]
        )
    }

    @Test(
        "whatever the delimiters, the first end wins and there the longest, in every cut",
        arguments: [
            ["\n"], ["\r\n"], ["\r\n", "\n"], ["\n", "\0"], ["aba"], ["aa", "ab"], ["abc", "b"],
            ["ab", "bc", "c"],
            ["a", "aa", "baa"], ["abab", "bab", "ba"], ["\n", "\n"],
        ]
    )
    func asSpecified(texts: [String]) {
        let delimiters = texts.map { Array($0.utf8) }
        let alphabet = Array(Set(delimiters.joined()).sorted()) + [0x78]
        for bytes in FrameProbe.streams(of: alphabet, count: 100) {
            let decoder = DelimiterDecoder(delimiters, maximum: 3)
            #expect(
                FrameProbe.units(decoder, [bytes]) == Self.specified(bytes, delimiters, maximum: 3),
                "\(bytes)"
            )
            #expect(Rechunk.counterexample(bytes, random: 8) { decoder } == nil, "\(bytes)")
        }
    }

    @Test("long messages are the same whether they wait in the window or lie in one piece")
    func long() {
        for (seed, stream) in FrameProbe.streams(of: Array(0...9), count: 8, longest: 8).enumerated() {
            let bytes = stream.flatMap { [UInt8](repeating: 0x61, count: Int($0) * 97) + Self.crlf }
            #expect(
                FrameProbe.units(DelimiterDecoder([Self.crlf], maximum: 700), [bytes])
                    == Self.specified(bytes, [Self.crlf], maximum: 700)
            )
            let difference = Rechunk.counterexample(bytes, everyPlace: 300, seed: UInt64(seed)) {
                DelimiterDecoder([Self.crlf], maximum: 700)
            }
            #expect(difference == nil)
        }
    }

    @Test("behind a gap decoding goes on after the next delimiter")
    func gap() {
        var units: [Unit] = []
        var stream = StreamDecoder(DelimiterDecoder([Self.crlf, Self.lf]))
        let receive: StreamDecoder<DelimiterDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.feed(Array("ab\r\ncd".utf8).rawSpan, receive)
        stream.gap(10, receive)
        stream.feed(Array("ef\r".utf8).rawSpan, receive)
        stream.feed(Array("\ngh\n".utf8).rawSpan, receive)
        stream.finish(.cut, receive)
        #expect(
            units == [
                Unit(.message, ByteRange(0, 4)), Unit(.undecoded, ByteRange(4, 6)),
                Unit(.gap, ByteRange(6, 16), missing: 10), Unit(.undecoded, ByteRange(16, 20)),
                Unit(.message, ByteRange(20, 23)),
            ]
        )
    }

    @Test("a delimiter that is rare is not searched again for every message")
    func rare() {
        let start = ContinuousClock.now
        // 1 M messages in one piece with no NUL: searched each time they would be 2 * 10^12 bytes.
        let bytes = Array(repeating: Array("abc\n".utf8), count: 1 << 20).flatMap { $0 }
        var count = 0
        var stream = StreamDecoder(DelimiterDecoder([Self.lf, Self.nul, Self.crlf]))
        stream.feed(bytes.rawSpan) { _, _, _ in count += 1 }
        #expect(count == 1 << 20)
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test("bytes that wait are not searched again for every piece")
    func drip() {
        let start = ContinuousClock.now
        // 16 MB in 256 k pieces: searched each time they would be 2 * 10^12 bytes.
        let piece = [UInt8](repeating: 0x61, count: 64)
        var stream = StreamDecoder(DelimiterDecoder([Self.crlf], maximum: 32 << 20))
        for _ in 0..<(1 << 18) { stream.feed(piece.rawSpan) { _, _, _ in Issue.record("no message ends") } }
        var units: [Unit] = []
        stream.feed(Self.crlf.rawSpan) { unit, _, _ in units.append(unit) }
        #expect(units == [Unit(.message, ByteRange(0, 64 << 18 + 2))])
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test("descriptions show the content, at most 60 bytes of it, and its length")
    func described() throws {
        let long = String(repeating: "x", count: 61)
        #expect(
            try FrameProbe.descriptions("delimiter:text=\\n", Array("ab\n\(long)\n\n".utf8)) == [
                "ab | length=2", String(repeating: "x", count: 60) + "… | length=61", " | length=0",
            ]
        )
        #expect(
            try FrameProbe.descriptions("delimiter:text=;,strip=no", Array("ab;".utf8)) == ["ab; | length=3"]
        )
    }

    @Test("what is encoded is decoded to the same, and canonical bytes are encoded again")
    func laws() throws {
        let delimiters = [Self.crlf, Self.lf]
        for content in FrameProbe.streams(of: [0x61, 0x62, 0x0d]) {
            let bytes = try FrameProbe.encode(DelimiterEncoder(delimiters), content)
            #expect(FrameProbe.contents(DelimiterDecoder(delimiters), bytes + bytes) == [content, content])
        }
        let canonical = Array("a\r\n\r\nb\rc\r\n".utf8)
        let again = try FrameProbe.contents(DelimiterDecoder(delimiters), canonical).flatMap { content in
            try FrameProbe.encode(DelimiterEncoder(delimiters), content)
        }
        #expect(again == canonical)
    }

    @Test(
        "the encoder refuses content that a receiver would cut elsewhere, or over the limit",
        arguments: [
            ("a\nb", ["\n"]), ("a\r", ["\n", "\r\n"]), ("ab", ["aba"]), ("xbx", ["\n", "b"]),
            ("12345", ["\n"]),
        ]
    )
    func refused(content: String, delimiters: [String]) {
        var writer = ByteWriter()
        let encoder = DelimiterEncoder(delimiters.map { Array($0.utf8) }, maximum: 4)
        #expect(throws: EncodingError.self) { try encoder.encode(Array(content.utf8), into: &writer) }
        #expect(writer.bytes.isEmpty)
    }
}
