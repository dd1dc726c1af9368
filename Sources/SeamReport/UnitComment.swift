public import SeamAnalysis
import SeamBytes
import SeamCodecs

/// Words for a unit that did not travel whole, as a comment on the packet that completes it.
///
///     seam: client message 3 (40..<73) split: cut at 60 in packet 41: write; join at 73 in packet 42: nagle
public struct UnitComment {
    /// More seams than this of one unit are only counted.
    private static let limit = 16

    private var seams: [Seam] = []

    /// A writer of comments.
    public init() {}

    /// The comment on a unit, nil for one without seams that breaks no rule.
    public mutating func text(_ report: UnitReport, _ finder: borrowing SeamFinder) -> String? {
        let hasSeams = report.result.cuts > 0 || report.result.endsInJoin
        guard hasSeams || report.unit.violation != nil, report.layer == nil else { return nil }
        let range = report.unit.range
        var text = "seam: \(report.from.name) \(report.unit.kind.name) \(report.index)"
        text += " (\(range.start)..<\(range.end)) "
        text += "\(report.unit.kind == .message ? report.result.verdict.name : "")"
        if let violation = report.unit.violation { text += " breaks \(violation.rule)" }
        guard hasSeams else { return text }
        seams.removeAll(keepingCapacity: true)
        finder.appendSeams(of: report.unit, report.result, to: &seams)
        for (place, seam) in seams.prefix(Self.limit).enumerated() {
            text += place == 0 ? ": " : "; "
            text += "\(seam.kind.name) at \(seam.offset) in packet \(seam.packet): \(seam.cause.name)"
        }
        if seams.count > Self.limit { text += "; and \(seams.count - Self.limit) more" }
        return text
    }
}
