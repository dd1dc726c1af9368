import SeamBytes

/// DNS over TCP: each message behind two bytes of length.
struct DNS: FrameFormat {
    static let longest = 65537
    static let number: StaticString = "id"

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let length = input.big16(0) else { return .needMore }
        guard length >= 12 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let id = input.big16(2), let flags = input.byte(4) else { return .needMore }
        let type = (flags >> 3 & 15) << 1 | flags >> 7
        return .frame(Frame(type, number: id, size: 2 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, frame.type & 1 == side.place,
            let code = input.byte(5), code & 0x40 == 0
        else { return nil }
        guard let questions = input.big16(6), let answers = input.big16(8) else { return 6 }
        guard questions <= 1, side == .server || answers == 0 else { return nil }
        return questions == 1 ? 24 : 14
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "query"
        case 1: "response"
        case 4: "status query"
        case 5: "status response"
        case 8: "notify"
        case 9: "notify response"
        case 10: "update"
        case 11: "update response"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(12 + message.content.count, width: 2)
        try writer.announce(message.number, width: 2)
        writer.write(UInt8((message.type & 1) << 7 | (message.type >> 1 & 15) << 3))
        writer.write([0, 0, 1, 0, 0, 0, 0, 0, 0])
        writer.write(message.content)
    }

    static let codec = codec(
        "dns",
        "DNS messages over TCP",
        ports: [53],
        layout: """
            | length 2 | id 2 | flags 2 | counts 4 x 2 | questions, answers ... |   length counts what follows it
            """,
        source: "RFC 1035 §4.2.2, RFC 7766 §8"
    )
}
