public import SeamBytes

/// Lines of text that end with LF or CRLF, which belongs to the line it ends.
///
///     bytes      | f i r s t CR LF | s e c o n d LF | ...
///     messages   |    message 0    |   message 1    |
///
/// A CR is part of the end only directly before the LF; any other is content.
public struct LineDecoder: Decoder, Sendable {
    /// One line.
    public typealias Output = DelimiterDecoder.Output

    static let ends: (lf: [UInt8], crlf: [UInt8]) = ([0x0a], [0x0d, 0x0a])

    /// The rules of the codec.
    public static let rules = [tooLong]
    static let tooLong = Rule("line.too-long", "the line is longer than the limit")

    private var lines: DelimiterDecoder

    /// A decoder for lines of at most `maximum` bytes without their end.
    ///
    /// `isStripped` tells whether outputs leave the end out: a line's range always holds it.
    public init(maximum: Int = DelimiterDecoder.defaultMaximum, isStripped: Bool = true) {
        lines = DelimiterDecoder(
            [Self.ends.crlf, Self.ends.lf],
            maximum: maximum,
            isStripped: isStripped,
            .line
        )
    }

    /// By a delimiter, LF or CRLF.
    public var framing: Framing { lines.framing }

    /// Decodes the line that starts at the cursor.
    @inline(__always)
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> { lines.decode(&input) }

    /// Looks for the end of a line that is too long, or for the first one behind a gap.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation { lines.resynchronise(&input, after: violation) }

    /// Shows the first of the line and says how long it is.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) { DelimiterDecoder.describe(output, in: bytes, at: start, into: &details) }
}

/// Writes lines of text.
public struct LineEncoder: Encoder, Sendable {
    /// What ends a line.
    public enum End: Sendable, CaseIterable {
        /// The byte 0a.
        case lf
        /// The bytes 0d 0a.
        case crlf
    }

    private let lines: DelimiterEncoder

    /// An encoder for lines of at most `maximum` bytes without their end.
    public init(end: End = .lf, maximum: Int = DelimiterDecoder.defaultMaximum) {
        let (lf, crlf) = LineDecoder.ends
        lines = DelimiterEncoder(end == .lf ? [lf, crlf] : [crlf, lf], maximum: maximum)
    }

    /// Appends a line and its end; throws for an LF inside, a CR before LF, or more than `maximum` bytes.
    public func encode(_ line: [UInt8], into writer: inout ByteWriter) throws(EncodingError) {
        try lines.encode(line, into: &writer)
    }
}

extension LineDecoder {
    static let codec = CodecDescription(
        name: "line",
        summary: "lines of text that end with LF or CRLF",
        parameters: [
            .init("max", "longest line in bytes without its end (default 8192)"),
            .init("strip", "leave the end out of the content shown, yes or no (default yes)"),
        ],
        example: "line:max=64k",
        layout: "| text ... | LF, or CR LF |",
        rules: rules,
        source: "Netty's LineBasedFrameDecoder has the same format"
    ) { parameters throws(SpecError) in
        let maximum = try parameters.size(
            "max",
            in: 1...DelimiterDecoder.largestMaximum,
            default: DelimiterDecoder.defaultMaximum
        )
        let isStripped = try parameters.flag("strip", default: true)
        // Copies of one decoder share what they know of the delimiters.
        let decoder = LineDecoder(maximum: maximum, isStripped: isStripped)
        return CodecFactory("line") { decoder }
            .writing(LineEncoder(maximum: maximum))
    }
}
