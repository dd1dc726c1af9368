import SeamBytes

/// TDS packets, the protocol of SQL Server: a header of 8 bytes.
struct TDS: FrameFormat {
    static let longest = 32767
    static let ownRules = [unknownType]
    static let unknownType = Rule("tds.type", "no packet type of TDS", source: "[MS-TDS] 2.2.3.1.1")

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let type = input.byte(0) else { return .needMore }
        guard Self.name(of: type).utf8CodeUnitCount > 0 else { return .broken(Self.unknownType) }
        guard let status = input.byte(1), let size = input.big16(2) else { return .needMore }
        return .frame(Frame(type, size: size, part: status & 1 == 1 ? .whole : .middle), atLeast: 8)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let status = input.byte(1), status & 0xe0 == 0, let window = input.byte(7), window == 0 else {
            return nil
        }
        // Where the capture starts later, the lower port is taken for the server's.
        guard (frame.type == 4) == (side == .server) else { return 12 }
        switch frame.type {
        // PRELOGIN: its first option is VERSION, of six bytes; LOGIN7 says its own length.
        case 0x12: return input.byte(8) == 0 && input.big16(11) == 6 ? 34 : 10
        case 0x10: return input.little32(8) == frame.size - 8 ? 34 : 10
        default: return 18
        }
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "SQL batch"
        case 2: "pre-TDS7 login"
        case 3: "RPC"
        case 4: "tabular result"
        case 6: "attention"
        case 7: "bulk load"
        case 8: "federated authentication token"
        case 14: "transaction manager request"
        case 16: "TDS7 login"
        case 17: "SSPI"
        case 18: "pre-login"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.type, width: 1)
        writer.write(1)
        try writer.announce(8 + message.content.count, width: 2)
        writer.write([0, 0, 1, 0])
        writer.write(message.content)
    }

    static let codec = codec(
        "tds",
        "TDS packets of SQL Server",
        ports: [1433],
        layout:
            "| type 1 | status 1 | length 2 | SPID 2 | packet id 1 | window 1 | data ... |   length counts all",
        source: "[MS-TDS] 2.2.3.1"
    )
}
