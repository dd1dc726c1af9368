import Seam

/// Lets several observers watch one pipeline.
final class Observers: Observer {
    private let all: [any Observer]

    /// The observers, each of which sees everything, in this order.
    init(_ all: [any Observer]) { self.all = all }

    func begin(at time: Timestamp) { for one in all { one.begin(at: time) } }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        for one in all { one.receive(unit, finder, batch, place) }
    }

    func datagram(in packets: [Int], completedBy number: Int) {
        for one in all { one.datagram(in: packets, completedBy: number) }
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        for one in all {
            one.packet(packet, placement, number: number, time: time, stream: stream, from: side)
        }
    }
}
