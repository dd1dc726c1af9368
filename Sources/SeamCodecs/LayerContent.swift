public import SeamBytes

/// What one message carries for the layer above it, and where in its layer's stream each byte stood.
public struct LayerContent: Sendable {
    /// A run of the content.
    struct Piece {
        var count: Int
        /// The bytes that it came from, in the stream of the layer that carries it.
        var parent: ByteRange
        /// Whether byte n of the run is byte n of the parent.
        var isLinear: Bool
    }

    /// The bytes.
    public private(set) var bytes: [UInt8] = []
    private(set) var pieces: [Piece] = []

    /// Nothing.
    public init() {}

    /// Whether it holds no byte.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Appends bytes that stand in the carrying stream as they are, from the offset `start` on.
    public mutating func append(_ more: RawSpan, from start: Int) {
        append(more, from: ByteRange(start, start + more.byteCount), isLinear: true)
    }

    /// Appends bytes that were made of those at `parent`: unmasked one by one (`isLinear`), or inflated, unescaped.
    public mutating func append(_ more: RawSpan, from parent: ByteRange, isLinear: Bool) {
        precondition(!isLinear || parent.count == more.byteCount, "a linear run maps byte to byte")
        guard more.byteCount > 0 else { return }
        bytes.append(contentsOf: more)
        if isLinear, let last = pieces.last, last.isLinear, last.parent.end == parent.start {
            pieces[pieces.count - 1].count += more.byteCount
            pieces[pieces.count - 1].parent.end = parent.end
        } else {
            pieces.append(Piece(count: more.byteCount, parent: parent, isLinear: isLinear))
        }
    }
}
