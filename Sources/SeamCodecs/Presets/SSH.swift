import SeamBytes

/// SSH up to the keys: the identification line, then packets in the clear; what follows is encrypted.
struct SSH: FrameFormat {
    static let longest = 4 + (256 << 10)
    static let ownRules = [identification]
    static let identification = Rule(
        "ssh.identification",
        "no identification line within 8 KiB",
        source: "RFC 4253 §4.2"
    )
    private enum Special {
        static let line = 256
        static let encrypted = 257
        static let banner = 258
    }

    private enum Place {
        case lines
        case packets
        case encrypted
    }

    let side: Side
    private var place = Place.lines

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        switch place {
        case .encrypted: return .untilEnd(Frame(Special.encrypted, size: 0))
        case .packets:
            guard let length = input.big32(0) else { return .needMore }
            guard length >= 6 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
            guard let message = input.byte(5) else { return .needMore }
            return .frame(Frame(message, size: 4 + length))
        case .lines:
            let isIdentification = input.holds("SSH-")
            // Only a server may say more before it.
            if isIdentification == false, side == .client { return .broken(Self.identification) }
            guard let end = input.firstIndex(of: 0x0a) else {
                return input.available > 8192 ? .broken(Self.identification) : .needMore
            }
            return .frame(Frame(isIdentification == true ? Special.line : Special.banner, size: end + 1))
        }
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {
        if frame.type == Special.line { place = .packets }
        // SSH_MSG_NEWKEYS: the last in the clear.
        if place == .packets, frame.type == 21 { place = .encrypted }
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        switch frame.type {
        case Special.line: input.holds("SSH-2.0-") == true || input.holds("SSH-1.") == true ? 60 : nil
        case Special.banner: nil
        default: 8
        }
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case Special.line: "identification"
        case Special.banner: "line before the identification"
        case Special.encrypted: "encrypted"
        case 1: "DISCONNECT"
        case 2: "IGNORE"
        case 4: "DEBUG"
        case 20: "KEXINIT"
        case 21: "NEWKEYS"
        case 30...49: "key exchange"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        throw EncodingError("SSH is not written: its packets are encrypted")
    }

    static let codec = codec(
        "ssh",
        "SSH: identification and key exchange, then encrypted",
        ports: [22],
        layout: """
            | SSH-2.0-... CR LF |
            | length 4 | padding 1 | message 1 | ... |   length counts what follows it; encrypted behind NEWKEYS
            """,
        source: "RFC 4253 §4.2, §6"
    )
}
