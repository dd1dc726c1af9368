internal import SeamCodecs

/// Sends the heart-beats of a connection: one whenever nothing was sent for the interval.
package struct HeartbeatSender: Sendable {
    let heartbeat: Heartbeat
    /// The codec's spec, which tells what its own heart-beat is.
    let codec: String

    /// A sender for connections that speak `codec`.
    package init(_ heartbeat: Heartbeat, codec: String) {
        self.heartbeat = heartbeat
        self.codec = codec
    }

    /// Goes on until the task is cancelled or sending fails, which the reader learns as well.
    package func run(_ connection: Connection) async {
        var number = 0
        while !Task.isCancelled {
            let now = ContinuousClock.now
            let due = await connection.lastSent + heartbeat.interval
            do {
                if due > now {
                    try await Task.sleep(until: due, clock: .continuous)
                } else {
                    number += 1
                    try await send(number, connection)
                }
            } catch {
                return
            }
        }
    }

    private func send(_ number: Int, _ connection: Connection) async throws(ConnectionError) {
        switch heartbeat.content {
        case .bytes(let bytes): try await connection.send(encoded: bytes)
        case .message(let text, let type): try await connection.send(text, type: type)
        case .counter: try await connection.send(encoded: Array("\(number)\n".utf8))
        case .codec:
            // Below STOMP a WebSocket is not asked: its server answers pings, the broker behind it would not know.
            if codec.hasPrefix("stomp") { return try await connection.send(encoded: [0x0a]) }
            if try await connection.ping(Array("\(number)".utf8)) { return }
            if codec.hasPrefix("mqtt") {
                return try await connection.send(FrameMessage(type: 12, content: []))
            }
            if codec.hasPrefix("redis") { return try await connection.send("PING\r\n") }
            try await connection.send(encoded: [0x0a])
        }
    }
}
