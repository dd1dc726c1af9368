import SeamBytes

/// Dubbo 2 messages: a header of 16 bytes that begins da bb.
struct Dubbo: FrameFormat {
    static let longest = 8 << 20
    static let number: StaticString = "id"
    static let ownRules = [magic]
    static let magic = Rule("dubbo.magic", "the header does not begin da bb", source: "Dubbo 2 protocol")
    /// The type of an event: a heart-beat.
    private static let event = 2

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let magic = input.big16(0) else {
            return input.byte(0) ?? 0xda == 0xda ? .needMore : .broken(Self.magic)
        }
        guard magic == 0xdabb else { return .broken(Self.magic) }
        guard let flags = input.byte(2), let id = input.big32(8), let length = input.big32(12) else {
            return .needMore
        }
        let type = flags & 0x20 != 0 ? Self.event : flags >> 7
        return .frame(Frame(type, number: id, size: 16 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? { 44 }

    static func kind(of frame: Frame) -> UnitKind { frame.type == event ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "response"
        case 1: "request"
        case event: "heart-beat"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write([0xda, 0xbb, message.type == 0 ? 0x02 : message.type == 1 ? 0xc2 : 0xe2, 20])
        try writer.announce(message.number, width: 8)
        try writer.announce(message.content.count, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "dubbo",
        "Dubbo 2 requests and responses",
        ports: [20880],
        layout: "| da bb | flags 1 | status 1 | id 8 | length 4 | body ... |   length counts the body",
        source: "Apache Dubbo, \"dubbo:// protocol\""
    )
}
