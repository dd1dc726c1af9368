public import SeamBytes

/// Messages behind a base-128 length: seven bits a byte, the lowest first, the top bit set on all bytes but the last.
///
///     bytes      | 03 | a b c | 80 01 | 128 bytes | 00 | ...
///     messages   |  message 0 |     message 1     | 2  |
///
/// The encoding of lengths is protobuf's ("Encoding", Base 128 Varints), as in its length-delimited streams
/// and Netty's `ProtobufVarint32FrameDecoder`: 1 to 5 bytes, also more than needed (`80 00` is 0). An empty
/// message is one. A length that cannot be is a sign of a lost border, of which the format has no other
/// sign: the rest of the half is undecoded.
public struct VarintDecoder: Decoder, Sendable {
    /// One message.
    public struct Output: Equatable, Sendable {
        /// The bytes behind the length.
        public var content: ByteRange
    }

    /// Longest content in bytes when a spec does not say.
    public static let defaultMaximum = 16 << 20
    /// The most bytes that a length may have: 32 bits by sevens.
    static let longestHeader = 5

    /// The rules of the codec.
    public static let rules = [tooWide, tooLong]
    static let tooWide = Rule(
        "varint.too-wide",
        "the length has more than 32 bits",
        source: "Protocol Buffers, \"Encoding\", Base 128 Varints"
    )
    static let tooLong = Rule("varint.too-long", "the length is over the limit")

    private let maximum: Int

    /// A decoder for messages of at most `maximum` bytes of content.
    public init(maximum: Int = defaultMaximum) { self.maximum = maximum }

    /// Decodes the message that starts at the cursor.
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        var length: UInt64 = 0
        var count = 0
        var isLast = false
        while !isLast {
            guard count < Self.longestHeader else { return .violation(Violation(Self.tooWide.id)) }
            guard let byte = input.peek(count) else { return .needMore }
            length |= UInt64(byte & 0x7f) << UInt64(7 * count)
            isLast = byte < 0x80
            count += 1
        }
        let number = WireNumber(length)
        guard length <= UInt64(UInt32.max) else {
            return .violation(Violation(Self.tooWide.id, number: number))
        }
        guard length <= UInt64(clamping: maximum) else {
            return .violation(Violation(Self.tooLong.id, number: number, limit: maximum))
        }
        guard let header = input.take(count) else { return .needMore }
        let content = ByteRange(header.end, header.end + Int(length))
        return .region(Output(content: content), count: content.count)
    }

    /// What the bytes look like to this format.
    public func guess(_ bytes: RawSpan) -> FrameGuess {
        var cursor = ByteCursor(bytes)
        var decoder = self
        switch decoder.decode(&cursor) {
        case .region(let output, let count):
            let evidence = 8 * output.content.start - (Int.bitWidth - count.leadingZeroBitCount)
            return .frame(size: output.content.end, evidence: count == 0 ? 0 : evidence)
        case .needMore: return .needMore
        default: return .unlikely
        }
    }

    /// The header tells.
    public static var canGuess: Bool { true }

    /// Says how long the content is, and its length field.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        details.summary(output.content.count)
        details.summary(" bytes")
        details.field("length", output.content.count)
        details.field("header", output.content.start - start)
    }
}

/// Writes messages behind their length as a varint, in as few bytes as it needs.
public struct VarintEncoder: Encoder, Sendable {
    private let maximum: Int

    /// An encoder for messages of at most `maximum` bytes of content.
    public init(maximum: Int = VarintDecoder.defaultMaximum) { self.maximum = maximum }

    /// Appends the length of `content` and `content`; throws when it is longer than `maximum` or 2^32 - 1.
    public func encode(_ content: [UInt8], into writer: inout ByteWriter) throws(EncodingError) {
        let limit = min(maximum, Int(UInt32.max))
        guard content.count <= limit else {
            throw EncodingError("\(content.count) bytes of content, but a message has at most \(limit)")
        }
        var rest = content.count
        while rest >= 0x80 {
            writer.write(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        writer.write(UInt8(truncatingIfNeeded: rest))
        writer.write(content)
    }
}

extension VarintDecoder {
    static let codec = CodecDescription(
        name: "varint",
        summary: "messages behind a base-128 length, as of protobuf",
        parameters: [.init("max", "longest content in bytes (default 16M)")],
        example: "varint:max=1M",
        layout: "| length 1 to 5 bytes, 7 bits each, the lowest first | content ... |",
        rules: rules,
        source: "Protocol Buffers, \"Encoding\", Base 128 Varints"
    ) { parameters throws(SpecError) in
        let maximum = try parameters.size("max", default: defaultMaximum)
        return CodecFactory("varint") { VarintDecoder(maximum: maximum) }
            .writing(VarintEncoder(maximum: maximum))
    }
}
