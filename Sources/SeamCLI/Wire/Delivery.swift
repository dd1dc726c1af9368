import SeamConnection

/// Sends pieces so that each arrives by itself.
enum Delivery {
    /// So often the system is asked at once whether a piece has arrived, before it is waited for.
    private static let impatience = 20

    /// Hands a piece to the system, and waits behind it as `pause` says.
    ///
    /// - Throws: `timedOut` when it was not taken, or not acknowledged, within `patience`. A peer that does not read
    ///   is waited for as long, and then gets the next piece all the same.
    static func send(
        _ piece: [UInt8],
        over socket: TCPSocket,
        _ pause: Pause,
        patience: Swift.Duration
    ) async throws(ConnectionError) {
        try await socket.write(piece, timeout: patience)
        switch pause {
        case .none: return
        case .acknowledged: try await waitForAcknowledgment(piece.count, socket, patience)
        case .read:
            try await waitForAcknowledgment(piece.count, socket, patience)
            // The table is long where there are many sockets: it is not asked again and again at once.
            _ = try await wait(patience, impatience: 1) {
                PeerQueue.unread(local: socket.local, peer: socket.peer) ?? 0 == 0
            }
        case .time(let time):
            try await waitForAcknowledgment(piece.count, socket, patience)
            try await sleep(.nanoseconds(time.nanoseconds))
        }
    }

    private static func waitForAcknowledgment(
        _ count: Int,
        _ socket: TCPSocket,
        _ patience: Swift.Duration
    ) async throws(ConnectionError) {
        guard try await !wait(patience, until: { socket.unacknowledged == 0 }) else { return }
        throw ConnectionError(.timedOut, "\(socket.peer) does not acknowledge a piece of \(count) bytes")
    }

    /// Waits until `isDone`; false when it was not within `patience`.
    private static func wait(
        _ patience: Swift.Duration,
        impatience: Int = impatience,
        until isDone: () -> Bool
    ) async throws(ConnectionError) -> Bool {
        var asked = 0
        let start = ContinuousClock.now
        while !isDone() {
            asked += 1
            if asked <= impatience {
                await Task.yield()
            } else if ContinuousClock.now - start < patience {
                try await sleep(.microseconds(100))
            } else {
                return false
            }
        }
        return true
    }

    /// Waits.
    ///
    /// - Throws: `cancelled`.
    static func sleep(_ time: Swift.Duration) async throws(ConnectionError) {
        do {
            try await Task.sleep(for: time)
        } catch {
            throw ConnectionError(.cancelled, "the task was cancelled")
        }
    }
}
