public import SeamBytes

/// Where type and length of a message stand and how they are written: the layout of `tlc`.
public struct TLCFormat: Equatable, Sendable {
    /// What stands first in the header.
    public enum First: Equatable, Sendable {
        /// The type, then the length.
        case type
        /// The length, then the type.
        case length
    }

    /// How many bytes the type has, 0 where there is none.
    public let typeWidth: Int
    /// The order of the bytes of type and length.
    public let order: ByteOrder
    /// The most bytes that a content may have.
    public let maximum: Int
    let typeOffset: Int
    /// Where the type stands, if in the first 8 bytes.
    private let typePart: WordPart?
    let field: LengthField
    /// The length and what stands around it.
    public var lengthField: LengthField { field }

    /// A layout of a type of 0 to 8 bytes and a length of 1, 2, 3, 4 or 8; throws for other widths.
    public init(
        type: Int = 1,
        length: Int = 1,
        order: ByteOrder = .big,
        counts: LengthField.Counts = .content,
        first: First = .type,
        maximum: Int = LengthField.defaultMaximum
    ) throws(SpecError) {
        guard (0...8).contains(type) else { throw SpecError("a type is 0 to 8 bytes wide, not \(type)") }
        guard maximum >= 0 else { throw SpecError("a content has no limit of \(maximum) bytes") }
        typeWidth = type
        self.order = order
        self.maximum = maximum
        typeOffset = first == .type ? 0 : length
        typePart = WordPart(offset: typeOffset, width: type, order)
        let (frame, overflow) = maximum.addingReportingOverflow(type + min(length, 8))
        field = try LengthField(
            offset: first == .type ? type : 0,
            .binary(width: length, order),
            trailing: first == .type ? 0 : type,
            counts: counts,
            maximum: overflow ? .max : frame
        )
    }
}

extension TLCFormat {
    /// The type of the message at a cursor that shows its header; nil where it has none.
    @inline(__always)
    fileprivate func type(_ input: borrowing ByteCursor) -> UInt64? {
        if let typePart, let word = input.peek(0, bigEndian: UInt64.self) { return typePart.value(in: word) }
        return typeWidth > 0 ? input.unsigned(at: typeOffset, width: typeWidth, order) : nil
    }
}

/// Messages of a type, a length and a content: type and length are integers, the length counts the content.
///
///     bytes      | 01 05 h e l l o | 02 00 | ...      type 1 byte, length 1 byte
///     messages   |    message 0    |   1   |
///
/// Content is judged by the header and never buffered. Behind a content over the limit the decoder does
/// not stop: it goes on where the message would end, as `length` and Netty do. A limit that was set too
/// low then costs that message alone. Where the number is no length at all (text on a binary port, the
/// other byte order) it announces a gigabyte or so, which is nearly always more than the stream still
/// has: the rest is undecoded, as if it had stopped.
public struct TLCDecoder: Decoder, Sendable {
    /// One message.
    public struct Output: Equatable, Sendable {
        /// The bytes of the content: the last ones of the message.
        public var length: Int
        /// The type; nil where the format has none.
        public var type: UInt64?
    }

    /// The rules of the codec.
    public static let rules = [negative, tooShort, tooLong]
    static let negative = Rule("tlc.negative", "the length is negative")
    static let tooShort = Rule("tlc.too-short", "the length is smaller than the header that it counts")
    static let tooLong = Rule("tlc.too-long", "the length announces a content over the limit")

    let format: TLCFormat

    /// A decoder for messages of this layout.
    public init(_ format: TLCFormat) { self.format = format }

    /// By a length, unless that is written as text.
    public var framing: Framing { format.field.framing }

