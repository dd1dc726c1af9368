import SeamAnalysis
import SeamBytes
import SeamCodecs

/// One row of a picture: the lanes between two borders.
struct PictureRow {
    private let entries: ArraySlice<Excerpt.Entry>
    private let layout: PictureLayout
    private let borders: ArraySlice<PictureLayout.Border>
    private let palette: Palette

    init(
        _ entries: ArraySlice<Excerpt.Entry>,
        _ layout: PictureLayout,
        borders: ClosedRange<Int>,
        _ palette: Palette
    ) {
        self.entries = entries
        self.layout = layout
        self.borders = layout.borders[borders]
        self.palette = palette
    }

    /// Appends the lane of carriers, the ruler and the lane of units.
    func append(to rows: inout RowBuffer, carrierName: StaticString) {
        title(carrierName, &rows)
        lane(carrierLabels, &rows)
        rows.append(spaces: SeamPicture.margin)
        ruler(&rows)
        rows.endLine()
        title("message", &rows)
        lane(unitLabels, &rows)
    }

    private func title(_ word: StaticString, _ rows: inout RowBuffer) {
        rows.append("  ")
        rows.inked(.faint, palette) { $0.append(word) }
        rows.append(spaces: SeamPicture.margin - 2 - word.utf8CodeUnitCount)
    }

    /// A text to be put at a column, cut to the columns that it has.
    private struct Label {
        var column: Int
        var room: Int
        var text: [UInt8] = []
        var ink: Palette.Ink?
    }

    private var left: Int { borders.first?.column ?? 0 }

    private var carrierLabels: [Label] {
        var labels: [Label] = []
        var last = -1
        for entry in entries {
            for piece in entry.carriers where piece.packet != last || labels.isEmpty {
                last = piece.packet
                let start = max(piece.range.start, entries.first?.unit.range.start ?? 0)
                guard var label = label(piece.range, start) else { continue }
                label.text.appendDecimal(piece.packet)
                labels.append(label)
            }
        }
        return labels
    }

    private var unitLabels: [Label] {
        entries.compactMap { entry in
            guard var label = label(entry.unit.range, entry.unit.range.start) else { return nil }
            label.text.appendDecimal(entry.index)
            switch entry.unit.kind {
            case .message: label.ink = entry.unit.violation == nil ? nil : .bad
            case .heartbeat:
                label.text += " ♥".utf8
                label.ink = .good
            case .undecoded:
                label.text += " ?".utf8
                label.ink = .bad
            case .gap:
                label.text += " gap".utf8
                label.ink = .bad
            case .leftover:
                label.text += " …".utf8
                label.ink = .bad
            }
            if !entry.summary.isEmpty {
                label.text.append(.space)
                label.text += entry.summary
            }
            return label
        }
    }

    /// A label without text at the border where a piece starts, if that is in this row.
    private func label(_ range: ByteRange, _ start: Int) -> Label? {
        guard let first = borders.first, let last = borders.last, start < last.offset, start >= first.offset,
            let column = layout.column(of: start)
        else { return nil }
        let end = layout.column(of: min(range.end, last.offset)) ?? last.column
        return Label(column: column - left, room: end - column - 1)
    }

    private func lane(_ labels: [Label], _ rows: inout RowBuffer) {
        var column = 0
        for label in labels where label.column >= column {
            rows.append(spaces: label.column - column)
            var shown = RowBuffer()
            TextEscape.append(label.text.rawSpan, columns: max(1, label.room), to: &shown)
            if let ink = label.ink {
                rows.inked(ink, palette) { $0.append(shown.bytes) }
            } else {
                rows.append(shown.bytes)
            }
            column = label.column + TextEscape.columns(shown.bytes)
        }
        rows.endRow()
    }

    private func ruler(_ rows: inout RowBuffer) {
        var column = 0
        for border in borders {
            for _ in column..<max(column, border.column - left) { rows.append("─") }
            column = border.column - left + 1
            switch (border.isCarrier, border.isUnit) {
            case (true, true): rows.append("┼")
            case (true, false): rows.inked(.cut, palette) { $0.append("┴") }
            case (false, true): rows.inked(.join, palette) { $0.append("┬") }
            case (false, false): rows.append("─")
            }
        }
    }
}
