import SeamAnalysis
import SeamBytes
import SeamCodecs

/// Draws the two partitions of a half over each other: packets above, messages below, one ruler between.
///
///     packet   4         6                     9
///              ┼────┬────┴──┬──────┬───────────┼──
///     message  0    1       2      3           4
///
/// On the ruler `┬` is a message border inside a segment (a join), `┴` a segment border inside a message
/// (a cut), `┼` a border of both.
struct SeamPicture {
    /// Columns in front of the lanes.
    static let margin = 11
    /// How many rows one half usually gets at most.
    static let usualRows = 10

    let entries: ArraySlice<Excerpt.Entry>
    let width: Int
    let palette: Palette
    /// Words in front of the upper lane, which name the carriers.
    let carrierName: StaticString
    /// How many rows there are at most.
    let rowLimit: Int

    /// A picture of units of a half, in order, for text of `width` columns.
    init(
        _ entries: ArraySlice<Excerpt.Entry>,
        carrierName: StaticString,
        width: Int,
        palette: Palette,
        rowLimit: Int = usualRows
    ) {
        self.entries = entries
        self.rowLimit = rowLimit
        self.carrierName = carrierName
        self.width = max(width, 40)
        self.palette = palette
    }

    /// Appends the rows; units that follow each other are drawn together, what lies between is told in words.
    func append(to rows: inout RowBuffer, unitCount: Int) {
        let entries = Array(entries)
        var start = 0
        var drawn = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].index == entries[end - 1].index + 1 { end += 1 }
            let before = start == 0 ? 0 : entries[start - 1].index + 1
            fold(entries[start].index - before, &rows)
            let layout = PictureLayout(entries[start..<end])
            draw(entries[start..<end], layout, &drawn, &rows)
            start = end
        }
        fold(unitCount - ((entries.last?.index ?? -1) + 1), &rows)
    }

    private func fold(_ units: Int, _ rows: inout RowBuffer) {
        guard units > 0 else { return }
        rows.append(spaces: Self.margin)
        rows.inked(.faint, palette) { rows in
            rows.append("⋯ ")
            rows.append(units, "unit")
            rows.append(" not shown ⋯")
        }
        rows.endLine()
    }

    /// Draws one run, as many rows as its columns need.
    private func draw(
        _ entries: ArraySlice<Excerpt.Entry>,
        _ layout: PictureLayout,
        _ drawn: inout Int,
        _ rows: inout RowBuffer
    ) {
        let columns = width - Self.margin - 1
        var first = 0
        while first < layout.borders.count - 1 {
            let left = layout.borders[first].column
            var last = first + 1
            while last < layout.borders.count - 1, layout.borders[last + 1].column - left <= columns {
                last += 1
            }
            guard drawn < rowLimit else {
                let rest = entries.count { $0.unit.range.start >= layout.borders[first].offset }
                return fold(rest, &rows)
            }
            drawn += 1
            let row = PictureRow(entries, layout, borders: first...last, palette)
            row.append(to: &rows, carrierName: carrierName)
            first = last
        }
    }
}
