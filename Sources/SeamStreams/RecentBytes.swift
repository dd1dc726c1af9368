import SeamBytes

/// What halves delivered last, so that a segment sent again can be compared with the first copy.
///
/// Delivered bytes are gone, but a retransmission that brings other bytes is an injection or a broken
/// sender and must be said (anomaly `tcp.overlap-conflict`). One ring serves many halves: the first bytes of
/// each of the last segments, and for each the segment of the same half before it. What is too old by its packet's number
/// counts as gone, so that it does not matter in which order connections were taken.
public struct RecentBytes: ~Copyable {
    /// How many bytes of a segment, from its first on, are kept.
    public static let keptPerSegment = 256
    /// How many segments are kept, and how many packets of the capture back they count.
    public static let segments = 1024
    /// How many segments back a half is searched.
    public static let depth = 64

    struct Record: BitwiseCopyable {
        var range = ByteRange(0, 0)
        var packet = 0
        /// The number of the record of the same half before, -1 for none.
        var previous = -1
    }

    private var records = Row<Record>(repeating: Record(), count: segments)
    private var bytes = Row<UInt8>(repeating: 0, count: segments * keptPerSegment)
    /// How many records were made: the number of the next one.
    private var count = 0

    /// Nothing delivered yet.
    public init() {}

    /// Keeps the beginning of bytes that were delivered at `offset`, by a packet; `last` is the half's last record.
    @inline(__always)
    public mutating func remember(_ delivered: RawSpan, at offset: Int, packet: Int, last: inout Int) {
        let kept = min(delivered.byteCount, Self.keptPerSegment)
        let slot = count & (Self.segments - 1)
        records[slot] = Record(range: ByteRange(offset, offset + kept), packet: packet, previous: last)
        last = count
        count += 1
        bytes.replace(at: slot * Self.keptPerSegment, with: delivered.extracting(0..<kept))
        // Stores that miss the cache hold up all that is read behind them.
        let soon = (count &+ 2) & (Self.segments - 1)
        bytes.prefetch(soon * Self.keptPerSegment, count: Self.keptPerSegment)
    }

    /// Whether bytes that stand at `offset`, sent again by a packet, differ from what is kept of the same places.
    public func differs(_ again: RawSpan, at offset: Int, packet: Int, last: Int) -> Bool {
        let range = ByteRange(offset, offset + again.byteCount)
        var number = last
        for _ in 0..<Self.depth {
            guard number >= 0, number >= count - Self.segments else { return false }
            let slot = number & (Self.segments - 1)
            let record = records[slot]
            guard record.packet >= packet - Self.segments else { return false }
            if record.range.end <= range.start, record.range.count < Self.keptPerSegment { return false }
            if let overlap = record.range.intersection(range) {
                let start = slot * Self.keptPerSegment + overlap.start - record.range.start
                let theirs = (overlap.start - offset)..<(overlap.end - offset)
                let ours = bytes.bytes.clamped(start..<(start + overlap.count))
                if !ByteSearch.areEqual(ours, again.clamped(theirs)) { return true }
            }
            if record.range.start <= range.start { return false }
            number = record.previous
        }
        return false
    }
}
