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
        rows.append(decimal: report.index)
        pieces.nature(report, to: &rows)
        rows.append(decimal: unit.range.start)
        rows.member("end", unit.range.end)
        if let layer = report.layer { rows.bytesFrom(layer.sources) }
        packets(finder, report.result, &rows)
        if let reads = finder.reads(of: report.result) {
            rows.beginArray("reads")
            for read in reads { rows.element(read) }
            rows.endArray()
        }
        if hasTimes { pieces.times(report.time, origin, to: &rows) }
        if unit.kind != .gap { rows.member("verdict", word: report.result.verdict.name) }
        seams(report, finder, &rows)
        if let layer = report.layer { rows.below(layer) }
        let entry = report.entry(in: batch, at: place)
        summary(report, entry, batch, &rows)
        fields(entry, batch, &rows)
        if unit.missing > 0 { rows.member("missing", unit.missing) }
        if let violation = unit.violation { rows.member(violation: violation, report.rule, at: unit.range) }
        rows.endObject()
        rows.endLine()
    }

    private mutating func summary(
        _ report: UnitReport,
        _ entry: UnitDetails.Entry?,
        _ batch: borrowing UnitBatch,
        _ rows: inout RowBuffer
    ) {
        if let entry, !entry.summary.isEmpty {
            return rows.member("summary", text: batch.details.text.rawSpan.clamped(entry.summary))
        }
        words.removeAll()
        UnitSummary.append(plain: report, to: &words)
        rows.member("summary", text: words.bytes)
    }

    private func packets(
        _ finder: borrowing SeamFinder,
        _ result: SeamFinder.Result,
        _ rows: inout RowBuffer
    ) {
        rows.beginArray("packets")
        // Several runs of one packet are rare, and so are fragments.
        if fragments.isEmpty, !finder.isOfReads, result.carriers.count == 1 {
            rows.append(decimal: finder.packet(at: result.carriers.lowerBound))
        } else if fragments.isEmpty, !finder.isOfReads, result.carriers.allSatisfy({ finder.isWhole(at: $0) })
        {
            for place in result.carriers { rows.element(finder.packet(at: place)) }
        } else {
            packets(finder.segments(of: result), &rows)
        }
        rows.endArray()
        let leftOut = finder.leftOutSegments(of: result)
        if leftOut > 0 { rows.member("packets_left_out", leftOut) }
    }

    private func packets(_ segments: [Carrier], _ rows: inout RowBuffer) {
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
        let unit = report.unit
        if finder.isOfReads {
            find(report, finder)
            for index in seams.indices { rows.element(seams[index]) }
        } else {
            if report.result.cuts > 0, unit.kind.canBeCut {
                for place in report.result.carriers.dropLast() { rows.element(finder.cut(behind: place)) }
            }
            if report.result.endsInJoin { join(report, finder, &rows) }
        }
        rows.endArray()
    }

    /// Appends the join that a unit ends in: the messages of a packet share all of it but the offset.
    private mutating func join(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ rows: inout RowBuffer
    ) {
        let layer = report.layer?.layer ?? 0
        let key = finder.join(of: report.result)
        if let key, pieces.join(key, layer: layer, at: report.unit.range.end, to: &rows) { return }
        guard let seam = finder.joinSeam(of: report.unit, report.result) else { return }
        let start = rows.element(seam)
        if let key { pieces.keep(key, layer: layer, rows, from: start) }
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
    /// A seam, as an element; answers where what stands behind its offset begins.
    @discardableResult
    fileprivate mutating func element(_ seam: borrowing Seam) -> Int {
        beginObject()
        member("seam", word: seam.kind.name)
        member("offset", seam.offset)
        let start = count
        member("packet", seam.packet)
        if let read = seam.read { member("read", read) }
        member("cause", word: seam.cause.name)
        if let stall = seam.stall { member("stall", stall) }
        append(name: "evidence")
        // Words of the program and numbers, which need no escapes.
        append(UInt8(ascii: "\""))
        EvidenceText.append(seam, to: &self)
        append(UInt8(ascii: "\""))
        endObject()
        return start
    }

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
        rows.cell(7) { packets(finder, report.result, to: &$0) }
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
            let leftOut = finder.leftOutSegments(of: report.result)
            if leftOut > 0 {
                rows.append("; ")
                rows.append(decimal: leftOut)
                rows.append(" segments in its middle are not listed (--max-segments)")
            }
        }
        rows.endRow()
    }

    /// A summary gets so many columns even where the row has no room for it.
    private static let leastSummary = 12

    /// One packet, two, or from the first to the last.
    func packets(_ finder: borrowing SeamFinder, _ result: SeamFinder.Result, to rows: inout RowBuffer) {
        var first = Int.max
        var last = 0
        if fragments.isEmpty, !finder.isOfReads {
            for place in result.carriers {
                first = min(first, finder.packet(at: place))
                last = max(last, finder.packet(at: place))
            }
        } else {
            for segment in finder.segments(of: result) {
                first = min(first, segment.packet, fragments[segment.packet]?.first ?? .max)
                last = max(last, segment.packet)
            }
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
