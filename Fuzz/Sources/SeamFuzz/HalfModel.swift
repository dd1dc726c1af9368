import Seam

/// What a half should deliver, told the slow way: by asking for each byte which packet brought it first.
struct HalfModel {
    /// A payload that was placed.
    struct Write {
        /// Where the half says it belongs; before offset 0 it is cut.
        var place: ByteRange
        /// The sequence number of its first byte.
        var start: SequenceNumber
        /// How many of its bytes were captured.
        var captured: Int
        /// How many bytes it had.
        var length: Int
        /// Which bytes it has.
        var copy: UInt8

        /// The offset of its first byte, negative before the stream.
        var first: Int { place.end - length }
        var data: Range<Int> { first..<first + captured }
        /// Its bytes that the snap length cut off.
        var cut: Range<Int> { first + captured..<first + length }
    }

    private var writes: [Write] = []
    /// The offset behind what was delivered, gaps among it.
    private(set) var next = 0
    private(set) var bytes = 0
    /// The offset behind the last byte that must be delivered.
    private(set) var reach = 0
    /// The sequence number of offset 0.
    private var base: SequenceNumber?

    /// The byte at a sequence number: both copies agree at every other one.
    static func byte(at number: SequenceNumber, _ copy: UInt8) -> UInt8 {
        let low = UInt8(truncatingIfNeeded: number.rawValue &* 167 &+ number.rawValue >> 8)
        return number.rawValue & 1 == 0 ? low : low ^ copy
    }

    static func bytes(from start: SequenceNumber, count: Int, _ copy: UInt8) -> [UInt8] {
        (0..<count).map { byte(at: start.advanced(by: $0), copy) }
    }

    /// Takes note of a payload before what it brings is delivered; odd ones may be left out.
    mutating func note(_ write: Write, next: Int, isOdd: Bool) {
        guard write.length > 0 else { return }
        demand(write.place.count == min(write.length, max(0, write.place.end)), "a payload keeps its length")
        guard !write.place.isEmpty else { return }
        let origin = write.start.advanced(by: -write.first)
        // Until something was delivered or placed a later SYN may move the origin.
        if let base, !writes.isEmpty || next > 0 {
            demand(base == origin, "offsets are sequence numbers less the first one")
        }
        base = origin
        guard write.first <= next + (1 << 30) else {
            demand(isOdd, "data too far ahead are odd")
            return
        }
        writes.append(write)
        reach = max(reach, write.data.upperBound)
    }

    /// Takes bytes that the half handed out.
    mutating func deliver(_ delivered: [UInt8], at range: ByteRange) {
        demand(range.start == next, "what is delivered follows what was")
        demand(!range.isEmpty, "a delivery has bytes")
        for (index, byte) in delivered.enumerated() {
            let offset = range.start + index
            guard let write = firstWrite(of: offset) else { violated("nobody sent byte \(offset)") }
            demand(write.data.contains(offset), "byte \(offset) was cut off by the snap length")
            let number = write.start.advanced(by: offset - write.first)
            demand(byte == Self.byte(at: number, write.copy), "byte \(offset) is not the first copy's")
        }
        next = range.end
        bytes += range.count
    }

    /// Takes a gap that the half handed out.
    mutating func skip(_ range: ByteRange) {
        demand(range.start == next, "a gap follows what was delivered")
        demand(!range.isEmpty, "a gap has bytes")
        let gap = range.start..<range.end
        for write in writes where write.data.overlaps(gap) {
            for offset in write.data.clamped(to: gap) {
                guard let first = firstWrite(of: offset) else { continue }
                demand(!first.data.contains(offset), "byte \(offset) is there, yet in a gap")
            }
        }
        next = range.end
    }

    /// The first payload that has the byte at an offset, even if the snap length cut it off there.
    private func firstWrite(of offset: Int) -> Write? {
        writes.first { ($0.first..<$0.first + $0.length).contains(offset) }
    }
}
