import SeamBytes

/// IEC 60870-5-104 APDUs: 68, a length of one byte, four control bytes.
struct IEC104: FrameFormat {
    static let longest = 255
    static let ownRules = [start]
    static let start = Rule("iec104.start", "the APDU does not start with 68", source: "IEC 60870-5-104, 5")
    /// The type of an APDU that carries data; its own types begin with 1.
    private enum Special {
        static let supervisory = 256
        static let unnumbered = 257
    }

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let first = input.byte(0) else { return .needMore }
        guard first == 0x68 else { return .broken(Self.start) }
        guard let length = input.byte(1) else { return .needMore }
        guard length >= 4 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let control = input.byte(2) else { return .needMore }
        var type = control & 3 == 1 ? Special.supervisory : Special.unnumbered
        if control & 1 == 0 {
            guard length > 4 else { return .frame(Frame(0, size: 2 + length)) }
            guard let asdu = input.byte(6) else { return .needMore }
            type = asdu
        }
        return .frame(Frame(type, size: 2 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard frame.type < 256 else { return frame.size == 6 && input.byte(3) == 0 ? 24 : nil }
        // The lowest bit of either sequence number is 0; "hello" has it 1 in its second.
        guard let received = input.byte(4), received & 1 == 0 else { return nil }
        return (1...127).contains(frame.type) && frame.size >= 12 ? 14 : nil
    }

    static func kind(of frame: Frame) -> UnitKind { .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case Special.supervisory: "S, acknowledgement"
        case Special.unnumbered: "U, start, stop or test"
        case 1: "M_SP_NA_1"
        case 3: "M_DP_NA_1"
        case 9: "M_ME_NA_1"
        case 11: "M_ME_NB_1"
        case 13: "M_ME_NC_1"
        case 30: "M_SP_TB_1"
        case 36: "M_ME_TF_1"
        case 45: "C_SC_NA_1"
        case 46: "C_DC_NA_1"
        case 70: "M_EI_NA_1"
        case 100: "C_IC_NA_1"
        case 101: "C_CI_NA_1"
        case 103: "C_CS_NA_1"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard message.content.count <= 248 else {
            throw EncodingError("\(message.content.count) bytes of ASDU")
        }
        writer.write([0x68, UInt8(5 + message.content.count), 0, 0, 0, 0])
        try writer.announce(message.type, width: 1)
        writer.write(message.content)
    }

    static let codec = codec(
        "iec104",
        "IEC 60870-5-104 APDUs",
        ports: [2404],
        layout: "| 68 | length 1 | control 4 | ASDU: type 1 ... |   length counts what follows it",
        source: "IEC 60870-5-104, 5"
    )
}
