public import SeamBytes

/// Messages whose header says how long they are, laid out by a `LengthField`.
///
///     bytes      | 00 05 h e l l o | 00 02 h i | ...      width 2, big-endian
///     messages   |    message 0    | message 1 |
///
/// Everything is judged by the header; content is never buffered. The decoder goes on where Netty's
/// does: behind the header of a length that makes no sense, behind the announced frame where it is too
/// long. Unlike there, a frame is reported as too long at its header, and what an ended stream leaves
/// over holds the header too.
public struct LengthDecoder: Decoder, Sendable {
    /// One message.
    public struct Output: Equatable, Sendable {
        /// The number as it stands in the header.
        public var declared: Int
        /// The last so many bytes of the message are what a receiver that strips would get.
        public var length: Int
    }

    /// The rules of the codec.
    public static let rules = [negative, tooShort, tooLong, notANumber, stripped]
    static let negative = Rule("length.negative", "the length is negative")
    static let tooShort = Rule("length.too-short", "the length is smaller than the header that it counts")
    static let tooLong = Rule("length.too-long", "the length announces a frame over the limit")
    static let notANumber = Rule("length.not-a-number", "the length is not a decimal number")
    static let stripped = Rule("length.strip-too-long", "the frame is shorter than its strip=")

    let field: LengthField
    let strip: Int?
    /// What comes before the first message and still waits to be taken.
    private var preamble: Preamble
    /// How far `Preamble.any` was looked for, and whether no more bytes come.
    private var searched = 0
    private var isEnded = false

    /// A decoder for frames with this length field.
    ///
    /// `strip` bytes at the front are left out of `Output.length`, by default the header; ranges always
    /// hold the whole frame. A frame with fewer bytes is a violation. The `preamble` is a
    /// message of its own.
    public init(_ field: LengthField, strip: Int? = nil, preamble: Preamble = .bytes(0)) {
        self.field = field
        self.preamble = preamble
        self.strip = strip.map { max(0, $0) }
    }

    /// By a length, unless that is written as text.
    public var framing: Framing { field.framing }

    /// Decodes the message that starts at the cursor.
    @inline(__always)
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard preamble == .bytes(0), let header = field.usual(input) else { return decodeAny(&input) }
        return message(header, &input)
    }

    @inline(never)
    private mutating func decodeAny(_ input: inout ByteCursor) -> Step<Output> {
        if preamble != .bytes(0) { return opening(&input) }
        switch field.read(input) {
        case .needMore:
            return .needMore
        case .fault(let fault, let number, _):
            return .violation(Violation(Self.rule(fault).id, number: number, limit: limit(of: fault)))
        case .header(let header):
            return message(header, &input)
        }
    }

    @inline(__always)
    private func message(_ header: LengthField.Header, _ input: inout ByteCursor) -> Step<Output> {
        let kept = header.frame - (strip ?? header.size)
        guard kept >= 0 else { return .violation(Violation(Self.stripped.id)) }
        guard input.take(header.size) != nil else { return .needMore }
        let output = Output(declared: header.number, length: kept)
        return .region(output, count: header.frame - header.size)
    }

    /// Takes what comes before the first message, unless the capture starts behind it.
    @inline(never)
    private mutating func opening(_ input: inout ByteCursor) -> Step<Output> {
        var size: Int? = 0
        if input.position == 0 {
            switch preamble {
            case .bytes(let count): size = count
            case .any: size = Preamble.end(in: input.rest, self, searched: &searched, isEnd: isEnded)
            }
        }
        guard let size, input.take(size) != nil else { return .needMore }
        preamble = .bytes(0)
        return size == 0 ? decode(&input) : .region(Output(declared: 0, length: size), count: 0)
    }

    /// Lets a preamble be what it is without more bytes behind it.
    public mutating func streamEnded() { isEnded = true }

    /// What the bytes look like to this format.
    public func guess(_ bytes: RawSpan) -> FrameGuess {
        let guess = field.guess(bytes)
        if case .frame(let size, _) = guess, let strip, size < strip { return .unlikely }
        return guess
    }

    /// The header tells.
    public static var canGuess: Bool { true }

    /// Goes on behind the header or behind the frame, as far as the header says where that is.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation { field.resynchronise(input, after: violation) }

    private static func rule(_ fault: LengthField.Fault) -> Rule {
        switch fault {
        case .negative: negative
        case .tooShort: tooShort
        case .tooLong: tooLong
        case .notANumber: notANumber
        }
    }

    private func limit(of fault: LengthField.Fault) -> Int {
        fault == .tooLong ? min(field.maximum, Int(LengthField.greatest)) : 0
    }

    /// Says how long the content is, and the number that said so.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        details.summary(output.length)
        details.summary(output.length == 1 ? " byte" : " bytes")
        details.field("length", output.length)
        details.field("declared", output.declared)
    }
}

