import SeamBytes

/// A piece of a row that the next rows mostly have as well: what it says, and its text.
///
///     if !piece.append(key, to: &rows) {
///         let start = rows.count
///         rows.append(...)
///         piece.keep(key, rows, from: start)
///     }
///
/// The messages of one packet share their sender, times and evidence: to copy those is cheaper than to write them again.
struct SharedPiece<Key: Equatable>: ~Copyable {
    private var key: Key?
    private var text: [UInt8] = []

    /// Whether the piece says `key`.
    @inline(__always)
    func says(_ key: Key) -> Bool { key == self.key }

    /// Appends the piece.
    @inline(__always)
    func append(to rows: inout RowBuffer) { rows.append(text) }

    /// Appends the piece when it says `key`; false, appending nothing, when it is to be written.
    @inline(__always)
    func append(_ key: Key, to rows: inout RowBuffer) -> Bool {
        guard says(key) else { return false }
        append(to: &rows)
        return true
    }

    /// Keeps what was written from `start` on, which says `key`.
    mutating func keep(_ key: Key, _ rows: borrowing RowBuffer, from start: Int) {
        self.key = key
        text.removeAll(keepingCapacity: true)
        text.append(contentsOf: rows.bytes.clamped(start..<rows.count))
    }
}
