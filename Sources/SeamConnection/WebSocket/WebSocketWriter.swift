package import SeamBytes
package import SeamCodecs
internal import Synchronization

/// Writes the frames of one side, and answers by itself what WebSocket wants an answer to.
///
/// It belongs to a `Connection`, which asks it in the order in which bytes leave.
package final class WebSocketWriter: Sendable {
    private struct State: ~Copyable {
        var messages: WebSocketMessageEncoder
        var hasClosed = false
    }

    private let side: Side
    private let opcode: UInt8
    private let state: Mutex<State>

    /// A writer of a side that has sent nothing yet.
    package init(_ side: Side, isBinary: Bool, deflate: WebSocketDeflate?) {
        self.side = side
        opcode = isBinary ? WebSocketFrame.Opcode.binary : WebSocketFrame.Opcode.text
        state = Mutex(State(messages: WebSocketMessageEncoder(side, deflate: deflate)))
    }

    /// A new mask for a client's frame; it must not be foreseen (RFC 6455 §5.3).
    private static func newMask() -> UInt32 {
        var random = SystemRandomNumberGenerator()
        return random.next()
    }

    /// A message in one frame.
    package func wrap(_ content: [UInt8]) throws(EncodingError) -> [UInt8] {
        try state.withLock { state throws(EncodingError) in
            if state.hasClosed { throw EncodingError("this side has closed the WebSocket") }
            if side == .client { state.messages.setMask(Self.newMask()) }
            var writer = ByteWriter()
            try state.messages.encode(opcode, content, into: &writer)
            return writer.bytes
        }
    }

    /// A ping with this payload, of at most 125 bytes.
    func ping(_ payload: [UInt8]) -> [UInt8] { control(WebSocketFrame.Opcode.ping, payload) }

    /// The frame that closes, once; nothing from then on.
    package func close(_ code: UInt16) -> [UInt8] {
        let isFirst = state.withLock { state in
            defer { state.hasClosed = true }
            return !state.hasClosed
        }
        let payload = code == 1005 ? [] : [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]
        return isFirst ? control(WebSocketFrame.Opcode.close, payload) : []
    }

    private func control(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        let encoder = WebSocketEncoder(mask: side == .client ? Self.newMask() : nil)
        // A control frame of the peer is within the limits, or its decoder has refused it.
        try? encoder.encode(.init(opcode, Array(payload.prefix(125))), into: &writer)
        return writer.bytes
    }

    /// What a frame of the peer is answered with, and whether it was its last one.
    package func answer(_ frame: Message) -> (reply: [UInt8], isEnd: Bool) {
        guard let first = frame.bytes.first, let payload = WebSocketFrame.payload(of: frame.bytes.rawSpan)
        else {
            return ([], false)
        }
        switch first & 15 {
        case WebSocketFrame.Opcode.ping: return (control(WebSocketFrame.Opcode.pong, payload), false)
        case WebSocketFrame.Opcode.close:
            let code = payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : 1005
            return (close(code), true)
        default: return ([], false)
        }
    }
}
