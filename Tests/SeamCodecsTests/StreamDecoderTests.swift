import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

@Suite struct StreamDecoderTests {
    /// Wrong on purpose: answers with whatever happens to be there.
    struct LeakyDecoder: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<Int> {
            let count = min(4, input.available)
            guard input.take(count) != nil, count > 0 else { return .needMore }
            return .output(count)
        }
    }

    /// A byte n, then n bytes.
    struct CountedDecoder: Decoder {
        mutating func decode(_ input: inout ByteCursor) -> Step<UInt8> {
            guard let count = input.peek(), input.take(1) != nil else { return .needMore }
            return .region(count, count: Int(count))
        }
    }

    @Test("a decoder that depends on the pieces is caught")
    func leaky() {
        #expect(Rechunk.counterexample([1, 2, 3, 4, 5, 6]) { LeakyDecoder() }?.cuts == [1])
    }

    @Test("a region is one message whether it arrives whole or byte by byte")
    func region() {
        #expect(Rechunk.counterexample([3, 1, 2, 3, 0, 2, 9, 9, 7, 1]) { CountedDecoder() } == nil)
    }

    @Test("a gap inside a region is a hole in that message, elsewhere a unit of its own")
    func gaps() {
        var units: [Unit] = []
        var stream = StreamDecoder(CountedDecoder())
        let receive: StreamDecoder<CountedDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.feed([4, 1].rawSpan, receive)
        stream.gap(2, receive)
        stream.feed([1, 0].rawSpan, receive)
        stream.gap(3, receive)
        stream.feed([2].rawSpan, receive)
        stream.finish(.cut, receive)
        #expect(
            units == [
                Unit(.message, ByteRange(0, 5), missing: 2),
                Unit(.message, ByteRange(5, 6)),
                Unit(.gap, ByteRange(6, 9), missing: 3),
                Unit(.undecoded, ByteRange(9, 10)),
            ]
        )
        #expect(Rechunk.isTotal(units.map(\.range), count: 10))
    }
}
