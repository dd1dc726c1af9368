import SeamBytes

/// The bytes of a stream behind its last unit, the first 64 KiB of them: what a lost frame turns out to have been.
///
/// Nothing is copied as long as pieces end with a unit.
struct UnplacedBytes {
    /// Most bytes that are kept.
    private static let most = STOMPReading.longest

    private var bytes: [UInt8] = []
    /// The offset of the first of them.
    private var start = 0
    /// The offset behind the last byte of the stream.
    private var end = 0

    /// Takes the next bytes of the stream, when units up to the offset `place` have been handed out.
    mutating func append(_ more: RawSpan, placed place: Int) {
        if bytes.isEmpty, place == end + more.byteCount {
            end = place
            start = place
            return
        }
        let fresh = max(0, place - end)
        if place > start {
            bytes.removeFirst(min(place - start, bytes.count))
            start = place
        }
        // What follows bytes that were left out is not theirs.
        if fresh < more.byteCount, bytes.count == end + fresh - start {
            let room = Self.most - bytes.count
            bytes.append(contentsOf: more.clamped(fresh..<min(more.byteCount, fresh + room)))
        }
        end += more.byteCount
    }

    /// Takes note of bytes that are not there.
    mutating func skip(_ count: Int) {
        bytes.removeAll()
        end += count
        start = end
    }

    /// The bytes of a range, as far as they are kept or in the next bytes; none unless its first is.
    func part(_ range: ByteRange, _ more: RawSpan) -> [UInt8] {
        var part: [UInt8] = []
        let isKept = range.start >= start && range.start - start < bytes.count
        if isKept { part = Array(bytes[(range.start - start)..<min(range.end - start, bytes.count)]) }
        let isWhole = isKept ? bytes.count == end - start : range.start >= end
        guard isWhole, range.end > end else { return part }
        part.append(contentsOf: more.clamped(max(0, range.start - end)..<min(range.end - end, Self.most)))
        return part
    }
}
