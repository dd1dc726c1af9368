import SeamBytes

extension Redis {
    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        let word = bytes.clamped(output.word.start - start..<output.word.end - start)
        details.summary(name(of: output.sign))
        if output.count > 0 {
            details.summary(" of ")
            details.summary(output.count)
        }
        if word.byteCount > 0 {
            details.summary(": ")
            details.summary(word, limit: 40)
        }
        details.summary(", ")
        details.summary(bytes.byteCount)
        details.summary(" bytes")
        details.field("name", text: name(of: output.sign))
        if output.count > 0 { details.field("count", output.count) }
        if word.byteCount > 0, word.byteCount <= 64 { details.field("first", text: word) }
        details.field("length", bytes.byteCount)
    }

    static func name(of sign: UInt8) -> StaticString {
        switch sign {
        case UInt8(ascii: "+"): "simple string"
        case UInt8(ascii: "-"): "error"
        case UInt8(ascii: ":"): "integer"
        case UInt8(ascii: "$"): "bulk string"
        case UInt8(ascii: "*"): "array"
        case UInt8(ascii: "_"): "null"
        case UInt8(ascii: "#"): "boolean"
        case UInt8(ascii: ","): "double"
        case UInt8(ascii: "("): "big number"
        case UInt8(ascii: "!"): "bulk error"
        case UInt8(ascii: "="): "verbatim string"
        case UInt8(ascii: "%"): "map"
        case UInt8(ascii: "~"): "set"
        case UInt8(ascii: ">"): "push"
        case UInt8(ascii: "|"): "attribute"
        default: "inline command"
        }
    }

    /// How likely the first bytes of a half are RESP: values in a row.
    static func likelihood(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        guard let first = bytes.byte(at: 0) else { return Likelihood(0) }
        var decoder = Redis(from: .server, maximum: 1 << 29)
        var cursor = ByteCursor(bytes)
        var bits = 0
        var count = 0
        while count < 8, cursor.available > 0 {
            let step = decoder.decode(&cursor)
            if case .violation = step {
                return count == 0 ? inline(bytes, from: side) : Likelihood(bits, messages: count)
            }
            guard case .output(let output) = step else { break }
            count += 1
            // A command is an array of texts, whose lengths fit.
            bits += output.count > 0 ? 22 : output.sign == UInt8(ascii: "$") ? 18 : 8
        }
        if count > 0 { return Likelihood(bits + (cursor.available == 0 ? 8 : 0), messages: count) }
        guard first == UInt8(ascii: "*") || first == UInt8(ascii: "$") else { return Likelihood(0) }
        // "*3" CR LF "$": the beginning of a long command.
        var index = 1
        while let byte = bytes.byte(at: index), (0x30...0x39).contains(byte) { index += 1 }
        let isLine = index > 1 && bytes.byte(at: index) == 0x0d && bytes.byte(at: index + 1) == 0x0a
        guard isLine else { return bytes.byteCount > index ? nil : Likelihood(0) }
        return Likelihood(
            first == UInt8(ascii: "*") && bytes.byte(at: index + 2) == UInt8(ascii: "$") ? 28 : 12
        )
    }

    /// "PING" and the like, typed by a person or sent by redis-benchmark.
    private static func inline(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        guard side == .client else { return nil }
        let words: [StaticString] = ["PING\r\n", "INFO\r\n", "QUIT\r\n", "ping\r\n", "info\r\n"]
        let cursor = ByteCursor(bytes)
        for word in words where cursor.holds(word) == true { return Likelihood(14) }
        return nil
    }

    static let codec = CodecDescription(
        name: "redis",
        summary: "RESP 2 and 3 values and inline commands of Redis",
        parameters: [.init("max", "longest value in bytes", default: "32M")],
        example: "redis:max=1M",
        ports: [6379],
        layout: #"""
            text     | "$" | length in decimal | CR LF | bytes ... | CR LF |
            array    | "*" | count in decimal | CR LF | values ... |        also % ~ > | !
            others   | + - : _ # , ( | text | CR LF |                       inline: | words | CR LF |
            """#,
        rules: rules,
        source: "RESP protocol specification, Redis documentation",
        recognise: likelihood,
        encode: { (message, writer) throws(EncodingError) in
            writer.write("*2\r\n$4\r\nECHO\r\n$\(message.content.count)\r\n")
            writer.write(message.content)
            writer.write("\r\n")
        }
    ) { parameters throws(SpecError) in
        let maximum = try parameters.size("max", in: 16...(60 << 20), default: 32 << 20)
        return CodecFactory(
            "redis",
            dialogue: { (Redis(from: .client, maximum: maximum), Redis(from: .server, maximum: maximum)) }
        ).writing { (message, writer) throws(EncodingError) in writer.write(message.content) }
    }
}
