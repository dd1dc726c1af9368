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
        let isElastic: Bool

        /// A column whose cells stand at one side of it; an elastic one may be narrowed for the table to fit.
        public init(_ title: StaticString, _ alignment: RowBuffer.Alignment, isElastic: Bool = false) {
            self.title = title
            self.alignment = alignment
            self.isElastic = isElastic
        }
    }

    /// An elastic column keeps so many columns.
    private static let leastElastic = 12

    private let columns: [Column]
    private var cells = RowBuffer()
    /// How many bytes each cell has.
    private var sizes: [UInt16] = []
    /// Where the cell in hand starts.
    private var start = 0
    private var widths: [Int]
    private let titleCount: Int

    /// A table without a row; the titles are left out if `hasTitles` is false.
    public init(_ columns: [Column], hasTitles: Bool) {
        self.columns = columns
        widths = columns.map { _ in 0 }
        titleCount = hasTitles ? columns.count : 0
        guard hasTitles else { return }
        for column in columns { cell { $0.append(column.title) } }
    }

    /// How many rows there are, the titles left out.
    public var count: Int { (sizes.count - titleCount) / columns.count }

    /// Adds the next cell, row by row, which `write` writes in ASCII.
    public mutating func cell(_ write: (inout RowBuffer) -> Void) {
        write(&cells)
        let size = min(cells.count - start, Int(UInt16.max))
        cells.truncate(to: start + size)
        start += size
        let column = sizes.count % columns.count
        widths[column] = max(widths[column], size)
        sizes.append(UInt16(size))
    }

    /// Adds a cell with a number.
    public mutating func cell(_ number: Int) { cell { $0.append(decimal: number) } }

    /// Appends all rows, in `order` (places of rows) where that is given, in at most `width` columns where elastic
    /// columns can be narrowed so far.
    ///
    /// `flush` may take what is written, after each row.
    public func write(
        to rows: inout RowBuffer,
        order: [Int]? = nil,
        width: Int = .max,
        flush: (inout RowBuffer) -> Void = { _ in }
    ) {
        let widths = fitted(width)
        guard let order else {
            var start = 0
            for row in 0..<sizes.count / columns.count {
                start = write(row, at: start, widths, to: &rows)
                flush(&rows)
            }
            return
        }
        // Rows have no places of their own in memory; only who wants another order pays for them.
        var starts: [Int] = []
        var end = 0
        for (place, size) in sizes.enumerated() {
            if place % columns.count == 0 { starts.append(end) }
            end += Int(size)
        }
        let titles = titleCount / columns.count
        for row in Array(0..<titles) + order.map({ $0 + titles }) {
            _ = write(row, at: starts[row], widths, to: &rows)
            flush(&rows)
        }
    }

    /// Appends a row whose cells start at `start`; where they end.
    private func write(_ row: Int, at start: Int, _ widths: [Int], to rows: inout RowBuffer) -> Int {
        var start = start
        for (place, column) in columns.enumerated() {
            let end = start + Int(sizes[row * columns.count + place])
            let cell = cells.bytes.clamped(start..<end)
            rows.cell(widths[place], column.alignment) { $0.append(cell, elidedTo: widths[place]) }
            start = end
        }
        rows.endRow()
        return start
    }

    /// The widths of the columns when the elastic ones are narrowed alike for the row to fit.
    private func fitted(_ width: Int) -> [Int] {
        let elastic = columns.indices.filter { columns[$0].isElastic }
        let rigid = columns.indices.filter { !columns[$0].isElastic }
        let others = rigid.reduce(columns.count - 1) { $0 + widths[$1] }
        var fitted = widths
        let room = max(width, others) - others
        while let widest = elastic.max(by: { fitted[$0] < fitted[$1] }),
            elastic.reduce(0, { $0 + fitted[$1] }) > room, fitted[widest] > Self.leastElastic
        {
            fitted[widest] -= 1
        }
        return fitted
    }
}

extension RowBuffer {
    /// Appends ASCII text; of one that is longer than `width` the beginning and the end with `..` between them.
    fileprivate mutating func append(_ text: RawSpan, elidedTo width: Int) {
        guard text.byteCount > width, width > 2 else { return append(text) }
        let tail = (width - 2) / 2
        append(text.clamped(0..<(width - 2 - tail)))
        append("..")
        append(text.clamped((text.byteCount - tail)..<text.byteCount))
    }
}
