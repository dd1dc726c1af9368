/// How much memory streams may hold, and for how long they wait (DESIGN section 5).
public struct StreamLimits: Sendable {
    /// Most bytes of out-of-order segments held for one half, with `HeldSegment.overhead` for each.
    public var heldPerHalf = 4 << 20
    /// Most bytes of out-of-order segments held for all halves together.
    public var heldInAll = 64 << 20
    /// How many more packets of a connection may pass after an ACK covered a hole before it is a gap.
    ///
    /// A capture can show an ACK before the data it covers (reference/requests.md, T11).
    public var patience = 64
    /// Most connections in memory; beyond that a quarter is retired, those that are over first.
    public var connections = 16_384
    /// Most anomalies kept for one connection; the others are only counted.
    public var anomalies = 32

    /// The defaults.
    public init() {}
}
