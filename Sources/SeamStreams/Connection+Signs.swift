public import SeamBytes
public import SeamPackets

// Signs of life and of loss, for how a connection ended.

extension Connection {
    /// Where a side sits.
    public func endpoint(of side: Side) -> Endpoint { side == .client ? client : server }

    /// When the last packet of a side was captured; the epoch when there was none.
    public func lastTime(of side: Side) -> Timestamp { tracker.lastTime(of: side) }

    /// Whether the capture has a packet of a side.
    public func isHeard(_ side: Side) -> Bool { halves[side.place].isHeard }

    /// Bytes that a side sent and the other did not acknowledge, as far as the capture goes.
    public func unacknowledged(_ side: Side) -> Int {
        guard isHeard(side.peer) else { return 0 }
        return max(0, halves[side.place].highest - halves[side.place].acknowledged)
    }
}
