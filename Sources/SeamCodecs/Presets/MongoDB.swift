import SeamBytes

/// MongoDB wire messages: a header of four little-endian integers.
struct MongoDB: FrameFormat {
    static let longest = 48_000_000
    static let number: StaticString = "request_id"

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let size = input.little32(0), let id = input.little32(4), let code = input.little32(12) else {
            return .needMore
        }
        return .frame(Frame(code, number: id, size: size), atLeast: 16)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        Self.name(of: frame.type).utf8CodeUnitCount > 0 ? (frame.type == 1 ? 24 : 30) : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "OP_REPLY"
        case 2001: "OP_UPDATE"
        case 2002: "OP_INSERT"
        case 2004: "OP_QUERY"
        case 2005: "OP_GET_MORE"
        case 2006: "OP_DELETE"
        case 2007: "OP_KILL_CURSORS"
        case 2010: "OP_COMMAND"
        case 2011: "OP_COMMANDREPLY"
        case 2012: "OP_COMPRESSED"
        case 2013: "OP_MSG"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(16 + message.content.count, width: 4, order: .little)
        try writer.announce(message.number, width: 4, order: .little)
        try writer.announce(0, width: 4, order: .little)
        try writer.announce(message.type, width: 4, order: .little)
        writer.write(message.content)
    }

    static let codec = codec(
        "mongodb",
        "MongoDB wire protocol messages",
        ports: [27017],
        layout: """
            | size 4 LE | request id 4 LE | response to 4 LE | opcode 4 LE | body ... |   size counts all
            """,
        source: "MongoDB Wire Protocol, Standard Message Header"
    )
}
