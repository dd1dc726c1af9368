import SeamBytes

/// EtherNet/IP encapsulation: a header of 24 bytes, little-endian.
struct ENIP: FrameFormat {
    static let longest = 24 + 65511
    static let number: StaticString = "session"

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let command = input.little16(0), let length = input.little16(2), let session = input.little32(4)
        else { return .needMore }
        return .frame(Frame(command, number: session, size: 24 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, let status = input.little32(8),
            let options = input.little32(20)
        else { return nil }
        return status < 0x100 && options == 0 ? 30 : nil
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "NOP"
        case 4: "ListServices"
        case 0x63: "ListIdentity"
        case 0x64: "ListInterfaces"
        case 0x65: "RegisterSession"
        case 0x66: "UnRegisterSession"
        case 0x6f: "SendRRData"
        case 0x70: "SendUnitData"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.type, width: 2, order: .little)
        try writer.announce(message.content.count, width: 2, order: .little)
        try writer.announce(message.number, width: 4, order: .little)
        writer.write([UInt8](repeating: 0, count: 16))
        writer.write(message.content)
    }

    static let codec = codec(
        "enip",
        "EtherNet/IP encapsulation messages",
        ports: [44818],
        layout: "| command 2 LE | length 2 LE | session 4 | status 4 | context 8 | options 4 | data ... |",
        source: "ODVA, CIP Networks Library volume 2, 2-3"
    )
}
