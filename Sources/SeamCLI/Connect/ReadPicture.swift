import Seam

/// What a read held, in a line: `…4 | 5 | 6…` is the end of message 4, message 5, and the beginning of message 6.
struct ReadPicture {
    /// A message that has bytes in the read.
    struct Part: Equatable {
        var index: Int
        /// Whether it began before the read, and whether it goes on behind it.
        var isTail: Bool
        var isHead: Bool
    }

    private(set) var parts: [Part] = []

    /// A read of the bytes `range`, which ended messages from the number `first` on at `ends`.
    ///
    /// `start` is where the first of them begins.
    init(_ range: ByteRange, first: Int, start: Int, ends: [Int]) {
        var begin = start
        var index = first
        for end in ends {
            parts.append(Part(index: index, isTail: begin < range.start, isHead: false))
            begin = end
            index += 1
        }
        if range.end > begin {
            parts.append(Part(index: index, isTail: begin < range.start, isHead: true))
        }
    }

    /// The line.
    var text: String {
        parts.map { ($0.isTail ? "…" : "") + "\($0.index)" + ($0.isHead ? "…" : "") }.joined(separator: " | ")
    }
}
