import SeamBytes

/// SMPP 3.3 to 5.0 PDUs: four big-endian integers, then the body.
struct SMPP: FrameFormat {
    static let longest = 1 << 20
    static let number: StaticString = "sequence"

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let size = input.big32(0), let command = input.big32(4), let id = input.big32(12) else {
            return .needMore
        }
        return .frame(Frame(command, number: id, size: size), atLeast: 16)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, let status = input.big32(8) else { return nil }
        guard frame.type >> 31 == 1 || status == 0 else { return nil }
        return frame.type >> 31 == 1 ? 34 : 30
    }

    static func kind(of frame: Frame) -> UnitKind {
        frame.type & 0x7fff_ffff == 0x15 ? .heartbeat : .message
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0x1: "bind_receiver"
        case 0x2: "bind_transmitter"
        case 0x3: "query_sm"
        case 0x4: "submit_sm"
        case 0x5: "deliver_sm"
        case 0x6: "unbind"
        case 0x7: "replace_sm"
        case 0x8: "cancel_sm"
        case 0x9: "bind_transceiver"
        case 0xb: "outbind"
        case 0x15: "enquire_link"
        case 0x21: "submit_multi"
        case 0x102: "alert_notification"
        case 0x103: "data_sm"
        case 0x8000_0000: "generic_nack"
        case 0x8000_0001: "bind_receiver_resp"
        case 0x8000_0002: "bind_transmitter_resp"
        case 0x8000_0003: "query_sm_resp"
        case 0x8000_0004: "submit_sm_resp"
        case 0x8000_0005: "deliver_sm_resp"
        case 0x8000_0006: "unbind_resp"
        case 0x8000_0007: "replace_sm_resp"
        case 0x8000_0008: "cancel_sm_resp"
        case 0x8000_0009: "bind_transceiver_resp"
        case 0x8000_0015: "enquire_link_resp"
        case 0x8000_0021: "submit_multi_resp"
        case 0x8000_0103: "data_sm_resp"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(16 + message.content.count, width: 4)
        try writer.announce(message.type, width: 4)
        try writer.announce(0, width: 4)
        try writer.announce(message.number, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "smpp",
        "SMPP 3.3 to 5.0 PDUs",
        ports: [2775, 3550],
        layout: """
            | command length 4 | command id 4 | status 4 | sequence 4 | body ... |   length counts all
            """,
        source: "SMPP v3.4, 3.2"
    )
}
