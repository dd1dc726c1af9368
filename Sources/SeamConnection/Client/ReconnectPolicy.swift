/// When and how often a client connects again.
///
/// The server went (its end, a reset, silence, a refused attempt): again behind a pause that grows from attempt to
/// attempt, with jitter so that many clients do not come at once, up to a limit. The network went: as soon as it is
/// back. The user left, or the server said no: never.
public struct ReconnectPolicy: Equatable, Sendable {
    /// Attempts in a row that may fail; 0 to never connect again, nil for no limit.
    public var limit: Int? = 20
    /// The pause before the first attempt.
    public var firstPause: Duration = .milliseconds(500)
    /// By what the pause grows from one attempt to the next.
    public var growth = 2.0
    /// The longest pause.
    public var longestPause: Duration = .seconds(30)
    /// By which part of itself a pause is shorter or longer at random, 0 to 1.
    public var jitter = 0.25
    /// How long a connection must have lasted for the count of attempts to begin anew.
    public var settledAfter: Duration = .seconds(5)
    /// How often it is looked whether the network is back.
    public var networkInterval: Duration = .milliseconds(500)

    /// The defaults: 20 attempts, from half a second to half a minute.
    public init() {}

    /// Never again.
    public static var never: Self {
        var policy = Self()
        policy.limit = 0
        return policy
    }

    /// Whether connecting again may help when a connection, or the attempt at one, ended so.
    static func isWorthAnother(after kind: ConnectionError.Kind) -> Bool {
        switch kind {
        case .refused, .timedOut, .reset, .ended, .networkDown, .unknownHost, .violation, .system: true
        case .closed, .cancelled, .rejected, .tls, .tooLarge: false
        }
    }

    /// The pause before an attempt, counted from 1; `random` is from 0 to 1.
    func pause(before attempt: Int, random: Double) -> Duration {
        var pause = min(firstPause, longestPause)
        for _ in 1..<max(1, min(attempt, 64)) where pause < longestPause {
            pause = min(pause * growth, longestPause)
        }
        return pause * (1 + jitter * (2 * random - 1))
    }
}
