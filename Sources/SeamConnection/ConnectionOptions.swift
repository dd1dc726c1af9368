/// The limits of a connection.
public struct ConnectionOptions: Equatable, Sendable {
    /// The most bytes that a message may keep waiting; the codec has limits of its own besides.
    public var largestMessage = 16 << 20
    /// The most bytes that are read at a time.
    public var readSize = 64 << 10
    /// How long nothing may come before reading fails; nil for ever.
    public var readTimeout: Duration?
    /// How long the system may take nothing before writing fails; nil for ever.
    public var writeTimeout: Duration? = .seconds(30)
    /// How long a clean shutdown waits for the peer to end its half.
    public var closeTimeout: Duration = .seconds(5)
    /// Whether bytes that break a rule end the connection; otherwise it goes on behind them where the codec can.
    public var endsAtViolation = true
    /// Whether messages say their type, name and summary; without it they are only cut, which is faster.
    public var describes = true

    /// The defaults.
    public init() {}
}