    /// Decodes the message that starts at the cursor.
    @inline(__always)
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard let header = format.field.usual(input) else { return decodeAny(&input) }
        return message(header, &input)
    }

    @inline(never)
    private mutating func decodeAny(_ input: inout ByteCursor) -> Step<Output> {
        switch format.field.read(input) {
        case .needMore: .needs(format.field.fixedSize)
        case .fault(let fault, let number, _): .violation(violation(fault, number))
        case .header(let header): message(header, &input)
        }
    }

    @inline(__always)
    private func message(_ header: LengthField.Header, _ input: inout ByteCursor) -> Step<Output> {
        // Who does not look at messages does not ask for their types.
        let type = input.wantsWhole ? format.type(input) : nil
        guard input.take(header.size) != nil else { return .needMore }
        let length = header.frame - header.size
        return .region(Output(length: length, type: type), count: length)
    }

    /// What the bytes look like to this format.
    public func guess(_ bytes: RawSpan) -> FrameGuess { format.field.guess(bytes) }

    /// The header tells.
    public static var canGuess: Bool { true }

    /// Goes on behind the header or behind the message, as the header says.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation { format.field.resynchronise(input, after: violation) }

    private func violation(_ fault: LengthField.Fault, _ number: WireNumber?) -> Violation {
        switch fault {
        case .negative: Violation(Self.negative.id, number: number)
        case .tooShort: Violation(Self.tooShort.id, number: number)
        case .tooLong, .notANumber:
            // A length of `tlc` is never text, so it is always a number.
            Violation(Self.tooLong.id, number: number, limit: min(format.maximum, Int(LengthField.greatest)))
        }
    }

    /// Says type and length; a type of 8 bytes is said as a signed number, since fields hold no greater one.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        let type = output.type.map { Int(truncatingIfNeeded: $0) }
        details.summary(room: 96) { text in
            if let type {
                text.append(words: type < 0 ? "type -" : "type ")
                text.append(decimal: type.magnitude)
                text.append(words: ", ")
            }
            text.append(decimal: output.length.magnitude)
            text.append(words: output.length == 1 ? " byte" : " bytes")
        }
        if let type { details.field("type", type) }
        details.field("length", output.length)
    }
}

/// Writes messages of a type, a length and a content.
public struct TLCEncoder: Encoder, Sendable {
    /// A message but for its length.
    public struct Message: Equatable, Sendable {
        /// The type; nil where the format has none.
        public var type: UInt64?
        /// The content.
        public var content: [UInt8]

        /// A message of the type with the content.
        public init(type: UInt64?, content: [UInt8]) {
            self.type = type
            self.content = content
        }
    }

    let format: TLCFormat

    /// An encoder for messages of this layout.
    public init(_ format: TLCFormat) { self.format = format }

    /// Appends a message; throws for a content that its length cannot say, and for a type that does not fit.
    public func encode(_ message: Message, into writer: inout ByteWriter) throws(EncodingError) {
        guard (message.type != nil) == (format.typeWidth > 0) else {
            throw EncodingError(
                format.typeWidth > 0 ? "the type is missing" : "a type, but the format has none"
            )
        }
        let type = message.type ?? 0
        // A shift by 64 gives 0: a type of 8 bytes holds everything.
        guard type >> UInt64(8 * format.typeWidth) == 0 else {
            throw EncodingError("type \(type) does not fit in \(format.typeWidth) bytes")
        }
        let number = try format.field.announce(message.content.count)
        if format.typeOffset == 0 { writer.write(type, width: format.typeWidth, order: format.order) }
        format.field.write(number, into: &writer)
        if format.typeOffset > 0 { writer.write(type, width: format.typeWidth, order: format.order) }
        writer.write(message.content)
    }
}

extension TLCDecoder {
    static let codec = CodecDescription(
        name: "tlc",
        summary: "type, length, content",
        parameters: [
            .init("type", "bytes of the type, 0 to 8 (default 1)"),
            .init("length", "bytes of the length: 1, 2, 3, 4 or 8 (default 1)"),
            .init("order", "the byte order of both, big or little (default big)"),
            .init("counts", "what the length counts, content or frame, its header too (default content)"),
            .init("first", "what stands first, type or length (default type)"),
            .init("max", "longest content in bytes (default 16M)"),
        ],
        example: "tlc:type=2,length=4,order=big",
        layout: "| type | length | content ... |",
        rules: rules,
        source: "RHSocketKit and other users of type-length-value have the same format"
    ) { parameters throws(SpecError) in
        let format = try TLCFormat(&parameters)
        return CodecFactory("tlc") { TLCDecoder(format) }.writing { (message, writer) throws(EncodingError) in
            let type = format.typeWidth > 0 ? UInt64(max(0, message.type)) : nil
            try TLCEncoder(format).encode(.init(type: type, content: message.content), into: &writer)
        }
    }
}

extension TLCFormat {
    /// The layout that the parameters of a spec describe.
    public init(_ parameters: inout SpecParameters) throws(SpecError) {
        try self.init(
            type: parameters.integer("type", in: 0...8, default: 1),
            length: parameters.integer("length", in: 1...8, default: 1),
            order: parameters.order(),
            counts: parameters.counts(),
            first: parameters.choice("first", ["type": .type, "length": .length], default: .type),
            maximum: parameters.size("max", default: LengthField.defaultMaximum)
        )
    }
}
