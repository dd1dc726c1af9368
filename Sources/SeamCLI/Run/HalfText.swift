import Seam

/// The bytes of a half as far as they are in the capture.
struct HalfText {
    /// Bytes without a hole.
    struct Run {
        var start: Int
        var bytes: [UInt8]
        var range: ByteRange { ByteRange(start, start + bytes.count) }
    }

    private(set) var runs: [Run] = []

    /// Adds bytes behind those that are there.
    mutating func append(_ bytes: RawSpan, at offset: Int) {
        if let last = runs.indices.last, runs[last].range.end == offset {
            runs[last].bytes.append(contentsOf: bytes)
        } else {
            runs.append(Run(start: offset, bytes: [UInt8](copying: bytes)))
        }
    }

    /// Replaces bytes that are there.
    mutating func replace(_ offset: Int, by byte: UInt8) {
        guard let run = run(holding: offset) else { return }
        runs[run].bytes[offset - runs[run].start] = byte
    }

    /// The byte at an offset; nil when it is not in the capture.
    subscript(offset: Int) -> UInt8? {
        run(holding: offset).map { runs[$0].bytes[offset - runs[$0].start] }
    }

    /// The bytes of a range that lies in one run.
    func bytes(_ range: ByteRange) -> ArraySlice<UInt8>? {
        guard let run = run(holding: range.start), range.end <= runs[run].range.end else { return nil }
        return runs[run].bytes[(range.start - runs[run].start)..<(range.end - runs[run].start)]
    }

    private func run(holding offset: Int) -> Int? {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].range.end <= offset { low = middle + 1 } else { high = middle }
        }
        return low < runs.count && runs[low].start <= offset ? low : nil
    }
}