/// Writes messages whose header says how long they are.
public struct LengthEncoder: Encoder, Sendable {
    /// A frame but for its number.
    public struct Message: Equatable, Sendable {
        /// The header's bytes before the number, as many as its offset.
        public var prefix: [UInt8]
        /// All bytes behind the header.
        public var content: [UInt8]

        /// A frame with this content.
        public init(prefix: [UInt8] = [], content: [UInt8]) {
            self.prefix = prefix
            self.content = content
        }
    }

    let field: LengthField
    let strip: Int

    /// An encoder for the decoder with the same arguments.
    public init(_ field: LengthField, strip: Int? = nil) {
        self.field = field
        self.strip = strip ?? 0
    }

    /// Appends a frame; throws for a content that its length cannot say or that decoders would refuse.
    public func encode(_ message: Message, into writer: inout ByteWriter) throws(EncodingError) {
        guard message.prefix.count == field.offset else {
            throw EncodingError(
                "\(message.prefix.count) bytes before a length that stands at offset \(field.offset)"
            )
        }
        let number = try field.announce(message.content.count)
        var header = ByteWriter()
        header.write(message.prefix)
        field.write(number, into: &header)
        let frame = header.count + message.content.count
        guard strip <= frame else {
            throw EncodingError("a frame of \(frame) bytes, of which \(strip) are to be stripped")
        }
        writer.write(header.bytes)
        writer.write(message.content)
    }
}

extension LengthDecoder {
    static let codec = CodecDescription(
        name: "length",
        summary: "messages whose header says how long they are",
        parameters: [
            .init("offset", "bytes before the length (default 0)"),
            .init("width", "bytes of a binary length: 1, 2, 3, 4 or 8 (default 4), or varint, as in MQTT"),
            .init("order", "its byte order, big or little (default big)"),
            .init("digits", "instead of width: decimal text of so many digits, as 4 for 0031 or \"  31\""),
            .init("end", "instead of width: decimal text up to this byte in hexadecimal, as 20 or 0a"),
            .init("counts", "what the length counts, content or frame, its header too (default content)"),
            .init("adjust", "added to the length, may be negative (default 0)"),
            .init("strip", "bytes at the front to leave out of descriptions (default the header)"),
            .init(
                "preamble",
                "bytes that the client sends before its first message, or any: what either sends until frames fit (default 0)"
            ),
            .init("max", "longest frame in bytes, header included (default 16M)"),
        ],
        example: "length:offset=2,width=4,order=little,adjust=-6",
        layout: "| offset bytes | length, width bytes | content ... |   counts=content or frame",
        rules: rules,
        source: "Netty's LengthFieldBasedFrameDecoder has the same format"
    ) { parameters throws(SpecError) in
        let field = try LengthField(&parameters)
        let given = try parameters.size("strip", in: 0...Int.max, default: -1)
        guard given <= field.maximum else {
            throw SpecError("length: strip=\(given) is more than a frame may have (max=\(field.maximum))")
        }
        let strip = given < 0 ? nil : given
        let preamble = try parameters.preamble()
        return CodecFactory("length") {
            let client = LengthDecoder(field, strip: strip, preamble: preamble)
            return (client, LengthDecoder(field, strip: strip, preamble: preamble == .any ? .any : .bytes(0)))
        }.writing { (message, writer) throws(EncodingError) in
            // What stands before the length is taken for the type.
            var prefix = ByteWriter()
            prefix.write(UInt64(max(0, message.type)), width: field.offset, order: .big)
            let frame = LengthEncoder.Message(prefix: prefix.bytes, content: message.content)
            try LengthEncoder(field, strip: strip).encode(frame, into: &writer)
        }
    }
}
