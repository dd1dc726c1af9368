/// A TCP sequence number: 32 bits that wrap (RFC 9293 §3.4).
public struct SequenceNumber: Hashable, Sendable {
    /// The number as it stands in the header.
    public var rawValue: UInt32

    /// The number with this raw value.
    @inlinable public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// How many bytes this number lies ahead of `other`, in -2^31 ..< 2^31: the nearer way round.
    @inlinable
    public func distance(from other: SequenceNumber) -> Int {
        Int(Int32(bitPattern: rawValue &- other.rawValue))
    }

    /// The number `count` bytes ahead.
    @inlinable
    public func advanced(by count: Int) -> SequenceNumber {
        SequenceNumber(rawValue &+ UInt32(truncatingIfNeeded: count))
    }
}
