/// How much memory fragments of IP packets may take, and how long they wait for the others.
public struct FragmentLimits: Sendable {
    /// Most bytes held for all datagrams, with `FragmentTable.overhead` for each fragment and each datagram.
    public var held = 4 << 20
    /// Most bytes of one datagram.
    public var datagram = 64 << 10
    /// Most fragments of one datagram.
    public var fragments = 1024
    /// Most datagrams that wait at a time.
    public var datagrams = 4096
    /// How long a datagram waits from its first fragment on, in nanoseconds of the capture's time.
    ///
    /// 30 s is what Linux waits for IPv4; RFC 8200 §4.5 asks for 60 s at most.
    public var age = 30_000_000_000

    /// The defaults.
    public init() {}
}

/// What has become of fragments.
public struct FragmentCounts: Hashable, Sendable {
    /// Fragments met.
    public var fragments = 0
    /// Datagrams put together.
    public var datagrams = 0
    /// Datagrams put together whose fragments overlapped with different bytes.
    public var conflicts = 0
    /// Datagrams given up because they waited too long.
    public var aged = 0
    /// Datagrams given up because too much waited.
    public var crowdedOut = 0
    /// Fragments left out because their datagram would be too long or in too many pieces.
    public var refused = 0

    /// Nothing met yet.
    public init() {}
}
