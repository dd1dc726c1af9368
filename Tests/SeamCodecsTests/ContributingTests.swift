import SeamBytes
import SeamCodecs
import SeamTesting
import Testing

// CONTRIBUTING.md shows this decoder; `contributing` compares the page with this file.

// begin: a decoder in 30 lines
/// Tag, length, value: one byte, two bytes big-endian, then as many bytes as they say.
struct TagLengthDecoder: Decoder {
    struct Output: Equatable, Sendable {
        var tag: UInt8
        var value: ByteRange
    }

    static let tooLong = Rule("taglength.too-long", "the value is longer than 4096 bytes")
    static let rules = [tooLong]

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard let tag = input.peek(0), let length = input.peek(1, bigEndian: UInt16.self) else {
            return .needMore
        }
        guard length <= 4096 else {
            let number = WireNumber(UInt64(length), width: 2, order: .big)
            return .violation(Violation(Self.tooLong.id, number: number, limit: 4096))
        }
        guard let frame = input.take(3 + Int(length)) else { return .needMore }
        return .output(Output(tag: tag, value: ByteRange(frame.start + 3, frame.end)))
    }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        details.summary("tag ")
        details.summary(Int(output.tag))
        details.field("tag", Int(output.tag))
        details.field("length", output.value.count)
    }
}
// end

@Suite struct ContributingTests {
    @Test("the decoder of CONTRIBUTING does not depend on how its bytes are cut")
    func rechunk() {
        let bytes: [UInt8] = [1, 0, 2, 65, 66, 7, 0, 0, 9, 0xff, 0xff, 1, 2]
        #expect(Rechunk.counterexample(bytes) { TagLengthDecoder() } == nil)
    }

    @Test("it places each message, and names the rule that is broken")
    func units() {
        var units: [Unit] = []
        var stream = StreamDecoder(TagLengthDecoder())
        let receive: StreamDecoder<TagLengthDecoder>.Receiver = { unit, _, _ in units.append(unit) }
        stream.feed([1, 0, 2, 65, 66, 9, 0xff, 0xff, 1].rawSpan, receive)
        stream.finish(.closed, receive)
        let number = WireNumber(0xffff, width: 2, order: .big)
        let violation = Violation(TagLengthDecoder.tooLong.id, number: number, limit: 4096)
        #expect(
            units == [
                Unit(.message, ByteRange(0, 5)),
                Unit(.undecoded, ByteRange(5, 9), violation: violation),
            ]
        )
    }
}
