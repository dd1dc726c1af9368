public import SeamBytes

/// Messages that all have the same size, at multiples of it from the start of the stream.
///
///     bytes      | 16 bytes | 16 bytes | ...
///     messages   |    0     |    1     |
///
/// Only the first bytes are waited for, the rest is not buffered. Where bytes are missing in the
/// capture, the next message is the one at the next multiple of the size.
public struct FixedDecoder: Decoder, Sendable {
    /// One message.
    public struct Output: Equatable, Sendable {
        /// The bytes of the message.
        public var content: ByteRange
        /// The first of them, at most eight, as a big-endian integer.
        public var first: UInt64
    }

    static let firstCount = 8
    /// The largest size: a message is a record, not a file.
    static let largestSize = 1 << 30

    private let size: Int

    /// A decoder for messages of `size` bytes, 1 to 2^30.
    public init(size: Int) {
        precondition(size >= 1 && size <= Self.largestSize, "a message has a byte")
        self.size = size
    }

    /// Decodes the message that starts at the cursor.
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        let count = min(size, Self.firstCount)
        var first: UInt64 = 0
        for index in 0..<count {
            guard let byte = input.peek(index) else { return .needMore }
            first = first << 8 | UInt64(byte)
        }
        guard let head = input.take(count) else { return .needMore }
        let output = Output(content: ByteRange(head.start, head.start + size), first: first)
        return .region(output, count: size - count)
    }

    /// Goes on at the next multiple of the size.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation {
        let past = input.position % size
        return .skip(past == 0 ? 0 : size - past)
    }

    /// Says how long the message is and shows its first bytes.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        let size = output.content.count
        let first = WireNumber(output.first, width: min(size, firstCount), order: .big).bytes
        details.summary(size)
        details.summary(" bytes: ")
        details.summary(first.rawSpan)
        if size > firstCount { details.summary("…") }
        details.field("length", size)
        details.field("first", bytes: first.rawSpan)
    }
}

/// Writes messages that all have the same size.
public struct FixedEncoder: Encoder, Sendable {
    private let size: Int

    /// An encoder for messages of `size` bytes.
    public init(size: Int) { self.size = size }

    /// Appends a message; throws when it has another size.
    public func encode(_ content: [UInt8], into writer: inout ByteWriter) throws(EncodingError) {
        guard content.count == size else {
            throw EncodingError("\(content.count) bytes of content, but every message has \(size)")
        }
        writer.write(content)
    }
}

extension FixedDecoder {
    static let codec = CodecDescription(
        name: "fixed",
        summary: "messages of one size",
        parameters: [.init("size", "bytes of a message (must be given)")],
        example: "fixed:size=16",
        layout: "| size bytes |",
        rules: rules,
        source: "Netty's FixedLengthFrameDecoder has the same format"
    ) { parameters throws(SpecError) in
        let size = try parameters.size("size", in: 1...largestSize, default: 0)
        guard size > 0 else { throw SpecError("fixed: size is missing: fixed:size=16") }
        return CodecFactory("fixed") { FixedDecoder(size: size) }.writing(FixedEncoder(size: size))
    }
}
