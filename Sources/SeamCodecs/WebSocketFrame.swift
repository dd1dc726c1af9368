import SeamBytes

/// A frame of WebSocket: what its head says (RFC 6455 §5.2).
///
///     +---+---+---+---+------+----+-------------+---------+---------+---------+
///     |FIN| RSV1..3   |opcode|MASK| length 7    | 16 / 64 | mask 32 | payload |
///     +---+---+---+---+------+----+-------------+---------+---------+---------+
public struct WebSocketFrame: Equatable, Sendable {
    /// The meaning of a frame.
    public enum Opcode {
        /// More of a message that has begun.
        public static let continuation: UInt8 = 0
        /// A message of text, or its first part.
        public static let text: UInt8 = 1
        /// A message of bytes, or its first part.
        public static let binary: UInt8 = 2
        /// The sender will send no more.
        public static let close: UInt8 = 8
        /// The peer shall answer with a pong.
        public static let ping: UInt8 = 9
        /// The answer to a ping, or a sign of life.
        public static let pong: UInt8 = 10

        /// The name of an opcode.
        static func name(_ opcode: UInt8) -> StaticString {
            switch opcode {
            case continuation: "continuation"
            case text: "text"
            case binary: "binary"
            case close: "close"
            case ping: "ping"
            case pong: "pong"
            default: "reserved"
            }
        }
    }

    /// Whether a message, or a control frame, ends with it.
    public var isFinal: Bool
    /// The reserved bits: 4 is RSV1, which marks a compressed message.
    public var reserved: UInt8
    /// What it means.
    public var opcode: UInt8
    /// The mask as it stands in the frame; nil where there is none.
    public var mask: UInt32?
    /// Bytes before the payload.
    public var headSize: Int
    /// Bytes of the payload.
    public var payloadSize: Int
    /// The code of a close frame; nil of others, and of one without a code.
    public var closeCode: UInt16?
    /// What is wrong with it.
    public var fault: WebSocketFault?
    /// Whether the length has more bytes than it needs.
    var isLongForm: Bool

    /// Whether it is a control frame.
    public var isControl: Bool { opcode & 8 != 0 }
    /// Whether RSV1 is set.
    public var isCompressed: Bool { reserved & 4 != 0 }

    /// What reading a head came to.
    enum Reading {
        case needMore
        case negative(UInt64)
        case head(WebSocketFrame)
    }

    /// Reads the head that starts with `bytes`.
    static func read(_ bytes: RawSpan) -> Reading {
        guard let first = bytes.byte(at: 0), let second = bytes.byte(at: 1) else { return .needMore }
        var size = Int(second & 0x7f)
        var headSize = 2
        var isLongForm = false
        if size == 126 {
            guard let length: UInt16 = bytes.bigEndian(at: 2) else { return .needMore }
            isLongForm = length < 126
            size = Int(length)
            headSize = 4
        } else if size == 127 {
            guard let length: UInt64 = bytes.bigEndian(at: 2) else { return .needMore }
            guard let count = Int(exactly: length) else { return .negative(length) }
            isLongForm = count <= 0xffff
            size = count
            headSize = 10
        }
        var mask: UInt32?
        if second & 0x80 != 0 {
            guard let key: UInt32 = bytes.bigEndian(at: headSize) else { return .needMore }
            mask = key
            headSize += 4
        }
        return .head(
            WebSocketFrame(
                isFinal: first & 0x80 != 0,
                reserved: first >> 4 & 7,
                opcode: first & 0xf,
                mask: mask,
                headSize: headSize,
                payloadSize: size,
                isLongForm: isLongForm
            )
        )
    }

    /// The payload of a frame without its mask; nil of bytes that are not one whole frame.
    public static func payload(of frame: RawSpan) -> [UInt8]? {
        guard case .head(let head) = read(frame), head.headSize + head.payloadSize == frame.byteCount else {
            return nil
        }
        return head.payload(of: frame)
    }

    /// The payload without its mask, out of the bytes of the whole frame.
    func payload(of bytes: RawSpan) -> [UInt8] {
        var payload = [UInt8](copying: bytes.clamped(headSize..<bytes.byteCount))
        guard let mask, mask != 0 else { return payload }
        for index in payload.indices {
            payload[index] ^= UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * (index & 3)))
        }
        return payload
    }
}
