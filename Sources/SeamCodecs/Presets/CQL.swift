import SeamBytes

/// Cassandra's native protocol, versions 1 to 4, and 5 up to its STARTUP.
struct CQL: FrameFormat {
    static let longest = 256 << 20
    static let number: StaticString = "stream_id"
    static let ownRules = [version]
    static let version = Rule(
        "cql.version",
        "the version is not 1 to 5",
        source: "CQL Binary Protocol v4, 2.1"
    )

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let first = input.byte(0) else { return .needMore }
        guard (1...5).contains(first & 0x7f) else { return .broken(Self.version) }
        // Versions 1 and 2 have a stream id of one byte.
        let wide = first & 0x7f > 2 ? 1 : 0
        guard let id = wide == 1 ? input.big16(2) : input.byte(2), let code = input.byte(3 + wide),
            let length = input.big32(4 + wide)
        else { return .needMore }
        return .frame(Frame(code, number: id, size: 8 + wide + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let first = input.byte(0), first >> 7 == side.place, let flags = input.byte(1), flags < 0x20
        else {
            return nil
        }
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, frame.size < 16 << 20 else { return nil }
        switch frame.type {
        // A map of texts, the first named CQL_VERSION; a question without a body.
        case 1: return input.holds("CQL_VERSION", at: first & 0x7f > 2 ? 13 : 12) == true ? 60 : nil
        case 5: return frame.size <= 9 ? 32 : nil
        default: return first & 0x7f > 2 && frame.number < 1 << 15 ? 12 : 6
        }
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "ERROR"
        case 1: "STARTUP"
        case 2: "READY"
        case 3: "AUTHENTICATE"
        case 5: "OPTIONS"
        case 6: "SUPPORTED"
        case 7: "QUERY"
        case 8: "RESULT"
        case 9: "PREPARE"
        case 10: "EXECUTE"
        case 11: "REGISTER"
        case 12: "EVENT"
        case 13: "BATCH"
        case 14: "AUTH_CHALLENGE"
        case 15: "AUTH_RESPONSE"
        case 16: "AUTH_SUCCESS"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write([4, 0])
        try writer.announce(message.number, width: 2)
        try writer.announce(message.type, width: 1)
        try writer.announce(message.content.count, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "cql",
        "Cassandra's CQL native protocol",
        ports: [9042],
        layout: "| version 1 | flags 1 | stream 2 (1 in v1, v2) | opcode 1 | length 4 | body ... |",
        source: "CQL Binary Protocol v4, 2"
    )
}
