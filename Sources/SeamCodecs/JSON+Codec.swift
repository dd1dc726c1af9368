import SeamBytes

extension JSONDecoder {
    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        let name: StaticString =
            switch output.sign {
            case UInt8(ascii: "{"): "object"
            case UInt8(ascii: "["): "array"
            case UInt8(ascii: "\""): "string"
            case 0x0a: "empty line"
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): "number"
            default: "word"
            }
        details.summary(name)
        details.summary(", ")
        details.summary(bytes.byteCount)
        details.summary(" bytes: ")
        details.summary(
            bytes.clamped(0..<bytes.byteCount - (bytes.byte(at: bytes.byteCount - 1) == 0x0a ? 1 : 0))
        )
        details.field("name", text: name)
        details.field("depth", output.depth)
        details.field("length", bytes.byteCount)
    }

    /// How likely the first bytes of a half are JSON: an object or an array, and what stands first in it.
    static func likelihood(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        var decoder = JSONDecoder(maximum: 1 << 20)
        var cursor = ByteCursor(bytes)
        var bits = 0
        var count = 0
        while count < 8, cursor.available > 0 {
            let step = decoder.decode(&cursor)
            if case .violation = step { return nil }
            guard case .output(let output) = step else { break }
            if kind(of: output) == .message, !output.isText || output.depth == 0 { return nil }
            count += 1
            bits += output.depth > 0 ? 26 : 6
        }
        if count > 0 { return Likelihood(bits, messages: count) }
        // The beginning of a long one: a bracket and, perhaps behind spaces, a text or another bracket.
        guard let first = bytes.byte(at: 0), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return bytes.byteCount < 4 ? Likelihood(0) : nil
        }
        var index = 1
        while let byte = bytes.byte(at: index), byte == 0x20 || byte == 10 || byte == 13 || byte == 9 {
            index += 1
        }
        switch bytes.byte(at: index) {
        case UInt8(ascii: "\""), UInt8(ascii: "}"): return Likelihood(first == UInt8(ascii: "{") ? 26 : 16)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return first == UInt8(ascii: "[") ? Likelihood(16) : nil
        case nil: return Likelihood(8)
        default: return first == UInt8(ascii: "[") ? Likelihood(4) : nil
        }
    }

    static let codec = CodecDescription(
        name: "json",
        summary: "JSON values in a row, with or without lines, and counter lines",
        parameters: [
            .init("max", "longest value in bytes", default: "16M"),
            .init("depth", "how deep brackets may nest", default: "512"),
        ],
        example: "json:max=1M",
        layout: #"""
            | { "key": [1, 2], "text": "}" } | LF, if the first value had one |
            | 20 LF |   a number alone on a line, and an empty line, are heart-beats
            """#,
        rules: rules,
        source: "RFC 8259; JSON Lines",
        recognise: likelihood,
        encode: { (message, writer) throws(EncodingError) in
            // Content that is any bytes stands in a text, as hexadecimal digits.
            writer.write("{\"type\":\(message.type),\"content\":\"")
            for byte in message.content {
                writer.write(byte < 16 ? "0" : "")
                writer.write(String(byte, radix: 16))
            }
            writer.write("\"}\n")
        }
    ) { parameters throws(SpecError) in
        let maximum = try parameters.size("max", in: 16...(60 << 20), default: 16 << 20)
        let deepest = try parameters.integer("depth", in: 1...100_000, default: 512)
        return CodecFactory("json") { JSONDecoder(maximum: maximum, deepest: deepest) }
            .writing { (message, writer) throws(EncodingError) in
                writer.write(message.content)
                writer.write(0x0a)
            }
    }
}
