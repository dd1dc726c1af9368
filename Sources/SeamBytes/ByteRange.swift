/// A half-open range of byte offsets in one named stream: `start..<end`.
///
/// Offset 0 is the stream's first byte. Offsets are 64 bits wide: 32-bit sequence numbers are
/// unwrapped at the door (DESIGN section 5).
public struct ByteRange: Hashable, BitwiseCopyable, Sendable, CustomStringConvertible {
    /// The offset of the first byte.
    public var start: Int
    /// The offset behind the last byte.
    public var end: Int

    /// The bytes `start..<end`; `start` must not be greater than `end`.
    @inlinable
    public init(_ start: Int, _ end: Int) {
        precondition(start <= end, "a range cannot end before it starts")
        self.start = start
        self.end = end
    }

    /// How many bytes the range holds.
    @inlinable public var count: Int { end - start }

    /// Whether the range holds no byte.
    @inlinable public var isEmpty: Bool { start == end }

    /// The bytes that both ranges hold, nil where they share none.
    @inlinable
    public func intersection(_ other: ByteRange) -> ByteRange? {
        let low = max(start, other.start)
        let high = min(end, other.end)
        return low < high ? ByteRange(low, high) : nil
    }

    /// Whether an offset lies strictly inside: behind `start` and before `end`.
    ///
    /// A border there is a seam; one that stands on `start` or `end` is not (DESIGN section 1).
    @inlinable
    public func holdsInside(_ border: Int) -> Bool { border > start && border < end }

    /// The range as `start..<end`.
    public var description: String { "\(start)..<\(end)" }
}
