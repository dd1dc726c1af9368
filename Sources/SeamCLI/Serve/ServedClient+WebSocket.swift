import Seam
import SeamConnection
import SeamTesting

// What a WebSocket wants besides messages: a handshake, and answers to pings and to a close.

extension ServedClient {
    /// Most bytes of a client's request.
    private static var largestHead: Int { 64 << 10 }

    /// Answers a client's request for a WebSocket, where one is served; how it ended where there was none to agree to.
    func shakeHands() async -> ClientBehaviour.Ending? {
        guard webSocket != nil else { return nil }
        var head: [UInt8] = []
        do throws(ConnectionError) {
            while head.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
                let bytes = try await socket.read(atMost: Self.largestHead, timeout: plan.patience)
                take(bytes)
                guard !bytes.isEmpty, head.count < Self.largestHead else { return .closed }
                head += bytes
            }
            let request = HTTPFields(head.rawSpan)
            // Compressed frames would hide how messages were cut; of subprotocols any is spoken.
            var options = WebSocketOptions(subprotocols: request.list("sec-websocket-protocol"))
            options.deflates = false
            let (answer, agreement) = try WebSocketHandshake.answer(request, options)
            follow(answer)
            try await socket.write(answer, timeout: plan.patience)
            guard agreement != nil else {
                rows.trouble(self, "no request for a WebSocket: \(request.startLine)")
                return .byServer
            }
            return nil
        } catch {
            rows.trouble(self, "\(error)")
            return error.kind == .reset ? .reset : .byServer
        }
    }

    /// Answers pings, and a close, behind which nothing is said any more.
    func answer(_ frames: [Message]) async throws(ConnectionError) {
        guard let webSocket else { return }
        for frame in frames {
            let (frame, isEnd) = webSocket.answer(frame)
            guard hold(frame) else { continue }
            try await reply()
            if isEnd { try await socket.finish() }
        }
    }
}
