import SeamBytes
import SeamStreams

extension Pipeline {
    /// Notes for all connections under way that packets were dropped before the next one, perhaps of theirs.
    ///
    /// What is missing shows as a gap only where later packets tell of it; the verdicts near are doubtful anyway.
    public mutating func noteDrops() {
        for place in table.connections.indices where !table.isFree(place) && !table.connections[place].isOver
        {
            let next = table.connections[place][.server].next
            let odd = Anomaly(
                kind: .captureDrops,
                from: .server,
                packet: packetCount + 1,
                range: ByteRange(next, next)
            )
            table.connections[place].note([odd], options.limits)
        }
    }
}
