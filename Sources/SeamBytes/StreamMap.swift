/// Where the bytes of a derived stream came from: provenance, as sorted pieces of child to parent ranges.
///
///     parent   | header | payload 1 | header | payload 2 |
///     child             | payload 1 |        | payload 2 |      -> one run of bytes, offsets from 0
public struct StreamMap: Sendable, Equatable {
    /// One run of child bytes and the parent bytes that they came from.
    public struct Piece: Sendable, Equatable {
        /// The place in the child stream.
        public var child: ByteRange
        /// The place in the parent stream.
        public var parent: ByteRange
        /// Whether byte n of the child is byte n of the parent; false for a block that was inflated.
        public var isLinear: Bool
    }

    /// The pieces in order of the child stream; they cover it without holes.
    public private(set) var pieces: [Piece] = []

    /// The map of an empty child stream.
    public init() {}

    /// Appends `childCount` bytes to the child stream that came from `parent`.
    ///
    /// A linear piece has as many bytes in the parent as in the child.
    public mutating func append(parent: ByteRange, childCount: Int, isLinear: Bool = true) {
        precondition(!isLinear || parent.count == childCount, "a linear piece maps byte to byte")
        guard childCount > 0 else { return }
        let start = pieces.last?.child.end ?? 0
        pieces.append(Piece(child: ByteRange(start, start + childCount), parent: parent, isLinear: isLinear))
    }

    /// The parent ranges that hold `range` of the child, in order.
    ///
    /// A piece that is not linear answers with all of its parent range.
    public func resolve(_ range: ByteRange) -> [ByteRange] {
        var index = firstPiece(endingBehind: range.start)
        var parents: [ByteRange] = []
        while index < pieces.count, pieces[index].child.start < range.end {
            let piece = pieces[index]
            index += 1
            guard let part = piece.child.intersection(range) else { continue }
            guard piece.isLinear else {
                parents.append(piece.parent)
                continue
            }
            let shift = piece.parent.start - piece.child.start
            parents.append(ByteRange(part.start + shift, part.end + shift))
        }
        return parents
    }

    /// The parent ranges of several child ranges, for going down one more layer.
    public func resolve(_ ranges: [ByteRange]) -> [ByteRange] { ranges.flatMap(resolve) }

    private func firstPiece(endingBehind offset: Int) -> Int {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].child.end <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
