public import SeamBytes

/// Messages that end with a delimiter, which belongs to the message it ends.
///
///     bytes      | h e l l o ff | w o r l d ff | ...
///     messages   |  message 0   |  message 1   |
///
/// With several delimiters the one whose end comes first wins, of those that end together the longest:
/// the shortest content, whatever the cut (`DelimiterSearch`). Content longer than `maximum` is a
/// violation at the message's start, and decoding goes on behind the delimiter that ends it. What is
/// too long is judged by the content alone: in Netty's `DelimiterBasedFrameDecoder` it also depends on
/// whether half a delimiter has arrived, and a delimiter that was cut is missed while it discards.
public struct DelimiterDecoder: Decoder, Sendable {
    /// One message.
    public struct Output: Equatable, Sendable {
        /// What a receiver is handed: the bytes before the delimiter, with it where it is not stripped.
        public var content: ByteRange
    }

    /// Longest content in bytes, the delimiter not counted, when a spec does not say.
    public static let defaultMaximum = 8192
    /// The largest `maximum` that a spec may give: such a message fits into the driver's window.
    static let largestMaximum = 32 << 20

    /// The rules of the codec.
    public static let rules = [tooLong]
    static let tooLong = Rule("delimiter.too-long", "the content is longer than the limit")

    /// A format that is delimiters, with its own rule for what is too long.
    enum Format: UInt8 {
        case delimiter
        case line

        var tooLong: Rule { self == .line ? LineDecoder.tooLong : DelimiterDecoder.tooLong }
    }

    // Every half has one: what is the same in all of them is as small as it can be.

    private var search: DelimiterSearch
    private let isStripped: Bool
    private let format: Format
    /// Bytes of the delimiter, 0 where there are several.
    private let width: UInt32
    private let maximum: Int
    /// Hint: so many bytes of the message in hand were taken before those at the cursor.
    private var taken = 0

    /// By a delimiter.
    public var framing: Framing { .delimiter(Int(width)) }

    /// A decoder for messages that end with any of `delimiters` (none of them empty).
    ///
    /// `maximum` is in bytes of content without the delimiter; `isStripped` tells whether outputs leave
    /// the delimiter out: a message's range always holds it.
    public init(_ delimiters: [[UInt8]] = [[0xff]], maximum: Int = defaultMaximum, isStripped: Bool = true) {
        self.init(delimiters, maximum: maximum, isStripped: isStripped, .delimiter)
    }

    /// A decoder for a format that is delimiters, by whatever name.
    init(_ delimiters: [[UInt8]], maximum: Int, isStripped: Bool, _ format: Format) {
        precondition(!delimiters.isEmpty && delimiters.allSatisfy { !$0.isEmpty }, "a delimiter has a byte")
        search = DelimiterSearch(delimiters)
        width = delimiters.count == 1 ? UInt32(clamping: delimiters[0].count) : 0
        self.maximum = maximum
        self.isStripped = isStripped
        self.format = format
    }

    /// Decodes the message that starts at the cursor, or goes on with it.
    @inline(__always)
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard let match = search.end(in: input) else { return beginning(&input) }
        let content = taken &+ match.content
        guard content <= maximum else { return violation }
        guard let range = input.take(match.end) else { return .needMore }
        let start = range.start &- taken
        taken = 0
        return .output(Output(content: ByteRange(start, isStripped ? start &+ content : range.end)))
    }

    /// Takes what is here of a message whose end is not, unless its bytes are wanted with the end.
    @inline(__always)
    private mutating func beginning(_ input: inout ByteCursor) -> Step<Output> {
        // Only what no delimiter can begin in any more counts, so that the cut does not matter.
        let settled = search.settled(input)
        guard taken &+ settled <= maximum else { return violation }
        if input.wantsWhole || settled == 0 || maximum > Self.largestMaximum { return .needMore }
        guard input.take(settled) != nil else { return .needMore }
        taken &+= settled
        return .part(count: 0)
    }

    /// Looks for the end of a message that is too long, or for the first one behind a gap.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation {
        taken = 0
        if let match = search.end(in: input) { return .skip(match.end) }
        _ = input.take(search.settled(input))
        return .needMore
    }

    private var violation: Step<Output> { .violation(Violation(format.tooLong.id, limit: maximum)) }

    /// Shows the first of the content and says how long it is.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        details.summary(bytes.clamped(0..<output.content.count))
        details.field("length", output.content.count)
    }
}

/// Writes messages that end with a delimiter.
public struct DelimiterEncoder: Encoder, Sendable {
    private let delimiters: [[UInt8]]
    private let maximum: Int

    /// An encoder that ends messages with the first of `delimiters`; a receiver may take any of them for an end.
    ///
    /// `maximum` is in bytes of content, as the receiver allows.
    public init(_ delimiters: [[UInt8]] = [[0xff]], maximum: Int = DelimiterDecoder.defaultMaximum) {
        precondition(!delimiters.isEmpty && delimiters.allSatisfy { !$0.isEmpty }, "a delimiter has a byte")
        self.delimiters = delimiters
        self.maximum = maximum
    }

    /// Appends `content` and the delimiter.
    ///
    /// Throws when the content is longer than `maximum`, or when a receiver would find another end or other
    /// content: a delimiter inside, or made together with the one behind (`a\r` before LF where CRLF ends too).
    public func encode(_ content: [UInt8], into writer: inout ByteWriter) throws(EncodingError) {
        guard content.count <= maximum else {
            throw EncodingError("\(content.count) bytes of content, but a message has at most \(maximum)")
        }
        let bytes = content + delimiters[0]
        var search = DelimiterSearch(delimiters)
        let match = search.end(in: ByteCursor(bytes.rawSpan))
        guard match == DelimiterSearch.Match(content: content.count, end: bytes.count) else {
            let place = match?.content ?? content.count
            throw EncodingError("the content holds a delimiter at byte \(place): it would end there")
        }
        writer.write(bytes)
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
            .init("strip", "leave the delimiter out of the content shown, yes or no (default yes)"),
        ],
        example: "delimiter:bytes=0d0a",
        layout: "| content ... | delimiter |",
        rules: rules,
        source: "Netty's DelimiterBasedFrameDecoder and RHSocketKit have the same format"
    ) { parameters throws(SpecError) in
        let delimiters = try parameters.byteStrings() ?? [[0xff]]
        let maximum = try parameters.size("max", in: 1...largestMaximum, default: defaultMaximum)
        let isStripped = try parameters.flag("strip", default: true)
        // Copies of one decoder share what they know of the delimiters.
        let decoder = DelimiterDecoder(delimiters, maximum: maximum, isStripped: isStripped)
        return CodecFactory("delimiter") { decoder }.writing(DelimiterEncoder(delimiters, maximum: maximum))
    }
}
