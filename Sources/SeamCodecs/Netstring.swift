import SeamBytes

/// Netstrings: the length in decimal, a colon, the content, a comma.
struct NetstringDecoder: Decoder {
    typealias Output = Frame

    static let rules = [notNumber, tooLong, comma]
    static let notNumber = Rule(
        "netstring.length",
        "no decimal length and colon",
        source: "D. J. Bernstein, Netstrings"
    )
    static let tooLong = Rule("netstring.too-long", "the length is over the limit")
    static let comma = Rule(
        "netstring.comma",
        "no comma behind the content",
        source: "D. J. Bernstein, Netstrings"
    )

    private let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    mutating func decode(_ input: inout ByteCursor) -> Step<Frame> {
        var length = 0
        var digits = 0
        while let byte = input.peek(digits), byte != UInt8(ascii: ":") {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            // "The string [0-9]+ may not begin with 0 unless it is 0"; nine digits are more than any limit.
            guard isDigit, digits < 9, digits == 0 || length > 0 else {
                return .violation(Violation(Self.notNumber.id))
            }
            length = length * 10 + Int(byte - UInt8(ascii: "0"))
            digits += 1
        }
        guard input.peek(digits) != nil else { return .needMore }
        guard digits > 0 else { return .violation(Violation(Self.notNumber.id)) }
        guard length <= maximum else {
            return .violation(Violation(Self.tooLong.id, number: WireNumber(UInt64(length)), limit: maximum))
        }
        let size = digits + 1 + length + 1
        guard let end = input.peek(size - 1) else { return .needMore }
        guard end == UInt8(ascii: ",") else { return .violation(Violation(Self.comma.id)) }
        guard input.take(size) != nil else { return .needMore }
        return .output(Frame(size: length))
    }

    static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) {
        let header = bytes.byteCount - output.size - 1
        content.append(bytes.clamped(header..<header + output.size), from: start + header)
    }

    static func describe(_ output: Frame, in bytes: RawSpan, at start: Int, into details: inout UnitDetails) {
        details.summary(output.size)
        details.summary(output.size == 1 ? " byte: " : " bytes: ")
        let header = bytes.byteCount - output.size - 1
        details.summary(bytes.clamped(header..<header + output.size))
        details.field("length", output.size)
    }

    private static let write: CodecDescription.Encode = { (message, writer) throws(EncodingError) in
        writer.write("\(message.content.count):")
        writer.write(message.content)
        writer.write(UInt8(ascii: ","))
    }

    static let codec = CodecDescription(
        name: "netstring",
        summary: "netstrings: length, colon, content, comma",
        parameters: [.init("max", "longest content in bytes", default: "16M")],
        example: "netstring:max=64k",
        layout: #"| length in decimal | ":" | content ... | "," |"#,
        rules: rules,
        source: "D. J. Bernstein, Netstrings",
        recognise: { bytes, _ in
            var decoder = NetstringDecoder(maximum: 1 << 20)
            var cursor = ByteCursor(bytes)
            var count = 0
            while count < 4, cursor.available > 0 {
                guard case .output = decoder.decode(&cursor) else { break }
                count += 1
            }
            // Digits, colon and comma in their places, and the length leads to the comma.
            return count == 0
                ? nil : Likelihood(20 * count + (cursor.available == 0 ? 8 : 0), messages: count)
        },
        encode: write
    ) { parameters throws(SpecError) in
        let maximum = try parameters.size("max", in: 1...(60 << 20), default: 16 << 20)
        return CodecFactory("netstring") { NetstringDecoder(maximum: maximum) }.writing(write)
    }
}
