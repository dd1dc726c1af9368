public import SeamAnalysis
import SeamBytes
public import SeamCodecs
import SeamStreams

/// What a capture's packets are to be annotated with: a sentence at each seam, by the number of the packet.
///
///     packet 11   seam: messages 13 to 16 of the server end inside this segment: coalesced (粘包) by backlog
///     packet 13   seam: message 17 of the server (55 bytes, "…") continues from packet 11: split (拆包) by mss
public struct SeamComments: ~Copyable {
    /// Messages one after the other that end inside the same segment, for the same reason.
    private struct Joins {
        var packet: Int
        var cause: Cause
        var first: Int
        var last: Int
    }

    /// More comments than this are counted, not kept.
    private static let limit = 1 << 20
    /// A summary is cut after so many columns.
    private static let summaryColumns = 60

    private var texts: [Int: [String]] = [:]
    private var count = 0
    /// How many comments were beyond the limit.
    public private(set) var leftOut = 0
    /// The joins that may go on, by half and layer.
    private var open: [[Int]: (Joins, UnitReport)] = [:]
    private var seams: [Seam] = []
    private var words = RowBuffer()

    /// No comments.
    public init() {}

    /// What to say of a packet.
    public subscript(packet: Int) -> [String] { texts[packet] ?? [] }

    /// How many packets there is something to say of.
    public var packets: Int { texts.count }

    /// Adds the seams of a unit; units of a half come in order.
    public mutating func add(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        guard report.result.cuts > 0 || report.result.endsInJoin else { return }
        seams.removeAll(keepingCapacity: true)
        finder.appendSeams(of: report.unit, report.result, to: &seams)
        let carriers = finder.segments(of: report.result)
        for seam in seams {
            switch seam.kind {
            case .join: join(seam, report)
            case .cut:
                guard
                    let next = carriers.first(where: {
                        $0.range.end > seam.offset && $0.packet != seam.packet
                    })
                else { continue }
                let name = name(of: report, batch, place)
                let cause = "split (拆包) by \(seam.cause.name)"
                say("\(name) continues in packet \(next.packet): \(cause)", of: seam.packet)
                say("\(name) continues from packet \(seam.packet): \(cause)", of: next.packet)
            }
        }
    }

    /// Adds what is still open.
    public mutating func finish() {
        for (joins, report) in open.values { close(joins, report) }
        open.removeAll()
    }

    /// Takes what there is to say of a packet, and forgets all else: for packets that are written as they come.
    public mutating func take(_ packet: Int) -> [String] {
        guard count > 0 || !open.isEmpty else { return [] }
        finish()
        defer {
            texts.removeAll(keepingCapacity: true)
            count = 0
        }
        return texts[packet] ?? []
    }

    private mutating func join(_ seam: Seam, _ report: UnitReport) {
        let half = [report.stream, Int(report.from.rawValue), report.layer?.layer ?? 0]
        if var (joins, first) = open[half] {
            if joins.packet == seam.packet, joins.cause == seam.cause {
                joins.last = report.index
                open[half] = (joins, first)
                return
            }
            close(joins, first)
            first = report
        }
        let joins = Joins(packet: seam.packet, cause: seam.cause, first: report.index, last: report.index)
        open[half] = (joins, report)
    }

    private mutating func close(_ joins: Joins, _ report: UnitReport) {
        let isOne = joins.first == joins.last
        let units =
            isOne ? "\(Self.kind(of: report)) \(joins.first)" : "messages \(joins.first) to \(joins.last)"
        let ending = "\(isOne ? "ends" : "end") inside this segment"
        say(
            "\(units) of the \(report.from.name) \(ending): coalesced (粘包) by \(joins.cause.name)",
            of: joins.packet
        )
    }

    private mutating func name(of report: UnitReport, _ batch: borrowing UnitBatch, _ place: Int) -> String {
        words.removeAll()
        UnitSummary.append(report, batch, place, to: &words)
        var shown = RowBuffer()
        TextEscape.append(words.bytes, columns: Self.summaryColumns, to: &shown)
        let summary = String(decoding: [UInt8](copying: shown.bytes), as: UTF8.self)
        let unit = "\(Self.kind(of: report)) \(report.index) of the \(report.from.name)"
        return "\(unit) (\(report.unit.range.count) bytes, \(summary))"
    }

    private static func kind(of report: UnitReport) -> String {
        let codec = report.layer == nil || report.codec.isEmpty ? "" : "\(report.codec) "
        return codec + report.unit.kind.name.description
    }

    private mutating func say(_ text: String, of packet: Int) {
        guard count < Self.limit else { return leftOut += 1 }
        count += 1
        texts[packet, default: []].append("seam: \(text)")
    }
}
