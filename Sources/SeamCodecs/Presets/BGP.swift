import SeamBytes

/// BGP-4 messages: a marker of ones, the length and the type.
struct BGP: FrameFormat {
    static let longest = 65535
    static let ownRules = [marker]
    static let marker = Rule(
        "bgp.marker",
        "the sixteen bytes of the marker are not all ff",
        source: "RFC 4271 §6.1"
    )

    init(from side: Side) {}

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        for index in 0..<16 {
            guard let byte = input.byte(index) else { return .needMore }
            guard byte == 0xff else { return .broken(Self.marker) }
        }
        guard let size = input.big16(16), let type = input.byte(18) else { return .needMore }
        return .frame(Frame(type, size: size), atLeast: 19)
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        Self.name(of: frame.type).utf8CodeUnitCount > 0 ? 60 : nil
    }

    static func kind(of frame: Frame) -> UnitKind { frame.type == 4 ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 1: "OPEN"
        case 2: "UPDATE"
        case 3: "NOTIFICATION"
        case 4: "KEEPALIVE"
        case 5: "ROUTE-REFRESH"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        writer.write([UInt8](repeating: 0xff, count: 16))
        try writer.announce(19 + message.content.count, width: 2)
        try writer.announce(message.type, width: 1)
        writer.write(message.content)
    }

    static let codec = codec(
        "bgp",
        "BGP-4 messages",
        ports: [179],
        layout: "| marker 16 x ff | length 2 | type 1 | content ... |   length counts all",
        source: "RFC 4271 §4.1, RFC 8654"
    )
}
