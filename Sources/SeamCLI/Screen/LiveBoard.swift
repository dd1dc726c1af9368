import Seam
import SeamReport

/// What the full-screen view knows of the connections: a value, so that a paused view keeps what it shows.
struct LiveBoard: Sendable {
    /// What one side sent.
    struct Half: Sendable {
        var bytes = 0
        var messages = 0
        var coalesced = 0
        var split = 0
        var tail = PictureTail()
        var hasFinished = false
    }

    /// A connection.
    struct Entry: Sendable {
        let stream: Int
        /// Its ends, known from the first packet on.
        var client: Endpoint?
        var server: Endpoint?
        var codec = ""
        var isReset = false
        var spark = Spark()
        var sides: [Half] = [Half(), Half()]

        /// What a side sent.
        subscript(side: Side) -> Half {
            get { sides[side == .client ? 0 : 1] }
            // In place: a copy of a half is a copy of all its units.
            _modify { yield &sides[side == .client ? 0 : 1] }
        }

        var isOver: Bool { isReset || sides.allSatisfy(\.hasFinished) }
        var bytes: Int { sides.reduce(0) { $0 + $1.bytes } }
        var messages: Int { sides.reduce(0) { $0 + $1.messages } }
        var coalesced: Int { sides.reduce(0) { $0 + $1.coalesced } }
        var split: Int { sides.reduce(0) { $0 + $1.split } }
        var name: String {
            guard let client, let server else { return "" }
            return "\(client) > \(server)"
        }
    }

    /// Most connections that are kept; beyond that the oldest quarter is forgotten.
    static let limit = 1024

    /// The connections, in the order of their numbers.
    private(set) var entries: [Entry] = []
    /// The connection whose picture is looked at, of which more units are kept.
    var watched: Int?
    /// The second of the last packet, since 1970.
    private(set) var second = 0

    /// The connection with a number; nil when it is not known any more.
    func entry(_ stream: Int) -> Entry? { place(of: stream).map { entries[$0] } }

    private func place(of stream: Int) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].stream < stream { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].stream == stream ? low : nil
    }

    /// Takes a packet that was placed in its stream.
    mutating func take(_ packet: TCPPacket, bytes: Int, time: Timestamp, stream: Int, from side: Side) {
        second = time.nanoseconds / 1_000_000_000
        open(stream)
        guard let place = place(of: stream) else { return }
        if entries[place].client == nil {
            entries[place].client = side == .client ? packet.source : packet.destination
            entries[place].server = side == .client ? packet.destination : packet.source
        }
        entries[place][side].bytes += bytes
        entries[place].spark.add(bytes, second: second)
        if packet.flags.contains(.fin) { entries[place][side].hasFinished = true }
        if packet.flags.contains(.rst) { entries[place].isReset = true }
    }

    /// Makes room for a connection that is new.
    private mutating func open(_ stream: Int) {
        guard stream > entries.last?.stream ?? -1 else { return }
        if entries.count == Self.limit { entries.removeFirst(Self.limit / 4) }
        entries.append(Entry(stream: stream))
    }

    /// Takes a unit of a connection.
    mutating func take(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ unit: Int
    ) {
        guard report.layer == nil else { return }
        // The units that a packet brings are told of before the packet itself.
        open(report.stream)
        guard let place = place(of: report.stream) else { return }
        entries[place].codec = report.codec
        let side = report.from
        entries[place][side].tail.add(report, finder, batch, unit, isWatched: watched == report.stream)
        guard report.unit.kind == .message else { return }
        let verdict = report.result.verdict
        entries[place][side].messages += 1
        if verdict == .coalesced || verdict == .splitAndCoalesced { entries[place][side].coalesced += 1 }
        if verdict == .split || verdict == .splitAndCoalesced { entries[place][side].split += 1 }
    }
}

/// Keeps the board while the pipeline runs.
///
/// A class, since the pipeline's observer is what the screen looks at.
final class LiveBoardKeeper: Observer {
    var board = LiveBoard()

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        board.take(unit, finder, batch, place)
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        board.take(packet, bytes: placement.range.count, time: time, stream: stream, from: side)
    }
}
