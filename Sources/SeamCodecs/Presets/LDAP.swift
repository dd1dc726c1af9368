import SeamBytes

/// LDAP messages (BER sequences), and the buffers of a SASL layer once the two have agreed on one.
struct LDAP: FrameFormat {
    static let longest = 16 << 20
    static let number: StaticString = "message_id"
    static let ownRules = [notSequence, badLength]
    static let notSequence = Rule(
        "ldap.sequence",
        "the message is no BER sequence",
        source: "RFC 4511 §5.1"
    )
    static let badLength = Rule(
        "ldap.length",
        "the length is indefinite or has more than four bytes",
        source: "RFC 4511 §5.1"
    )
    /// The type of a buffer of the SASL layer (RFC 4422 §3.7).
    static let protected = 256

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let tag = input.byte(0) else { return .needMore }
        // A SASL buffer is at most 16 MiB: its length begins with 0, which no LDAP message does.
        if tag == 0 {
            guard let length = input.big32(0) else { return .needMore }
            return .frame(Frame(Self.protected, size: 4 + length), atLeast: 5)
        }
        guard tag == 0x30 else { return .broken(Self.notSequence) }
        guard let outer = Self.length(input, 1) else { return .needMore }
        guard outer.value >= 0 else { return .broken(Self.badLength) }
        let start = 1 + outer.width
        guard outer.value >= 5 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(outer.value))) }
        guard let integer = input.byte(start), let width = input.byte(start + 1) else { return .needMore }
        guard integer == 2, (1...4).contains(width) else { return .broken(Self.notSequence) }
        guard let id = input.unsigned(at: start + 2, width: width, .big),
            let operation = input.byte(start + 2 + width)
        else { return .needMore }
        return .frame(Frame(operation, number: Int(id), size: start + outer.value))
    }

    /// A definite length (X.690 8.1.3) and how many bytes write it; -1 where it is none that is allowed.
    private static func length(_ input: borrowing ByteCursor, _ index: Int) -> (value: Int, width: Int)? {
        guard let first = input.byte(index) else { return nil }
        guard first >= 0x80 else { return (first, 1) }
        guard (0x81...0x84).contains(first) else { return (-1, 1) }
        guard let value = input.unsigned(at: index + 1, width: first - 0x80, .big) else { return nil }
        return (Int(value), 1 + first - 0x80)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        if frame.type == Self.protected { return 0 }
        return Self.name(of: frame.type).utf8CodeUnitCount > 0 ? 26 : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0x60: "bindRequest"
        case 0x61: "bindResponse"
        case 0x42: "unbindRequest"
        case 0x63: "searchRequest"
        case 0x64: "searchResultEntry"
        case 0x65: "searchResultDone"
        case 0x73: "searchResultReference"
        case 0x66: "modifyRequest"
        case 0x67: "modifyResponse"
        case 0x68: "addRequest"
        case 0x69: "addResponse"
        case 0x4a: "delRequest"
        case 0x6b: "delResponse"
        case 0x6c: "modDNRequest"
        case 0x6d: "modDNResponse"
        case 0x6e: "compareRequest"
        case 0x6f: "compareResponse"
        case 0x50: "abandonRequest"
        case 0x77: "extendedRequest"
        case 0x78: "extendedResponse"
        case 0x79: "intermediateResponse"
        case protected: "SASL buffer, protected"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard (0..<1 << 31).contains(message.number) else { throw EncodingError("id \(message.number)") }
        guard (0x40..<0x80).contains(message.type), message.content.count < 1 << 20 else {
            throw EncodingError("operation \(message.type) of \(message.content.count) bytes")
        }
        let size = 6 + 2 + 3 + message.content.count
        writer.write([0x30, 0x83])
        try writer.announce(size, width: 3)
        writer.write([2, 4])
        try writer.announce(message.number, width: 4)
        writer.write([UInt8(message.type), 0x83])
        try writer.announce(message.content.count, width: 3)
        writer.write(message.content)
    }

    static let codec = codec(
        "ldap",
        "LDAP messages",
        ports: [389, 3268],
        layout: """
            | 30 | length 1 to 5 (BER) | 02 | id length 1 | message id | operation 1 | ... |
            """,
        source: "RFC 4511 §4.1.1, §5.1; RFC 4422 §3.7"
    )
}
