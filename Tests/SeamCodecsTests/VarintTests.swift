import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

/// Vectors marked [2g] are those of reference/decoders.md; lengths are worked out by hand from the
/// definition, low seven bits first.
@Suite struct VarintTests {
    /// The units, whether the bytes come as given or in one piece.
    static func units(_ pieces: [[UInt8]], maximum: Int = VarintDecoder.defaultMaximum) -> [String] {
        let units = FrameProbe.units(VarintDecoder(maximum: maximum), pieces)
        #expect(FrameProbe.units(VarintDecoder(maximum: maximum), [Array(pieces.joined())]) == units)
        return units
    }

    @Test("04 01010101 cut 1, 2, 2 is one message of four bytes [2g]")
    func tiny() {
        #expect(Self.units([[4], [1, 1], [1, 1]]) == ["0..<5 <\u{1}\u{1}\u{1}\u{1}>"])
    }

    @Test("FE 0F and 2046 bytes cut 1, 127, 600, rest are one message [2g]")
    func regular() {
        let bytes: [UInt8] = [0xfe, 0x0f] + [UInt8](repeating: 0x61, count: 2046)
        let pieces = [bytes[..<1], bytes[1..<128], bytes[128..<728], bytes[728...]].map(Array.init)
        #expect(Self.units(pieces) == ["0..<2048 <\(String(repeating: "a", count: 2046))>"])
    }

    @Test("an empty message is one, also with a length of more bytes than needed [2g]")
    func empty() {
        #expect(
            Self.units([[0, 0x80, 0, 0x80], [0x80, 0x80, 0x80, 0], [1, 0x61]])
                == ["0..<1 <>", "1..<3 <>", "3..<8 <>", "8..<10 <a>"]
        )
    }

    @Test("a length of five bytes may be cut at every byte [2g]", arguments: 1...4)
    func fiveBytes(cut: Int) {
        let prefix: [UInt8] = [0x83, 0x80, 0x80, 0x80, 0]
        #expect(
            Self.units([Array(prefix[..<cut]), Array(prefix[cut...]), Array("abc".utf8)]) == ["0..<8 <abc>"]
        )
    }

    @Test("three continuation bytes that hold only zeros do not end a length [2g]", arguments: 1...4)
    func multiplesOf2MiB(multiple: Int) {
        // Netty #17549: cut after the third byte it made an empty message and lost its place.
        let body = [UInt8](repeating: 0, count: multiple << 21)
        for cut in 1...3 {
            let prefix: [UInt8] = [0x80, 0x80, 0x80, UInt8(multiple)]
            var units: [Unit] = []
            var stream = StreamDecoder(VarintDecoder())
            for piece in [Array(prefix[..<cut]), Array(prefix[cut...]), body, [0]] {
                stream.feed(piece.rawSpan) { unit, _, _ in units.append(unit) }
            }
            let end = 4 + multiple << 21
            #expect(units == [Unit(.message, ByteRange(0, end)), Unit(.message, ByteRange(end, end + 1))])
        }
    }

    @Test("a fifth byte that goes on, or a length of more than 32 bits, is too wide [2g]")
    func tooWide() {
        for prefix: [UInt8] in [[0x80, 0x80, 0x80, 0x80, 0x80], [0xff, 0xff, 0xff, 0xff, 0x10]] {
            #expect(Self.units([[0], prefix, [0, 0]]) == ["0..<1 <>", "1..<8 undecoded varint.too-wide"])
        }
        #expect(Self.units([[0xff, 0xff, 0xff, 0xff]]) == ["0..<4 leftover"])
    }

    @Test("a length over the limit is a violation with its value, judged before any content arrives")
    func tooLong() {
        var units: [Unit] = []
        var stream = StreamDecoder(VarintDecoder(maximum: 100))
        stream.feed([100].rawSpan) { unit, _, _ in units.append(unit) }
        #expect(units.isEmpty, "a message of the limit is none yet, but allowed")
        stream = StreamDecoder(VarintDecoder(maximum: 100))
        stream.feed([101].rawSpan) { unit, _, _ in units.append(unit) }
        stream.finish(.cut) { unit, _, _ in units.append(unit) }
        let violation = Violation("varint.too-long", number: WireNumber(101), limit: 100)
        #expect(units == [Unit(.undecoded, ByteRange(0, 1), violation: violation)])
        #expect(Self.units([[0xff, 0xff, 0xff, 0xff, 0x0f]]) == ["0..<5 undecoded varint.too-long"])
    }

    @Test("cuts do not matter to random streams")
    func streams() {
        for bytes in FrameProbe.streams(
            of: [0, 1, 2, 5, 0x0f, 0x10, 0x7f, 0x80, 0x80, 0x81, 0xff],
            longest: 48
        ) {
            _ = FrameProbe.units(VarintDecoder(maximum: 300), [bytes])
            #expect(
                Rechunk.counterexample(bytes, random: 8) { VarintDecoder(maximum: 300) } == nil,
                "\(bytes)"
            )
        }
    }

    @Test("a gap inside the content is a hole in the message; elsewhere the rest of the half is undecoded")
    func gaps() {
        var units: [Unit] = []
        var stream = StreamDecoder(VarintDecoder())
        let receive: StreamDecoder<VarintDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.feed([4, 1].rawSpan, receive)
        stream.gap(2, receive)
        stream.feed([1, 0].rawSpan, receive)
        stream.gap(1, receive)
        stream.feed([0, 0].rawSpan, receive)
        stream.finish(.cut, receive)
        #expect(
            units == [
                Unit(.message, ByteRange(0, 5), missing: 2), Unit(.message, ByteRange(5, 6)),
                Unit(.gap, ByteRange(6, 7), missing: 1), Unit(.undecoded, ByteRange(7, 9)),
            ]
        )
    }

    @Test(
        "the encoder writes the fewest bytes",
        arguments: [
            (0, [0]), (1, [1]), (127, [0x7f]), (128, [0x80, 1]), (300, [0xac, 2]), (16383, [0xff, 0x7f]),
            (16384, [0x80, 0x80, 1]), (2_097_152, [0x80, 0x80, 0x80, 1]),
        ] as [(Int, [UInt8])]
    )
    func canonical(count: Int, prefix: [UInt8]) throws {
        let content = [UInt8](repeating: 0x61, count: count)
        let bytes = try FrameProbe.encode(VarintEncoder(), content)
        #expect(bytes == prefix + content)
        #expect(FrameProbe.contents(VarintDecoder(), bytes) == [content])
    }

    @Test("the encoder refuses content over the limit")
    func refused() {
        #expect(throws: EncodingError.self) { try FrameProbe.encode(VarintEncoder(maximum: 2), [1, 2, 3]) }
    }

    @Test("descriptions tell the length of the content and of its prefix")
    func described() throws {
        #expect(
            try FrameProbe.descriptions("varint", [2, 1, 1, 0x80, 0]) == [
                "2 bytes | length=2,header=1", "0 bytes | length=0,header=2",
            ]
        )
    }
}
