import SeamBytes

/// A table of text whose columns are as wide as their widest cell.
///
/// All cells are kept until the table is written, in one run of bytes: for lists whose length the program
/// holds in memory anyway.
public struct TextTable: ~Copyable {
    /// A column with its title.
    public struct Column: Sendable {
        let title: StaticString
        let alignment: RowBuffer.Alignment

        /// A column whose cells stand at one side of it.
        public init(_ title: StaticString, _ alignment: RowBuffer.Alignment) {
            self.title = title
            self.alignment = alignment
        }
    }

    private let columns: [Column]
    private var cells = RowBuffer()
    /// Where each cell ends in `cells`.
    private var ends: [Int] = []
    private var widths: [Int]

    /// A table without a row; the titles are left out if `hasTitles` is false.
    public init(_ columns: [Column], hasTitles: Bool) {
        self.columns = columns
        widths = columns.map { _ in 0 }
        guard hasTitles else { return }
        for column in columns { cell { $0.append(column.title) } }
    }

    /// Adds the next cell, row by row, which `write` writes in ASCII.
    public mutating func cell(_ write: (inout RowBuffer) -> Void) {
        write(&cells)
        let column = ends.count % columns.count
        widths[column] = max(widths[column], cells.count - (ends.last ?? 0))
        ends.append(cells.count)
    }

    /// Adds a cell with a number.
    public mutating func cell(_ number: Int) { cell { $0.append(decimal: number) } }

    /// Appends all rows.
    public func write(to rows: inout RowBuffer) {
        var start = 0
        for (place, end) in ends.enumerated() {
            let column = place % columns.count
            rows.cell(widths[column], columns[column].alignment) { row in
                row.append(cells.bytes.clamped(start..<end))
            }
            if column == columns.count - 1 { rows.endRow() }
            start = end
        }
    }
}
