import SeamBytes
import SeamStreams

/// Packets that were placed in their streams, and what became of them, until that is handed on.
struct PlacedPackets: ~Copyable {
    /// So many are placed before what they brought is handed on: what they touch stays in the cache meanwhile.
    static let most = 32

    /// Their places in the queue.
    private(set) var packets: Row<UInt32>
    /// What became of each.
    var placements: Row<Half.Placement>
    private let pin = Pin()

    init(room: Int) {
        packets = Row(room: room)
        placements = Row(room: room)
    }

    /// How many wait.
    var count: Int { packets.count }

    /// Whether no more should wait.
    var isFull: Bool { packets.count >= Self.most }

    /// Whether the last one needs its connection as it is now: what it brought is handed on before another is placed.
    var mustGo: Bool {
        let last = packets.count - 1
        return !placements[last].isSettled || placements[last].arrival == .retransmission
    }

    /// Appends a packet that is to be placed; answers its turn.
    @inline(__always)
    mutating func append(_ packet: UInt32) -> Int {
        packets.append(packet)
        placements.append(Half.Placement())
        return packets.count - 1
    }

    mutating func removeAll() {
        packets.removeAll()
        placements.removeAll()
    }
}
