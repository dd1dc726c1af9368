import SeamBytes

/// DCE/RPC PDUs over TCP; the byte order of the length stands in the data representation.
struct DCERPC: FrameFormat {
    static let longest = 65535
    static let number: StaticString = "call_id"
    static let ownRules = [version]
    static let version = Rule("dcerpc.version", "the version is not 5.0 or 5.1", source: "C706, 12.6.3.1")

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let major = input.byte(0) else { return .needMore }
        guard major == 5 else { return .broken(Self.version) }
        guard let minor = input.byte(1) else { return .needMore }
        guard minor <= 1 else { return .broken(Self.version) }
        guard let type = input.byte(2), let order = input.byte(4) else { return .needMore }
        let isLittle = order & 0x10 != 0
        guard let size = isLittle ? input.little16(8) : input.big16(8),
            let call = isLittle ? input.little32(12) : input.big32(12)
        else { return .needMore }
        return .frame(Frame(type, number: call, size: size), atLeast: 16)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let order = input.byte(4), order & 0xef == 0, input.big16(6) == 0 else { return nil }
        return Self.name(of: frame.type).utf8CodeUnitCount > 0 ? 40 : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "request"
        case 2: "response"
        case 3: "fault"
        case 11: "bind"
        case 12: "bind_ack"
        case 13: "bind_nak"
        case 14: "alter_context"
        case 15: "alter_context_resp"
        case 16: "auth3"
        case 17: "shutdown"
        case 18: "co_cancel"
        case 19: "orphaned"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write(5)
        writer.write(0)
        try writer.announce(message.type, width: 1)
        writer.write([3, 0x10, 0, 0, 0])
        try writer.announce(16 + message.content.count, width: 2, order: .little)
        writer.write([0, 0])
        try writer.announce(message.number, width: 4, order: .little)
        writer.write(message.content)
    }

    static let codec = codec(
        "dcerpc",
        "DCE/RPC PDUs (MS-RPC) over TCP",
        ports: [135],
        layout:
            "| 05 00 | type 1 | flags 1 | representation 4 | length 2 | auth length 2 | call id 4 | ... |",
        source: "DCE 1.1: RPC (C706), 12.6.3"
    )
}
