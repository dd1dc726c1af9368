import SeamBytes

/// NetBIOS session packets, in which SMB travels; directly over TCP (port 445) the length has 24 bits.
struct NBSS: FrameFormat {
    static let longest = 4 + (1 << 24)
    static let ownRules = [unknownType]
    static let unknownType = Rule(
        "nbss.type",
        "no packet type of a NetBIOS session",
        source: "RFC 1002 §4.3.1"
    )

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let word = input.big32(0) else { return .needMore }
        let type = word >> 24
        guard Self.name(of: type).utf8CodeUnitCount > 0 else { return .broken(Self.unknownType) }
        return .frame(Frame(type, size: 4 + (word & 0xff_ffff)))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard frame.type == 0 else {
            return frame.type == 0x81 && frame.size == 72 ? 28 : frame.size <= 10 ? 16 : nil
        }
        guard let sign = input.byte(4), let rest = input.peek(4, bigEndian: UInt32.self) else { return 0 }
        guard rest & 0xff_ffff == 0x534d42 else { return nil }
        // SMB 1, 2 and 3's encrypted and compressed messages: [MS-SMB2] 2.2.1, 2.2.41, 2.2.42.
        return [0xff, 0xfe, 0xfd, 0xfc].contains(sign) ? 44 : nil
    }

    static func kind(of frame: Frame) -> UnitKind { frame.type == 0x85 ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "session message"
        case 0x81: "session request"
        case 0x82: "positive session response"
        case 0x83: "negative session response"
        case 0x84: "retarget session response"
        case 0x85: "session keep-alive"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.type, width: 1)
        try writer.announce(message.content.count, width: 3)
        writer.write(message.content)
    }

    static let codec = codec(
        "nbss",
        "NetBIOS session packets, and SMB directly over TCP",
        ports: [445, 139],
        layout: "| type 1 | length 3 | content ... |   length counts the content",
        source: "RFC 1002 §4.3.1, [MS-SMB2] 2.1"
    )
}
