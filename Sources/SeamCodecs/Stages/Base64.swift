import SeamBytes

/// Messages in base64, one a message below: what they carry is what the digits stand for.
struct Base64Stage: Stage {
    struct Output: Equatable, Sendable {
        /// The bytes that the digits stand for.
        var count: Int
        /// Whether all of it was base64.
        var isValid: Bool
    }

    static let rules = [invalid]
    static let invalid = Rule("base64.invalid", "the message is not base64", source: "RFC 4648 §4")

    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Output {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for index in 0..<message.byteCount {
            guard let byte = message.byte(at: index) else { break }
            // Lines of 64 or 76 digits, as mail has them (RFC 2045 §6.8).
            if byte == 0x0d || byte == 0x0a { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let digit = Self.digit(byte) else { return Output(count: 0, isValid: false) }
            bits = bits << 6 | UInt32(digit)
            digits += 1
            guard digits.isMultiple(of: 4) else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        switch digits % 4 {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return Output(count: 0, isValid: false)
        }
        let rest = (4 - digits % 4) % 4
        guard padding == rest || padding == 0 else { return Output(count: 0, isValid: false) }
        let source = ByteRange(start, start + message.byteCount)
        content.append(bytes.rawSpan, from: source, isLinear: false)
        return Output(count: bytes.count, isValid: true)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 0x41
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x61 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    static func violation(of output: Output) -> Violation? { output.isValid ? nil : Violation(invalid.id) }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        details.summary("base64 of ")
        details.summary(output.count)
        details.summary(output.count == 1 ? " byte" : " bytes")
        details.field("length", output.count)
    }

    static let codec = CodecDescription(
        name: "base64",
        summary: "messages in base64, behind a framer",
        example: "rhsocket/base64/text",
        layout: "| base64 digits ... |   one a message of the layer below",
        rules: rules,
        source: "RFC 4648 §4"
    ) { _ throws(SpecError) in
        CodecFactory("base64", innerOnly: "stands behind a framer: line/base64, rhsocket/base64") {
            Base64Stage()
        }
    }
}
