public import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamPackets
public import SeamStreams

/// Which connections follow others of the same client to the same server that ended other than by the client's close.
///
/// A client that reconnects tells that its server went or its network was cut; one that closed itself has left.
public struct Reconnects: Sendable {
    private struct Key: Hashable {
        var client: IPAddress
        var server: Endpoint
    }

    private struct Series {
        var stream: Int
        var ending: Ending
        var lastTime: Timestamp
        var aliveTime: Timestamp
        var attempts: Int
        var failed: Int
        var delays: [Int]
        var left: (client: Int, server: Int)
    }

    /// Most pairs of a client and a server that are followed; beyond that all are forgotten.
    private static let limit = 4096
    /// Who comes back later than this, in nanoseconds, does not reconnect but has come again.
    private static let longestWait = 300_000_000_000

    private var series: [Key: Series] = [:]

    /// Nothing yet.
    public init() {}

    /// Takes a connection at its end, in order of their numbers; answers what it has to do with the ones before.
    public mutating func take(
        _ connection: borrowing Connection,
        client: borrowing HalfAnalysis,
        server: borrowing HalfAnalysis,
        notes: ConnectionNotes?
    ) -> Reconnection? {
        let key = Key(client: connection.client.address, server: connection.server)
        let ending = Ending.of(connection, notes)
        let before = series.removeValue(forKey: key)
        var reconnection: Reconnection?
        let wait = before.map { connection.firstTime.since($0.lastTime) } ?? -1
        if let before, wait >= 0, wait <= Self.longestWait {
            let delays = (before.delays + [wait]).suffix(Reconnection.limit)
            reconnection = Reconnection(
                previous: before.stream,
                ending: before.ending,
                attempt: before.attempts + 1,
                failed: before.failed,
                delays: Array(delays),
                left: before.left,
                outage: max(0, connection.firstTime.since(before.aliveTime))
            )
        }
        guard ending.kind != .open, ending.kind != .closed || ending.by == .server else {
            return reconnection
        }
        if series.count >= Self.limit { series.removeAll(keepingCapacity: true) }
        let hasFailed = ending.kind == .refused || ending.kind == .unanswered
        series[key] = Series(
            stream: connection.index,
            ending: ending,
            lastTime: Self.endTime(connection, ending, notes),
            aliveTime: hasFailed ? before?.aliveTime ?? connection.firstTime : ending.time,
            attempts: reconnection?.attempt ?? 0,
            failed: hasFailed ? (reconnection?.failed ?? 0) + 1 : 0,
            delays: reconnection?.delays ?? [],
            left: hasFailed
                ? before?.left ?? (0, 0)
                : (client.summary.bytes[.leftover], server.summary.bytes[.leftover])
        )
        return reconnection
    }

    /// When the client gave up: a cut connection may be closed by the server much later.
    private static func endTime(
        _ connection: borrowing Connection,
        _ ending: Ending,
        _ notes: ConnectionNotes?
    ) -> Timestamp {
        guard ending.kind == .cut else { return ending.kind == .closed ? ending.time : connection.lastTime }
        return notes?[.client].unanswered?.lastTime ?? ending.time
    }
}
