import SeamBytes

/// The pieces of one datagram that have come: sorted, apart from each other, the first copy of every byte.
///
///     |==piece==|  hole  |==piece==|==piece==|        complete when the last one has come and no hole is left
struct DatagramPieces: Sendable {
    private struct Piece: Sendable {
        /// Where the piece stands in the datagram, as it was on the wire.
        var range: ByteRange
        /// What was captured of it, from its start.
        var bytes: [UInt8]
    }

    private var pieces: [Piece] = []
    /// The datagram's length in bytes, once the last fragment has come.
    private var total: Int?
    /// Whether fragments contradicted each other.
    private(set) var hasConflict = false
    /// How many bytes are kept.
    private(set) var kept = 0

    /// How many pieces there are.
    var count: Int { pieces.count }

    /// The datagram's length in bytes once every byte has come, be it that the snap length cut it off; else nil.
    var completeLength: Int? {
        guard let total else { return nil }
        var reach = 0
        for piece in pieces {
            guard piece.range.start == reach else { break }
            reach = piece.range.end
        }
        return reach >= total ? total : nil
    }

    /// The datagram's bytes, up to the first one that was not captured.
    var joined: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(total ?? kept)
        for piece in pieces {
            let count = min(piece.range.count, (total ?? piece.range.end) - bytes.count)
            bytes.append(contentsOf: piece.bytes.rawSpan.clamped(0..<count))
            guard piece.bytes.count >= count else { break }
        }
        return bytes
    }

    /// Adds what is new in a fragment; false when nothing is.
    mutating func add(_ bytes: RawSpan, at range: ByteRange, isLast: Bool) -> Bool {
        if isLast {
            if let total, total != range.end { hasConflict = true }
            total = total ?? range.end
        }
        var isNew = false
        var place = firstPlace(endingBehind: range.start)
        var start = range.start
        while start < range.end {
            if place < pieces.count, pieces[place].range.start <= start {
                let end = min(range.end, pieces[place].range.end)
                compare(bytes, at: range, with: pieces[place], over: ByteRange(start, end))
                start = end
            } else {
                let end = place < pieces.count ? min(range.end, pieces[place].range.start) : range.end
                let new = [UInt8](copying: bytes.clamped(start - range.start..<end - range.start))
                kept += new.count
                pieces.insert(Piece(range: ByteRange(start, end), bytes: new), at: place)
                isNew = true
                start = end
            }
            place += 1
        }
        if let total, let last = pieces.last, last.range.end > total { hasConflict = true }
        return isNew
    }

    /// Searched from the back, where the next fragment usually belongs.
    private func firstPlace(endingBehind offset: Int) -> Int {
        var place = pieces.count
        while place > 0, pieces[place - 1].range.end > offset { place -= 1 }
        return place
    }

    private mutating func compare(
        _ bytes: RawSpan,
        at range: ByteRange,
        with piece: Piece,
        over part: ByteRange
    ) {
        let ours = piece.bytes.rawSpan.clamped(part.start - piece.range.start..<part.end - piece.range.start)
        let others = bytes.clamped(part.start - range.start..<part.end - range.start)
        let count = min(ours.byteCount, others.byteCount)
        if !ByteSearch.areEqual(ours.clamped(0..<count), others.clamped(0..<count)) { hasConflict = true }
    }
}
