import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams

/// Tells first what is wrong, in plain words: the lead of `seam inspect`, before the numbers and the picture.
struct DiagnosisText {
    let width: Int
    let palette: Palette
    /// Whether everything is told: all notes, and what each finding means.
    let isVerbose: Bool

    /// Most notes that are told unless everything is.
    private static let notes = 4

    /// Appends what was found, why messages did not travel whole, and how the connection lived and ended.
    func append(
        _ diagnosis: Diagnosis,
        client: borrowing HalfAnalysis,
        server: borrowing HalfAnalysis,
        to rows: inout RowBuffer
    ) {
        var told = 0
        for finding in diagnosis.findings where isVerbose || finding.severity > .note { tell(finding, &rows) }
        tellSeams(client, &rows)
        tellSeams(server, &rows)
        StoryText.append(diagnosis, indent: 2, width: width, to: &rows)
        guard !isVerbose else { return }
        var left = 0
        for finding in diagnosis.findings where finding.severity == .note && !finding.kind.isTold {
            told += 1
            if told <= Self.notes { tell(finding, &rows) } else { left += 1 }
        }
        guard left > 0 else { return }
        rows.append("  and ")
        rows.append(left, "more note")
        rows.append("; -v tells all")
        rows.endLine()
    }

    private func tell(_ finding: Finding, _ rows: inout RowBuffer) {
        var line = RowBuffer()
        line.append(finding.severity.name)
        line.append(": ")
        FindingText.append(finding, to: &line)
        line.append(" [")
        line.append(finding.kind.id)
        line.append("]")
        rows.inked(finding.severity.ink, palette) { $0.wrap(line.bytes, indent: 2, width: width) }
        rows.endLine()
        if isVerbose { add(finding.kind.words.meaning, &rows) }
        let advice = finding.kind.advice
        if finding.severity > .note || isVerbose, advice.utf8CodeUnitCount > 0 { add(advice, lead: "→ ", &rows) }
    }

    private func add(_ words: StaticString, lead: StaticString = "", _ rows: inout RowBuffer) {
        var line = RowBuffer()
        line.append(lead)
        line.append(words)
        rows.wrap(line.bytes, indent: 4, width: width)
        rows.endLine()
    }

    /// Says which messages of a half did not travel whole, and why most of them.
    private func tellSeams(_ half: borrowing HalfAnalysis, _ rows: inout RowBuffer) {
        let summary = half.summary
        guard summary.joins.total + summary.cuts.total > 0, let odd = half.notes?.odd else { return }
        let isSticky = summary.verdicts[.coalesced] + summary.verdicts[.splitAndCoalesced] > 0
        let isTorn = summary.verdicts[.split] + summary.verdicts[.splitAndCoalesced] > 0
        var line = RowBuffer()
        line.append(half.side.name)
        line.append(odd.first == odd.last ? ": message " : ": messages ")
        line.append(decimal: odd.first)
        if odd.first < odd.last {
            line.append(" to ")
            line.append(decimal: odd.last)
        }
        switch (isSticky, isTorn) {
        case (true, true): line.append(": coalesced (粘包) and split (拆包)")
        case (true, false):
            line.append(odd.first == odd.last ? " was coalesced (粘包)" : " were coalesced (粘包)")
        default: line.append(odd.first == odd.last ? " was split (拆包)" : " were split (拆包)")
        }
        cause(summary.joins, "join", CauseText.join, &line)
        cause(summary.cuts, "cut", CauseText.cut, &line)
        rows.inked(.strong, palette) { $0.wrap(line.bytes, indent: 2, width: width) }
        rows.endLine()
    }

    private func cause(
        _ counts: CauseCounts,
        _ noun: StaticString,
        _ words: (Cause) -> StaticString,
        _ line: inout RowBuffer
    ) {
        guard let most = counts.dominating else { return }
        line.append("; ")
        if most.count < counts.total {
            line.append(decimal: most.count)
            line.append(" of ")
        }
        line.append(counts.total, noun)
        line.append(": ")
        line.append(words(most.key))
    }
}

extension Finding.Severity {
    fileprivate var ink: Palette.Ink { self == .note ? .faint : .bad }
}

extension FindingKind {
    /// Whether the lead says it anyway.
    fileprivate var isTold: Bool {
        switch self {
        case .nagleWait, .splitWrite, .serverFIN, .clientReset, .serverReset, .reconnect: true
        default: false
        }
    }
}
