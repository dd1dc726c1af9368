import SeamBytes

/// The bytes of a stream behind its last unit, the first 64 KiB of them: what a lost frame turns out to have been.
struct UnplacedBytes {
    /// Most bytes that are kept.
    private static let most = STOMPReading.longest

    private var bytes: [UInt8] = []
    /// The offset of the first of them.
    private var start = 0
    /// The offset behind the last byte of the stream.
    private var end = 0

    /// Takes the next bytes of the stream.
    mutating func append(_ more: RawSpan) {
        if bytes.isEmpty { start = end }
        // What follows bytes that were left out is not theirs.
        if bytes.count == end - start {
            bytes.append(contentsOf: more.clamped(0..<min(more.byteCount, Self.most - bytes.count)))
        }
        end += more.byteCount
    }

    /// Takes note of bytes that are not there.
    mutating func skip(_ count: Int) {
        bytes.removeAll(keepingCapacity: true)
        end += count
    }

    /// Forgets what is before an offset.
    mutating func forget(before place: Int) {
        let count = min(max(0, place - start), bytes.count)
        bytes.removeFirst(count)
        start += count
    }

    /// The bytes of a range, as far as they are kept; none unless its first is.
    func part(_ range: ByteRange) -> [UInt8] {
        guard range.start >= start, range.start - start < bytes.count else { return [] }
        return Array(bytes[(range.start - start)..<min(range.end - start, bytes.count)])
    }
}
