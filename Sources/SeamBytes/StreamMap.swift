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

        /// A run of child bytes from the parent's.
        public init(child: ByteRange, parent: ByteRange, isLinear: Bool) {
            self.child = child
            self.parent = parent
            self.isLinear = isLinear
        }
    }

    /// The pieces in order of the child stream; they cover it without holes from the first one that is kept.
    public private(set) var pieces: [Piece] = []
    /// The offset behind the last byte of the child stream.
    public private(set) var end = 0

    /// The map of an empty child stream.
    public init() {}

    /// Appends `childCount` bytes to the child stream that came from `parent`.
    ///
    /// A linear piece has as many bytes in the parent as in the child.
    public mutating func append(parent: ByteRange, childCount: Int, isLinear: Bool = true) {
        precondition(!isLinear || parent.count == childCount, "a linear piece maps byte to byte")
        guard childCount > 0 else { return }
        let child = ByteRange(end, end + childCount)
        end = child.end
        pieces.append(Piece(child: child, parent: parent, isLinear: isLinear))
    }

    /// Appends the bytes `range` of a stream that `other` maps: the child's parent becomes that stream's parent.
    ///
    /// What was not mapped byte to byte, here or there, answers with all that it came from; what `other` does not
    /// map, with an empty range.
    public mutating func append(_ range: ByteRange, of other: StreamMap, childCount: Int, isLinear: Bool) {
        let stop = end + childCount
        let parts = other.parts(of: range)
        if isLinear {
            for part in parts where end + part.child.count <= stop {
                append(parent: part.parent, childCount: part.child.count, isLinear: part.isLinear)
            }
        }
        let first = parts.map(\.parent.start).min() ?? 0
        let last = parts.map(\.parent.end).max() ?? first
        append(parent: ByteRange(first, last), childCount: stop - end, isLinear: false)
    }

    /// Forgets pieces of which no byte stands at or behind `offset` of the child; asking for them finds nothing.
    public mutating func forget(before offset: Int) {
        let dead = firstPiece(endingBehind: offset)
        // Twice as many may gather, so that each piece is moved once on average.
        if dead > 16, dead > pieces.count / 2 { pieces.removeFirst(dead) }
    }

    /// The parent ranges that hold `range` of the child, in order.
    ///
    /// A piece that is not linear answers with all of its parent range.
    public func resolve(_ range: ByteRange) -> [ByteRange] { parts(of: range).map(\.parent) }

    /// The pieces that hold `range` of the child, cut to it; a piece that is not linear keeps all of its parent range.
    public func parts(of range: ByteRange) -> [Piece] {
        var index = firstPiece(endingBehind: range.start)
        var parts: [Piece] = []
        while index < pieces.count, pieces[index].child.start < range.end {
            var part = pieces[index]
            index += 1
            guard let child = part.child.intersection(range) else { continue }
            if part.isLinear {
                let shift = part.parent.start - part.child.start
                part.parent = ByteRange(child.start + shift, child.end + shift)
            }
            part.child = child
            parts.append(part)
        }
        return parts
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
