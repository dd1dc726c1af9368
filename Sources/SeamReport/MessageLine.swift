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
    private let fragments: FragmentPackets
    var seams: [Seam] = []
    var words = RowBuffer()
    private var pieces = MessagePieces()

    /// A writer of rows.
    public init() { fragments = FragmentPackets() }

    /// One more writer of the rows of a capture, which learns of the same datagrams as the other.
    public init(beside other: borrowing MessageLine) {
        fragments = other.fragments
        hasTimes = other.hasTimes
    }

    /// Notes that the packet `number` completes a datagram that came in several: all of them carried what is in it.
    public func datagram(in packets: [Int], completedBy number: Int) {
        fragments.add(packets, completedBy: number)
    }

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
        pieces.sender(report, to: &rows)
        rows.member("index", report.index)
        pieces.nature(report, to: &rows)
        rows.member("start", unit.range.start)
        rows.member("end", unit.range.end)
        if let layer = report.layer { rows.bytesFrom(layer.sources) }
        packets(finder.segments(of: report.result), &rows)
        if let reads = finder.reads(of: report.result) {
            rows.beginArray("reads")
            for read in reads { rows.element(read) }
            rows.endArray()
        }
        if hasTimes { pieces.times(report.time, origin, to: &rows) }
        if unit.kind != .gap { rows.member("verdict", word: report.result.verdict.name) }
        seams(report, finder, &rows)
        if let layer = report.layer { rows.below(layer) }
        words.removeAll()
        UnitSummary.append(report, batch, place, to: &words)
        rows.member("summary", text: words.bytes)
        fields(report.entry(in: batch, at: place), batch, &rows)
        if unit.missing > 0 { rows.member("missing", unit.missing) }
        if let violation = unit.violation { rows.member(violation: violation, report.rule, at: unit.range) }
        rows.endObject()
        rows.endLine()
    }

    private func packets(_ segments: [Carrier], _ rows: inout RowBuffer) {
        rows.beginArray("packets")
        for index in segments.indices {
            // Field by field, since a copy of the whole carrier costs more than the rest.
            let packet = segments[index].packet
            if segments[index].hull != segments[index].range, isRepeated(packet, segments[..<index]) {
                continue
            }
            guard !fragments.isEmpty, let all = fragments[packet] else {
                rows.element(packet)
                continue
            }
            for packet in all { rows.element(packet) }
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
        for index in seams.indices {
            rows.beginObject()
            rows.member("seam", word: seams[index].kind.name)
            rows.member("offset", seams[index].offset)
            pieces.facts(of: seams[index], to: &rows)
            rows.endObject()
        }
        rows.endArray()
    }

    /// Puts the seams of a unit in `seams`.
    mutating func find(_ report: UnitReport, _ finder: borrowing SeamFinder) {
        // One by one: there are few, and `removeAll` costs as much as thirty.
        while !seams.isEmpty { seams.removeLast() }
        guard report.result.cuts > 0 || report.result.endsInJoin else { return }
        finder.appendSeams(of: report.unit, report.result, to: &seams)
    }

    private func fields(
        _ entry: UnitDetails.Entry?,
        _ batch: borrowing UnitBatch,
        _ rows: inout RowBuffer
    ) {
        rows.beginObject("fields")
        for index in entry?.fields ?? 0..<0 {
            let field = batch.details.fields[index]
            switch field.value {
            case .number(let number): rows.member(field.name, number)
            case .flag(let flag): rows.member(field.name, flag)
            case .text(let range): rows.member(field.name, text: batch.details.text.rawSpan.clamped(range))
            case .bytes(let range): rows.member(field.name, hex: batch.details.text.rawSpan.clamped(range))
            }
        }
        rows.endObject()
    }
}

extension RowBuffer {
    /// The member `bytes_from`: the ranges of the half that a unit of a layer came from.
    fileprivate mutating func bytesFrom(_ ranges: [ByteRange]) {
        beginArray("bytes_from")
        for range in ranges {
            beginObject()
            member("start", range.start)
            member("end", range.end)
            endObject()
        }
        endArray()
    }

    /// The member `below`: the comparison with the messages of the layer below.
    fileprivate mutating func below(_ report: LayerReport) {
        beginObject("below")
        member("layer", report.layer - 1)
        beginArray("units")
        for unit in report.units { element(unit) }
        endArray()
        member("verdict", word: report.verdict.name)
        beginArray("seams")
        for seam in report.seams {
            beginObject()
            member("seam", word: seam.kind.name)
            member("offset", seam.offset)
            member("unit", seam.unit)
            endObject()
        }
        endArray()
        endObject()
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
        rows.cell(7) { packets(finder.segments(of: report.result), to: &$0) }
        rows.cell(15, .left, unit.kind == .message ? report.result.verdict.name : unit.kind.name)
        rows.append(UInt8.space)
        words.removeAll()
        for _ in 0..<(report.layer?.layer ?? 0) { words.append("> ") }
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
    func packets(_ segments: [Carrier], to rows: inout RowBuffer) {
        var first = Int.max
        var last = 0
        for segment in segments {
            first = min(first, segment.packet)
            last = max(last, segment.packet)
            guard !fragments.isEmpty, let all = fragments[segment.packet] else { continue }
            first = min(first, all.first ?? first)
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
