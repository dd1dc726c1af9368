public import SeamBytes

/// Writes frames of WebSocket.
public struct WebSocketEncoder: Encoder, Sendable {
    /// A frame with its payload.
    public struct Message: Equatable, Sendable {
        /// What it means.
        public var opcode: UInt8
        /// The bytes, without a mask.
        public var payload: [UInt8]
        /// Whether a message, or a control frame, ends with it.
        public var isFinal: Bool
        /// Whether RSV1 marks the message as compressed; the payload is so already.
        public var isCompressed: Bool

        /// A frame.
        public init(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isCompressed: Bool = false) {
            self.opcode = opcode
            self.payload = payload
            self.isFinal = isFinal
            self.isCompressed = isCompressed
        }
    }

    private let mask: UInt32?

    /// An encoder of a client's frames, masked with this key, or of a server's.
    public init(mask: UInt32? = nil) { self.mask = mask }

    /// Appends a frame; throws for an opcode without a meaning and for a control frame that may not be so.
    public func encode(_ frame: Message, into writer: inout ByteWriter) throws(EncodingError) {
        guard frame.opcode <= 2 || (8...10).contains(frame.opcode) else {
            throw EncodingError("opcode \(frame.opcode) means nothing")
        }
        let isControl = frame.opcode >= 8
        guard !isControl || (frame.isFinal && frame.payload.count <= 125 && !frame.isCompressed) else {
            throw EncodingError("a control frame is final, not compressed, and has at most 125 bytes")
        }
        guard !frame.isCompressed || frame.opcode != 0 else {
            throw EncodingError("only the first frame of a message is marked as compressed")
        }
        writer.write((frame.isFinal ? 0x80 : 0) | (frame.isCompressed ? 0x40 : 0) | frame.opcode)
        let masked: UInt8 = mask == nil ? 0 : 0x80
        switch frame.payload.count {
        case ...125: writer.write(masked | UInt8(frame.payload.count))
        case ...0xffff:
            writer.write(masked | 126)
            writer.write(bigEndian: UInt16(frame.payload.count))
        default:
            writer.write(masked | 127)
            writer.write(bigEndian: UInt64(frame.payload.count))
        }
        guard let mask else { return writer.write(frame.payload) }
        writer.write(bigEndian: mask)
        for (index, byte) in frame.payload.enumerated() {
            writer.write(byte ^ UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * (index & 3))))
        }
    }
}
