import SeamBytes
import SeamPackets

/// Where a capture was taken, as its handshake tells.
///
/// At the client the SYN-ACK comes a round trip after the SYN and the ACK follows at once; at the server the SYN-ACK
/// follows at once and the ACK comes a round trip later.
///
///     at the client   SYN ------------- SYN-ACK - ACK
///     at the server   SYN - SYN-ACK ------------- ACK
public struct Handshake: Sendable {
    /// An end of the connection, if the capture was taken there.
    public enum Point: UInt8, Hashable, Sendable {
        /// At the client's end.
        case client
        /// At the server's end.
        case server
        /// At both, in the middle, or the handshake does not tell.
        case unknown

        /// The name as it is written in output.
        public var name: StaticString {
            switch self {
            case .client: "client"
            case .server: "server"
            case .unknown: "unknown"
            }
        }
    }

    /// Faster than this no answer crosses a network, in nanoseconds: kernels answer a SYN within tens of microseconds.
    static let shortestPath = 100_000

    /// No path takes longer, in nanoseconds: a SYN-ACK that late answers another SYN.
    static let longestPath = 60_000_000_000

    /// How far it has come.
    private struct Progress: OptionSet {
        var rawValue: UInt8
        static var hasSYN: Progress { Progress(rawValue: 1) }
        static var hasReply: Progress { Progress(rawValue: 2) }
        static var isOver: Progress { Progress(rawValue: 4) }
        static var isComplete: Progress { Progress(rawValue: 8) }
    }

    // Every connection has room for this: when it is complete, the two ways stand where the two times were.

    private var synTimeOrServerWay = 0
    private var replyTimeOrClientWay = 0
    private var progress = Progress()

    /// Whether it is complete, or the capture began behind it.
    var isOver: Bool { progress.contains(.isOver) }
    /// From the SYN to the SYN-ACK: the way from the capture to the server and back, in nanoseconds.
    public var serverWay: Int? { isComplete ? synTimeOrServerWay : nil }
    /// From the SYN-ACK to the ACK: the way from the capture to the client and back, in nanoseconds.
    public var clientWay: Int? { isComplete ? replyTimeOrClientWay : nil }

    /// Whether the capture has it whole.
    public var isComplete: Bool { progress.contains(.isComplete) }

    /// Notes a packet while the handshake goes on; true when this one completes it.
    mutating func take(_ flags: TCPFlags, from side: Side, time: Int) -> Bool {
        switch (side, flags.contains(.syn), flags.contains(.ack)) {
        case (.client, true, false):
            synTimeOrServerWay = time
            progress.insert(.hasSYN)
        case (.server, true, true):
            replyTimeOrClientWay = time
            progress.insert(.hasReply)
        case (.client, false, true):
            progress.insert(.isOver)
            guard progress.isSuperset(of: [.hasSYN, .hasReply]) else { return false }
            let ways = (replyTimeOrClientWay &- synTimeOrServerWay, time &- replyTimeOrClientWay)
            // A clock that was set, or packets in another order, tell nothing.
            guard min(ways.0, ways.1) >= 0, max(ways.0, ways.1) < Self.longestPath else { return false }
            (synTimeOrServerWay, replyTimeOrClientWay) = ways
            progress.insert(.isComplete)
            return true
        default: break
        }
        return false
    }

    /// How much of the round trip lies between the capture and a side, in nanoseconds; 0 at that side.
    func delay(of side: Side) -> Int {
        guard let serverWay, let clientWay else { return 0 }
        let (own, other) = side == .client ? (clientWay, serverWay) : (serverWay, clientWay)
        // Less than a quarter of the rest is no way but the time that a busy host needs.
        return own > Self.shortestPath && own > other / 4 ? own : 0
    }

    /// The end at which the capture was taken, and how sure that is in percent.
    public var point: (end: Point, percent: Int) {
        guard let serverWay, let clientWay else { return (.unknown, 0) }
        let near = min(serverWay, clientWay)
        let far = max(serverWay, clientWay)
        guard far > Self.shortestPath, near < far / 2 else { return (.unknown, 0) }
        return (
            serverWay > clientWay ? .client : .server, min(99, 100 - Int(Double(near) / Double(far) * 100))
        )
    }
}
