import SeamAnalysis
import SeamBytes
import SeamCodecs

/// What a unit is in a few words: its codec's, or plain ones where the codec has none.
enum UnitSummary {
    /// Appends the words as they are; bytes from the wire may be among them, to be escaped by who prints them.
    static func append(
        _ report: UnitReport,
        _ batch: borrowing UnitBatch,
        _ place: Int,
        to rows: inout RowBuffer
    ) {
        if let entry = report.entry(in: batch, at: place), !entry.summary.isEmpty {
            return rows.append(batch.details.text.rawSpan.clamped(entry.summary))
        }
        append(plain: report, to: &rows)
    }

    /// Appends the words for a unit of which its codec says nothing.
    static func append(plain report: UnitReport, to rows: inout RowBuffer) {
        let unit = report.unit
        switch unit.kind {
        case .message: rows.append(unit.range.count, "byte")
        case .heartbeat: rows.append("heart-beat")
        case .undecoded:
            rows.append(unit.range.count, "byte")
            rows.append(report.codec.isEmpty ? ", no codec" : " not decoded")
        case .gap:
            rows.append(unit.range.count, "byte")
            rows.append(" not in the capture")
        case .leftover:
            rows.append(unit.range.count, "byte")
            rows.append(" of an incomplete message")
        }
        guard unit.missing > 0, unit.kind != .gap else { return }
        rows.append(", ")
        rows.append(decimal: unit.missing)
        rows.append(" of them not in the capture")
    }
}
