import SeamBytes

// Columns of text rows. What does not fit its column pushes the rest of the row to the right: nothing is cut.

extension RowBuffer {
    /// Which side of its column a cell stands at.
    public enum Alignment: Sendable {
        /// Words.
        case left
        /// Numbers.
        case right
    }

    /// Appends a cell, which `write` writes in ASCII, and fills it up to `width`; a space stands between cells.
    public mutating func cell(
        _ width: Int,
        _ alignment: Alignment = .right,
        _ write: (inout RowBuffer) -> Void
    ) {
        if let last, last != UInt8(ascii: "\n") { append(.space) }
        let start = count
        write(&self)
        switch alignment {
        case .left: append(spaces: width - (count - start))
        case .right: shiftRight(from: start, to: width)
        }
    }

    /// Appends a cell with a number.
    public mutating func cell(_ width: Int, _ number: Int) { cell(width) { $0.append(decimal: number) } }

    /// Appends a cell with a word of the program.
    public mutating func cell(_ width: Int, _ alignment: Alignment, _ word: StaticString) {
        cell(width, alignment) { $0.append(word) }
    }

    /// Ends a row, without spaces at its end.
    public mutating func endRow() {
        while last == .space { truncate(to: count - 1) }
        endLine()
    }

    /// Appends words, an indent in front of each row, broken at spaces so that no row is wider than `width`
    /// unless a word is; the last row is not ended.
    mutating func wrap(_ words: RawSpan, indent: Int, width: Int) {
        var column = 0
        var start = 0
        while start < words.byteCount {
            let end = ByteSearch.firstIndex(of: .space, in: words, from: start) ?? words.byteCount
            let word = words.clamped(start..<end)
            let columns = TextEscape.columns(word)
            if column == 0 {
                append(spaces: indent)
                column = indent
            } else if column + 1 + columns > width {
                endLine()
                append(spaces: indent + 2)
                column = indent + 2
            } else {
                append(.space)
                column += 1
            }
            append(word)
            column += columns
            start = end + 1
        }
    }
}
