import SeamBytes

/// OPC UA message chunks over TCP: three letters, a fourth for the chunk, a little-endian size.
struct OPCUA: FrameFormat {
    static let longest = 16 << 20
    static let ownRules = [unknownType]
    static let unknownType = Rule("opcua.type", "no message type of OPC UA", source: "OPC 10000-6, 7.1.2.2")

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let word = input.big32(0) else { return .needMore }
        guard Self.name(of: word >> 8).utf8CodeUnitCount > 0 else { return .broken(Self.unknownType) }
        guard let size = input.little32(4) else { return .needMore }
        let part: Frame.Part =
            switch UInt8(truncatingIfNeeded: word) {
            case UInt8(ascii: "C"): .middle
            default: .whole
            }
        return .frame(Frame(word >> 8, size: size, part: part), atLeast: 8)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard let chunk = input.peek(3) else { return nil }
        return [UInt8(ascii: "F"), UInt8(ascii: "C"), UInt8(ascii: "A")].contains(chunk) ? 44 : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0x48454c: "HEL"
        case 0x41434b: "ACK"
        case 0x455252: "ERR"
        case 0x524845: "RHE"
        case 0x4f504e: "OPN"
        case 0x434c4f: "CLO"
        case 0x4d5347: "MSG"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.type, width: 3)
        writer.write(UInt8(ascii: "F"))
        try writer.announce(8 + message.content.count, width: 4, order: .little)
        writer.write(message.content)
    }

    static let codec = codec(
        "opcua",
        "OPC UA message chunks over TCP",
        ports: [4840],
        layout: #"| "MSG" 3 | "F" 1 | size 4 LE | ... |   size counts all"#,
        source: "OPC 10000-6, 7.1.2"
    )
}
