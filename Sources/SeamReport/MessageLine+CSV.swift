public import SeamAnalysis
import SeamBytes
public import SeamCodecs

// Rows of comma-separated values: a message, or a seam.

extension MessageLine {
    /// The title row of the messages.
    public static let csvTitle: StaticString =
        "stream,from,index,kind,codec,layer,start,end,packets,at,verdict,joins,cuts,causes,summary\n"
    /// The title row of the seams.
    public static let seamTitle: StaticString =
        "stream,from,index,layer,seam,offset,packet,cause,stall,evidence\n"

    /// Appends the unit as a row: `packets` and `causes` have spaces between them.
    public mutating func csv(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int,
        into rows: inout RowBuffer
    ) {
        find(report, finder)
        rows.field(report.stream)
        rows.field(report.from.name)
        rows.field(report.index)
        rows.field(report.unit.kind.name)
        rows.field { $0.append(text: report.codec) }
        rows.field(report.layer?.layer ?? 0)
        rows.field(report.unit.range.start)
        rows.field(report.unit.range.end)
        rows.field { packets(finder, report.result, to: &$0) }
        rows.field { $0.append(seconds: report.time.since(origin)) }
        rows.field { if report.unit.kind != .gap { $0.append(report.result.verdict.name) } }
        rows.field(seams.count { $0.kind == .join })
        rows.field(seams.count { $0.kind == .cut })
        rows.field { causes(to: &$0) }
        words.removeAll()
        UnitSummary.append(report, batch, place, to: &words)
        rows.field(text: words.bytes)
        rows.endLine()
    }

    /// Appends the causes of the unit's seams, each once.
    private func causes(to rows: inout RowBuffer) {
        for place in seams.indices {
            let cause = seams[place].cause
            if seams[..<place].contains(where: { $0.cause == cause }) { continue }
            if place > 0 { rows.append(UInt8.space) }
            rows.append(cause.name)
        }
    }

    /// Appends a row for each seam of the unit.
    public mutating func csvSeams(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        into rows: inout RowBuffer
    ) {
        find(report, finder)
        for seam in seams {
            rows.field(report.stream)
            rows.field(report.from.name)
            rows.field(report.index)
            rows.field(report.layer?.layer ?? 0)
            rows.field(seam.kind.name)
            rows.field(seam.offset)
            rows.field(seam.packet)
            rows.field(seam.cause.name)
            rows.field { if let stall = seam.stall { $0.append(decimal: stall) } }
            words.removeAll()
            EvidenceText.append(seam, to: &words)
            rows.field(text: words.bytes)
            rows.endLine()
        }
    }
}
