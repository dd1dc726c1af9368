import SeamBytes

/// HTTP/2 frames, behind the client's preface.
struct HTTP2: FrameFormat {
    static let longest = 9 + 0xff_ffff
    static let number: StaticString = "stream_id"
    static let ownRules = [preface]
    static let preface = Rule("http2.preface", "the client's preface is another", source: "RFC 9113 §3.4")
    private static let prefaceType = 256

    let side: Side
    private var isFirst = true

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        if isFirst, side == .client, input.peek() == UInt8(ascii: "P") {
            guard let isPreface = input.holds("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") else { return .needMore }
            return isPreface ? .frame(Frame(Self.prefaceType, size: 24)) : .broken(Self.preface)
        }
        guard let word = input.big32(0), let id = input.big32(5) else { return .needMore }
        return .frame(Frame(word & 0xff, number: id & 0x7fff_ffff, size: 9 + (word >> 8)))
    }

    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) { isFirst = false }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        if frame.type == Self.prefaceType { return 64 }
        guard Self.name(of: frame.type).utf8CodeUnitCount > 0, frame.size <= 9 + 16384 else { return nil }
        guard let flags = input.byte(4) else { return nil }
        switch frame.type {
        case 0: return frame.number > 0 && flags & ~0x09 == 0 ? 12 : nil
        case 1: return frame.number & 1 == 1 && flags & ~0x2d == 0 ? 16 : nil
        // SETTINGS come first: of stream 0, six bytes each.
        case 4: return frame.number == 0 && flags <= 1 && (frame.size - 9).isMultiple(of: 6) ? 32 : nil
        case 8: return frame.size == 13 ? 16 : nil
        default: return isFirst ? 4 : 10
        }
    }

    static func kind(of frame: Frame) -> UnitKind { frame.type == 6 ? .heartbeat : .message }

    static func name(of type: Int) -> StaticString {
        switch type {
        case prefaceType: "preface"
        case 0: "DATA"
        case 1: "HEADERS"
        case 2: "PRIORITY"
        case 3: "RST_STREAM"
        case 4: "SETTINGS"
        case 5: "PUSH_PROMISE"
        case 6: "PING"
        case 7: "GOAWAY"
        case 8: "WINDOW_UPDATE"
        case 9: "CONTINUATION"
        case 10: "ALTSVC"
        case 12: "ORIGIN"
        case 16: "PRIORITY_UPDATE"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(message.content.count, width: 3)
        try writer.announce(message.type, width: 1)
        writer.write(0)
        try writer.announce(message.number, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "http2",
        "HTTP/2 frames, as of gRPC without TLS",
        layout: """
            | length 3 | type 1 | flags 1 | stream id 4 | payload ... |   length counts the payload
            first of the client: | PRI * HTTP/2.0 CR LF CR LF SM CR LF CR LF |
            """,
        source: "RFC 9113 §3.4, §4.1"
    )
}
