import SeamBytes

/// TPKT packets, in which ISO transport (S7, MMS, RDP) travels over TCP.
struct TPKT: FrameFormat {
    static let longest = 65535
    static let ownRules = [version]
    static let version = Rule("tpkt.version", "the packet does not begin 03 00", source: "RFC 1006 §6")

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let first = input.byte(0) else { return .needMore }
        guard first == 3 else { return .broken(Self.version) }
        guard let reserved = input.byte(1), let size = input.big16(2) else { return .needMore }
        guard reserved == 0 else { return .broken(Self.version) }
        guard size >= 7 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(size))) }
        guard let code = input.byte(5) else { return .needMore }
        return .frame(Frame(code & 0xf0, size: size))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let indicator = input.byte(4), indicator <= frame.size - 5, indicator >= 2 else { return nil }
        return Self.name(of: frame.type).utf8CodeUnitCount > 0 ? 32 : nil
    }

    /// The codes of ISO 8073 TPDUs.
    static func name(of type: Int) -> StaticString {
        switch type {
        case 0xe0: "connection request"
        case 0xd0: "connection confirm"
        case 0x80: "disconnect request"
        case 0xc0: "disconnect confirm"
        case 0xf0: "data"
        case 0x10: "expedited data"
        case 0x70: "error"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write([3, 0])
        try writer.announce(7 + message.content.count, width: 2)
        writer.write([2, UInt8(truncatingIfNeeded: message.type & 0xf0), 0x80])
        writer.write(message.content)
    }

    static let codec = codec(
        "tpkt",
        "TPKT packets with ISO transport (S7, MMS, RDP)",
        ports: [102, 3389],
        layout: "| 03 00 | length 2 | COTP: indicator 1, code 1 ... |   length counts all",
        source: "RFC 1006 §6, ISO 8073"
    )
}
