/// What a connection has to do with the ones before it, of the same client to the same server.
public struct Reconnection: Equatable, Sendable {
    /// The number of the connection before.
    public var previous: Int
    /// How that one ended.
    public var ending: Ending
    /// Which attempt this is to have a connection again, from 1.
    public var attempt: Int
    /// How many attempts before it failed.
    public var failed: Int
    /// Nanoseconds from each end to the next attempt, the last one to this connection; at most `limit`.
    public var delays: [Int]
    /// Bytes of an incomplete message that the client had sent when the one before ended.
    public var leftByClient: Int
    /// The same of the server.
    public var leftByServer: Int
    /// Nanoseconds from the last sign of life of the last connection that worked to this one.
    public var outage: Int

    /// Most delays that are kept.
    public static let limit = 32

    /// A connection after another one.
    public init(
        previous: Int,
        ending: Ending,
        attempt: Int,
        failed: Int,
        delays: [Int],
        left: (client: Int, server: Int),
        outage: Int
    ) {
        self.previous = previous
        self.ending = ending
        self.attempt = attempt
        self.failed = failed
        self.delays = delays
        leftByClient = left.client
        leftByServer = left.server
        self.outage = outage
    }

    /// Whether each wait is longer than the one before, by half at least.
    public var backsOff: Bool {
        delays.count >= 3 && zip(delays, delays.dropFirst()).allSatisfy { $1 >= $0 + $0 / 2 }
    }
}
