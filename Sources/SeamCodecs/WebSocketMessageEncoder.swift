public import SeamBytes

/// Writes the messages of one side of WebSocket in as many frames as asked, compressed where that was agreed upon.
public struct WebSocketMessageEncoder: ~Copyable {
    private var frames: WebSocketEncoder
    private let deflater: WebSocketDeflater?

    /// An encoder of what a side sends; a client masks with `mask`, and `deflate` is what a 101 agreed to.
    public init(_ side: Side, mask: UInt32 = 0x37fa_213d, deflate: WebSocketDeflate? = nil) {
        frames = WebSocketEncoder(mask: side == .client ? mask : nil)
        deflater = deflate.map { deflate in
            let isClient = side == .client
            return WebSocketDeflater(
                bits: isClient ? deflate.clientBits : deflate.serverBits,
                forgets: isClient ? deflate.clientForgets : deflate.serverForgets
            )
        }
    }

    /// Masks what follows with another key: a client takes a new one for each frame (RFC 6455 §5.3).
    public mutating func setMask(_ mask: UInt32) { frames = WebSocketEncoder(mask: mask) }

    /// Appends a message of the opcode, text or binary, cut into `count` frames of about the same size.
    ///
    /// - Throws: `EncodingError` for another opcode, a count below 1, or what zlib refuses.
    public func encode(
        _ opcode: UInt8,
        _ content: [UInt8],
        frames count: Int = 1,
        into writer: inout ByteWriter
    ) throws(EncodingError) {
        guard opcode == WebSocketFrame.Opcode.text || opcode == WebSocketFrame.Opcode.binary, count > 0 else {
            throw EncodingError("a message is text or binary, in at least one frame")
        }
        var payload = content
        if deflater != nil {
            guard let deflated = deflater?.deflate(content) else {
                throw EncodingError("zlib refuses \(content.count) bytes")
            }
            payload = deflated
        }
        for number in 0..<count {
            let part = payload[(payload.count * number / count)..<(payload.count * (number + 1) / count)]
            let frame = WebSocketEncoder.Message(
                number == 0 ? opcode : WebSocketFrame.Opcode.continuation,
                Array(part),
                isFinal: number == count - 1,
                isCompressed: number == 0 && deflater != nil
            )
            try frames.encode(frame, into: &writer)
        }
    }
}
