import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

@Suite struct FixedTests {
    @Test("every message has the size; what is short at the end is left over", arguments: [1, 3, 8, 9, 20])
    func cut(size: Int) {
        let bytes = [UInt8](0..<45)
        let whole = bytes.count / size
        var expected = (0..<whole).map { index in
            let range = ByteRange(index * size, (index + 1) * size)
            return "\(range) <\(String(decoding: bytes[range.start..<range.end], as: UTF8.self))>"
        }
        if whole * size < 45 { expected.append("\(whole * size)..<45 leftover") }
        #expect(FrameProbe.units(FixedDecoder(size: size), [bytes]) == expected)
        #expect(Rechunk.counterexample(bytes) { FixedDecoder(size: size) } == nil)
    }

    @Test("cuts do not matter to random streams", arguments: [1, 2, 7, 16])
    func streams(size: Int) {
        for bytes in FrameProbe.streams(of: [0, 0xff, 0x0a], count: 75) {
            #expect(
                FrameProbe.units(FixedDecoder(size: size), [bytes]).count == (bytes.count + size - 1) / size
            )
            #expect(Rechunk.counterexample(bytes, random: 8) { FixedDecoder(size: size) } == nil)
        }
    }

    @Test(
        "a gap inside a message is a hole in it; one at its head costs it, and the next multiple is a message"
    )
    func gaps() {
        var units: [Unit] = []
        var stream = StreamDecoder(FixedDecoder(size: 16))
        let receive: StreamDecoder<FixedDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.feed([UInt8](repeating: 1, count: 10).rawSpan, receive)
        stream.gap(4, receive)
        stream.feed([UInt8](repeating: 2, count: 4).rawSpan, receive)
        stream.gap(9, receive)
        stream.feed([UInt8](repeating: 3, count: 21).rawSpan, receive)
        stream.finish(.cut, receive)
        #expect(
            units == [
                Unit(.message, ByteRange(0, 16), missing: 4), Unit(.undecoded, ByteRange(16, 18)),
                Unit(.gap, ByteRange(18, 27), missing: 9), Unit(.undecoded, ByteRange(27, 32)),
                Unit(.message, ByteRange(32, 48)),
            ]
        )
    }

    @Test("a gap that ends at a multiple costs nothing behind it")
    func gapToMultiple() {
        var units: [Unit] = []
        var stream = StreamDecoder(FixedDecoder(size: 4))
        let receive: StreamDecoder<FixedDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.gap(8, receive)
        stream.feed([1, 2, 3, 4].rawSpan, receive)
        #expect(units == [Unit(.gap, ByteRange(0, 8), missing: 8), Unit(.message, ByteRange(8, 12))])
    }

    @Test("descriptions tell the size and the first eight bytes")
    func described() throws {
        #expect(
            try FrameProbe.descriptions("fixed:size=10", Array("0123456789".utf8))
                == ["10 bytes: 01234567… | length=10,first=01234567"]
        )
        #expect(
            try FrameProbe.descriptions("fixed:size=3", Array("abc".utf8)) == [
                "3 bytes: abc | length=3,first=abc"
            ]
        )
    }

    @Test("the encoder takes the size and nothing else; what it writes is decoded to the same")
    func encoder() throws {
        let encoder = FixedEncoder(size: 4)
        let bytes = try FrameProbe.encode(encoder, [1, 2, 3, 4])
        #expect(bytes == [1, 2, 3, 4])
        #expect(FrameProbe.contents(FixedDecoder(size: 4), bytes) == [bytes])
        for count in [0, 3, 5] {
            #expect(throws: EncodingError.self) {
                try FrameProbe.encode(encoder, [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("the spec must give a size")
    func spec() throws {
        #expect(throws: SpecError("fixed: size is missing: fixed:size=16")) {
            try CodecRegistry.factory("fixed")
        }
        #expect(throws: SpecError.self) { try CodecRegistry.factory("fixed:size=0") }
        #expect(try CodecRegistry.factory("fixed:size=1k").name == "fixed")
    }
}
