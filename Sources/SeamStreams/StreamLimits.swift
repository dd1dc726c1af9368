/// Which copy of a byte counts that was sent twice with different values.
///
/// Bytes that were in order when they came have been handed out: of them the first copy counts in any case.
public enum OverlapPolicy: String, Hashable, Sendable, CaseIterable {
    /// The one that came first.
    case first
    /// The one that came last.
    case last
}

/// How much memory streams may hold, and for how long they wait (DESIGN section 5).
public struct StreamLimits: Sendable {
    /// Most bytes of out-of-order segments held for one half, with `HeldSegment.overhead` for each.
    public var heldPerHalf = 4 << 20
    /// Most bytes of out-of-order segments held for all halves together.
    public var heldInAll = 64 << 20
    /// Which copy of a byte counts when segments that wait bring different ones.
    public var overlap = OverlapPolicy.first
    /// How long a hole may wait to be filled, in nanoseconds of the capture's time, 0 for ever; then it is a gap.
    ///
    /// Linux sends again after 120 s at the latest (TCP_RTO_MAX).
    public var wait = 120_000_000_000
    /// How long a connection may be silent, in nanoseconds of the capture's time; 0 for as long as it likes.
    ///
    /// What comes later is another connection. Wireshark knows no such limit, so by default there is none.
    public var idle = 0
    /// How many more packets of a connection may pass after an ACK covered a hole before it is a gap.
    ///
    /// A capture can show an ACK before the data it covers (reference/requests.md, T11).
    public var patience = 64
    /// Most connections in memory; beyond that a quarter is retired, those that are over first.
    public var connections = 16_384
    /// Most connections that are gone from memory of which is remembered that they were there, so that their late packets
    /// begin no others; beyond that the older half is forgotten.
    public var remembered = Int.max
    /// Most anomalies kept for one connection; the others are only counted.
    public var anomalies = 32

    /// What a waiting segment is counted with on top of its bytes.
    public static var costPerSegment: Int { HeldSegment.overhead }

    /// The defaults.
    public init() {}
}
