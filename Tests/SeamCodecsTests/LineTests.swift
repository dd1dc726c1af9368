import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Vectors marked [2b], [2c] are those of reference/decoders.md.
@Suite struct LineTests {
    @Test(
        "a line ends with LF or CRLF, and a CR elsewhere is content [2b]",
        arguments: [
            (["\n"], ["0..<1 <>"]),
            (["\r\n"], ["0..<2 <>"]),
            (["a\r\n", "a\n"], ["0..<3 <a>", "3..<5 <a>"]),
            (["a\rb\n"], ["0..<4 <a\rb>"]),
            (["a\r\r\n"], ["0..<4 <a\r>"]),
            (["1\n\n2\n3\n"], ["0..<2 <1>", "2..<3 <>", "3..<5 <2>", "5..<7 <3>"]),
            (["foo\r\nbar"], ["0..<5 <foo>", "5..<8 leftover"]),
            (["x\r"], ["0..<2 leftover"]),
            (["a", "\r", "\n"], ["0..<3 <a>"]),
        ]
    )
    func ends(pieces: [String], expected: [String]) {
        let bytes = pieces.map { Array($0.utf8) }
        #expect(FrameProbe.units(LineDecoder(), bytes) == expected)
        #expect(Rechunk.counterexample(Array(bytes.joined())) { LineDecoder() } == nil)
    }

    @Test("Netty's lines, stripped or not [2c]")
    func netty() {
        #expect(
            FrameProbe.units(LineDecoder(isStripped: false), "TestLine\r\ng\r\n")
                == ["0..<10 <TestLine\r\n>", "10..<13 <g\r\n>"]
        )
        #expect(
            FrameProbe.units(LineDecoder(), "huu", "haa\r", "\nhuuhaa\r\n")
                == ["0..<8 <huuhaa>", "8..<16 <huuhaa>"]
        )
    }

    @Test("a line over the limit is undecoded up to its end, by the rule line.too-long [2c]")
    func tooLong() {
        let sixteen = LineDecoder(maximum: 16)
        #expect(
            FrameProbe.units(sixteen, "12345678901234567", "890\r\nfirst\r\n")
                == ["0..<22 undecoded line.too-long", "22..<29 <first>"]
        )
        #expect(
            FrameProbe.units(sixteen, "1234567890123456\r", "\nx\n") == [
                "0..<18 <1234567890123456>", "18..<20 <x>",
            ]
        )
        #expect(
            FrameProbe.units(sixteen, "12345678901234567") == ["0..<17 leftover"],
            "the last byte could be the CR of an end"
        )
        #expect(LineDecoder.rules.map(\.id.description) == ["line.too-long"])
    }

    @Test("lines are what delimiter makes of {CRLF, LF}, in every cut")
    func likeDelimiter() {
        for bytes in FrameProbe.streams(of: [0x0d, 0x0a, 0x0a, 0x61, 0x62]) {
            let lines = FrameProbe.units(LineDecoder(maximum: 3), [bytes])
            let expected = DelimiterTests.specified(bytes, [[0x0d, 0x0a], [0x0a]], maximum: 3)
            #expect(lines.map { $0.replacing("line.", with: "delimiter.") } == expected, "\(bytes)")
            #expect(Rechunk.counterexample(bytes, random: 8) { LineDecoder(maximum: 3) } == nil, "\(bytes)")
        }
    }

    @Test("what is encoded is decoded to the same; LF inside, CR before LF and long lines are refused")
    func encoder() throws {
        for line in FrameProbe.streams(of: [0x0d, 0x61, 0x62]) {
            let bytes = try FrameProbe.encode(LineEncoder(end: .crlf), line)
            #expect(FrameProbe.contents(LineDecoder(), bytes) == [line])
        }
        #expect(try FrameProbe.encode(LineEncoder(), Array("ab".utf8)) == Array("ab\n".utf8))
        for end in LineEncoder.End.allCases {
            let encoder = LineEncoder(end: end, maximum: 4)
            for text in ["a\nb", "12345"] + (end == .lf ? ["a\r"] : []) {
                #expect(throws: EncodingError.self) { try FrameProbe.encode(encoder, Array(text.utf8)) }
            }
        }
    }

    @Test("the registry's line shows the line and its length")
    func described() throws {
        #expect(
            try FrameProbe.descriptions("line", Array("GET /\r\n\n".utf8)) == [
                "GET / | length=5", " | length=0",
            ]
        )
        #expect(try CodecRegistry.factory("line:max=1k").name == "line")
    }
}
