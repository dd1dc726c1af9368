public import SeamAnalysis
public import SeamBytes
public import SeamCodecs
import SeamStreams

/// Writes a unit as a row of `seam messages`.
public struct MessageLine: ~Copyable {
    /// When the capture's first packet was captured: what `at` counts from.
    public var origin = Timestamp(nanoseconds: 0)
    /// Whether the times are written; fixtures leave them out (DESIGN section 9).
    public var hasTimes = true
    private var seams: [Seam] = []
    private var words = RowBuffer()
    private var second = SecondText()
    /// The codec of the last row, and the same as JSON.
    private var codec: (name: String, json: [UInt8]) = ("", Array("null".utf8))

    /// A writer of rows.
    public init() {}

    /// Appends the unit as a line of JSON (DESIGN section 8).
    ///
    /// `codec` is null for a half whose codec is not known. A join is listed once, with the unit before it.
    public mutating func json(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int,
        into rows: inout RowBuffer
    ) {
        let unit = report.unit
        rows.beginObject()
        rows.member("stream", report.stream)
        rows.member("from", word: report.from.name)
        rows.member("index", report.index)
        rows.member("kind", word: unit.kind.name)
        if report.codec != codec.name { codec = (report.codec, Self.json(report.codec)) }
        rows.member("codec", json: codec.json)
        rows.member("layer", 0)
        rows.member("start", unit.range.start)
        rows.member("end", unit.range.end)
        packets(finder.segments(of: report.result), &rows)
        if let reads = finder.reads(of: report.result) {
            rows.beginArray("reads")
            for read in reads { rows.element(read) }
            rows.endArray()
        }
        if hasTimes {
            rows.member("time", report.time, &second)
            rows.member("at", seconds: report.time.since(origin))
        }
        if unit.kind != .gap { rows.member("verdict", word: report.result.verdict.name) }
        seams(report, finder, &rows)
        words.removeAll()
        UnitSummary.append(report, batch, place, to: &words)
        rows.member("summary", text: words.bytes)
        fields(batch, place, &rows)
        if unit.missing > 0 { rows.member("missing", unit.missing) }
        if let violation = unit.violation { rows.member(violation: violation, report.rule, at: unit.range) }
        rows.endObject()
        rows.endLine()
    }

    private static func json(_ name: String) -> [UInt8] {
        var rows = RowBuffer()
        if name.isEmpty { rows.append("null") } else { unsafe rows.append(json: name.utf8.span.bytes) }
        return [UInt8](copying: rows.bytes)
    }

    private func packets(_ segments: ArraySlice<Carrier>, _ rows: inout RowBuffer) {
        rows.beginArray("packets")
        for index in segments.indices {
            let segment = segments[index]
            if segment.hull != segment.range, isRepeated(segment.packet, segments[..<index]) { continue }
            rows.element(segment.packet)
        }
        rows.endArray()
    }

    /// Whether a packet is listed already: one that filled the holes around bytes that were there brought several runs.
    private func isRepeated(_ packet: Int, _ earlier: ArraySlice<Carrier>) -> Bool {
        earlier.contains { $0.packet == packet }
    }

    private mutating func seams(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ rows: inout RowBuffer
    ) {
        rows.beginArray("seams")
        find(report, finder)
        for seam in seams {
            rows.beginObject()
            rows.member("seam", word: seam.kind.name)
            rows.member("offset", seam.offset)
            rows.member("packet", seam.packet)
            if let read = seam.read { rows.member("read", read) }
            rows.member("cause", word: seam.cause.name)
            if let stall = seam.stall { rows.member("stall", stall) }
            words.removeAll()
            EvidenceText.append(seam, to: &words)
            rows.member("evidence", text: words.bytes)
            rows.endObject()
        }
        rows.endArray()
    }

    /// Puts the seams of a unit in `seams`.
    private mutating func find(_ report: UnitReport, _ finder: borrowing SeamFinder) {
        seams.removeAll(keepingCapacity: true)
        guard report.result.cuts > 0 || report.result.endsInJoin else { return }
        finder.appendSeams(of: report.unit, report.result, to: &seams)
    }

    private func fields(_ batch: borrowing UnitBatch, _ place: Int, _ rows: inout RowBuffer) {
        rows.beginObject("fields")
        if place < batch.entries.count {
            for index in batch.entries[place].fields {
                let field = batch.details.fields[index]
                let text = batch.details.text.rawSpan
                switch field.value {
                case .number(let number): rows.member(field.name, number)
                case .flag(let flag): rows.member(field.name, flag)
                case .text(let range): rows.member(field.name, text: text.clamped(range))
                case .bytes(let range): rows.member(field.name, hex: text.clamped(range))
                }
            }
        }
        rows.endObject()
    }
}

// MARK: - Text

extension MessageLine {
    /// The title row of the text.
    public static let title: StaticString =
        "STREAM FROM   INDEX       RANGE PACKETS VERDICT         SUMMARY\n"

    /// Appends the unit as a row of text; the summary is cut where the row would be longer than `columns`.
    ///
    /// Without `columns` nothing is cut, and the seams follow the summary.
    public mutating func text(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int,
        columns: Int?,
        into rows: inout RowBuffer
    ) {
        let unit = report.unit
        let start = rows.count
        rows.cell(6, report.stream)
        rows.cell(6, .left, report.from.name)
        rows.cell(5, report.index)
        rows.cell(11) { $0.append(unit.range) }
        rows.cell(7) { Self.packets(finder.segments(of: report.result), &$0) }
        rows.cell(15, .left, unit.kind == .message ? report.result.verdict.name : unit.kind.name)
        rows.append(UInt8.space)
        words.removeAll()
        if let violation = unit.violation {
            words.append(violation.rule)
            words.append(": ")
            ViolationText.append(violation, report.rule, at: unit.range, to: &words)
        } else {
            UnitSummary.append(report, batch, place, to: &words)
        }
        if let columns {
            let left = max(Self.leastSummary, columns - (rows.count - start))
            TextEscape.append(words.bytes, columns: left, to: &rows)
        } else {
            TextEscape.append(words.bytes, to: &rows)
            find(report, finder)
            for seam in seams { rows.append(seam) }
        }
        rows.endRow()
    }

    /// A summary gets so many columns even where the row has no room for it.
    private static let leastSummary = 12

    /// One packet, two, or from the first to the last.
    private static func packets(_ segments: ArraySlice<Carrier>, _ rows: inout RowBuffer) {
        var first = Int.max
        var last = 0
        for segment in segments {
            first = min(first, segment.packet)
            last = max(last, segment.packet)
        }
        guard last > 0 else { return rows.append("-") }
        rows.append(decimal: first)
        guard last > first else { return }
        rows.append("-")
        rows.append(decimal: last)
    }
}

extension RowBuffer {
    /// Appends a seam as `; join at 73 in packet 17: nagle (evidence)`.
    fileprivate mutating func append(_ seam: Seam) {
        append("; ")
        append(seam.kind.name)
        append(" at ")
        append(decimal: seam.offset)
        append(" in packet ")
        append(decimal: seam.packet)
        append(": ")
        append(seam.cause.name)
        append(" (")
        EvidenceText.append(seam, to: &self)
        append(")")
    }

    /// Appends a range as `start..<end`.
    mutating func append(_ range: ByteRange) {
        append(decimal: range.start)
        append("..<")
        append(decimal: range.end)
    }
}
