public import SeamBytes

/// A run of stream bytes that one packet brought first: the piece that messages are compared with.
///
/// A segment that fills a hole around bytes that were there already brings two runs. Both then have
/// the same `hull`, from the first to the last byte that the packet brought, so that a message in one
/// run can tell that its carrier also carried bytes of another.
///
///     there already      |-----|
///     segment        |-------------|
///     its runs       |---|     |---|     hull: all of it
public struct Carrier: Equatable, BitwiseCopyable, Sendable {
    /// The bytes of the run.
    public var range: ByteRange
    // How far the packet's bytes reach beyond the run: no packet has 4 GiB, and every half keeps some carriers.
    @usableFromInline var reachBefore: UInt32
    @usableFromInline var reachBehind: UInt32
    /// What was known to the sender when the packet left.
    public var departure: Departure
    // Whole words stand last: see `TCPSegment`.
    /// The number of the packet, from 1.
    public var packet: Int
    /// When the packet was captured.
    public var time: Timestamp

    /// From the first to the last byte that the packet brought.
    ///
    /// To be set again when the run was changed.
    @inlinable public var hull: ByteRange {
        get { ByteRange(range.start &- Int(reachBefore), range.end &+ Int(reachBehind)) }
        set {
            reachBefore = UInt32(clamping: range.start - newValue.start)
            reachBehind = UInt32(clamping: newValue.end - range.end)
        }
    }

    /// Whether the run is all that its packet brought.
    @inlinable public var isWhole: Bool { reachBefore == 0 && reachBehind == 0 }

    /// A run that is all that its packet brought, unless a wider hull is given.
    @inlinable
    public init(
        _ range: ByteRange,
        hull: ByteRange? = nil,
        packet: Int,
        time: Timestamp,
        departure: Departure = Departure()
    ) {
        self.range = range
        reachBefore = UInt32(clamping: range.start - (hull ?? range).start)
        reachBehind = UInt32(clamping: (hull ?? range).end - range.end)
        self.packet = packet
        self.time = time
        self.departure = departure
    }

    /// The delivery that this carrier brought about: more bytes, of the same packet.
    @inlinable
    public func delivering(_ range: ByteRange) -> Carrier {
        Carrier(range, packet: packet, time: time, departure: departure)
    }
}
