public import SeamBytes

/// Messages that end with a delimiter, which belongs to the message it ends.
///
///     bytes      | h e l l o ff | w o r l d ff | ...
///     messages   |  message 0   |  message 1   |
///
/// With several delimiters the shortest message wins. A message whose content is longer than `maximum`
/// bytes is a violation, and the decoder goes on behind the delimiter that ends it. Whether it is too
/// long is judged by its content alone: in Netty's `DelimiterBasedFrameDecoder` it also depends on
/// whether half a delimiter has arrived (reference/decoders.md, 2c).
public struct DelimiterDecoder: Decoder, Sendable {
    /// One message.
    public struct Output: Equatable, Sendable {
        /// The bytes before the delimiter.
        public var content: ByteRange
    }

    /// Longest content in bytes before a message is a violation, when a spec does not say.
    public static let defaultMaximum = 8192

    /// The rules of the codec.
    public static let rules = [tooLong]
    static let tooLong = Rule("delimiter.too-long", "no delimiter within the limit")

    let delimiters: [[UInt8]]
    let maximum: Int
    let isStripped: Bool
    /// Hint: where the search for each delimiter goes on, counted from the start of the message.
    private var searched = 0
    private let longest: Int

    /// A decoder for messages that end with any of `delimiters` (none of them empty).
    ///
    /// `isStripped` only tells whether descriptions leave the delimiter out: ranges always hold it.
    public init(_ delimiters: [[UInt8]] = [[0xff]], maximum: Int = defaultMaximum, isStripped: Bool = true) {
        precondition(!delimiters.isEmpty && delimiters.allSatisfy { !$0.isEmpty }, "a delimiter has a byte")
        self.delimiters = delimiters
        self.maximum = maximum
        self.isStripped = isStripped
        longest = delimiters.reduce(1) { max($0, $1.count) }
    }

    /// Decodes the message that starts at the cursor.
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard let (place, delimiter) = find(in: input, from: searched) else {
            searched = max(searched, input.available - longest + 1)
            // Only what no delimiter can begin in any more counts, so that the cut does not matter.
            return searched > maximum ? violation() : .needMore
        }
        searched = 0
        guard place <= maximum else { return violation() }
        let start = input.position
        guard input.take(place + delimiter) != nil else { return .needMore }
        return .output(Output(content: ByteRange(start, start + place)))
    }

    /// Looks for the end of the message that could not be placed.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation {
        searched = 0
        if let (place, delimiter) = find(in: input, from: 0) { return .skip(place + delimiter) }
        _ = input.take(max(0, input.available - longest + 1))
        return .needMore
    }

    private mutating func violation() -> Step<Output> {
        searched = 0
        return .violation(Violation(Self.tooLong.id, limit: maximum))
    }

    /// The delimiter that ends first; of two that end at the same place the longer one, so that content is shortest.
    private func find(in input: borrowing ByteCursor, from start: Int) -> (place: Int, count: Int)? {
        var best: (place: Int, count: Int)?
        for delimiter in delimiters {
            guard let place = input.firstIndex(of: delimiter, from: start) else { continue }
            guard let known = best else {
                best = (place, delimiter.count)
                continue
            }
            if place < known.place || (place == known.place && delimiter.count < known.count) {
                best = (place, delimiter.count)
            }
        }
        return best
    }

    /// Says how long the content is, and shows the first of it.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        let content = bytes.clamped(0..<output.content.count)
        details.summary(content)
        details.field("length", content.byteCount)
    }
}

extension DelimiterDecoder {
    static let codec = CodecDescription(
        name: "delimiter",
        summary: "messages that end with a delimiter",
        parameters: [
            .init("bytes", "the delimiter in hexadecimal, several separated by | (default ff)"),
            .init("text", "the same as text with escapes, as \\r\\n"),
            .init("max", "longest content in bytes (default 8192)"),
            .init("strip", "leave the delimiter out of descriptions, yes or no (default yes)"),
        ],
        example: "delimiter:bytes=0d0a"
    ) { parameters throws(SpecError) in
        let delimiters = try parameters.byteStrings() ?? [[0xff]]
        let maximum = try parameters.size("max", default: defaultMaximum)
        let isStripped = try parameters.flag("strip", default: true)
        return CodecFactory("delimiter") {
            DelimiterDecoder(delimiters, maximum: maximum, isStripped: isStripped)
        }
    }
}
