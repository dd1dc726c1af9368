import SeamBytes

/// ONC RPC over TCP: records cut into fragments, each behind four bytes of length.
struct SunRPC: FrameFormat {
    static let longest = 64 << 20
    static let number: StaticString = "xid"

    let side: Side
    /// Whether the next fragment goes on with a record.
    private var isInside = false

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let word = input.big32(0) else { return .needMore }
        let length = word & 0x7fff_ffff
        let isLast = word >> 31 == 1
        if isInside { return .frame(Frame(size: 4 + length, part: isLast ? .last : .middle)) }
        guard length >= 8 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let id = input.big32(4), let type = input.big32(8) else { return .needMore }
        return .frame(Frame(type, number: id, size: 4 + length, part: isLast ? .whole : .first))
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {
        isInside = frame.part == .first || frame.part == .middle
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        if isInside { return 0 }
        guard frame.type == side.place else { return nil }
        guard side == .client else { return 30 }
        guard input.big32(12) == 2, let program = input.big32(16), program < 1 << 30 else { return nil }
        return 50
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "call"
        case 1: "reply"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(1 << 31 | (8 + message.content.count), width: 4)
        try writer.announce(message.number, width: 4)
        try writer.announce(message.type, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "rpc",
        "ONC RPC records (NFS, portmap) over TCP",
        ports: [2049, 111],
        layout:
            "| last 1 bit, length 31 bits | xid 4 | call or reply 4 | ... |   length counts what follows it",
        source: "RFC 5531 §11"
    )
}
