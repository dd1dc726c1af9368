import Seam
import SeamReport

/// Waits for a finding, or for the breach of a rule, by its id.
final class FindingWatch: Observer {
    /// What cannot be known before a connection has ended.
    private static let final: Set<FindingKind> = [.unanswered, .networkCut, .captureOneSided]

    /// The number of the connection where it was found; nil as long as it was not.
    private(set) var found: Int?
    /// What is waited for.
    let id: String
    private let isFinding: Bool
    private var lastPacket = 0

    /// Waits for `id`.
    ///
    /// - Throws: `usage` when nothing has this id.
    init(_ id: String) throws(CommandError) {
        // Wireshark's names have underscores.
        let id = String(id.map { $0 == "_" ? "-" : $0 })
        self.id = id
        let findings = FindingKind.allCases.map { "\($0.id)" }
        isFinding = findings.contains(id)
        let rules = CodecRegistry.all.flatMap(\.rules).map { "\($0.id)" }
        guard !isFinding, !rules.contains(id) else { return }
        let close = closest(to: id, among: findings + rules).map { " (did you mean \($0)?)" } ?? ""
        throw .usage(
            "--until \(shown(id)) is no finding and no rule\(close); seam explain lists the findings"
        )
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        if let violation = unit.unit.violation, "\(violation.rule)" == id { found = unit.stream }
    }

    /// Looks at the connections that had packets since the last look.
    func look(at pipeline: borrowing Pipeline) {
        guard isFinding, found == nil else { return }
        let last = lastPacket
        pipeline.forEachConnection { connection, analysis in
            guard connection.lastPacket > last else { return }
            lastPacket = max(lastPacket, connection.lastPacket)
            judge(connection, analysis)
        }
    }

    /// Looks at a connection, under way or over.
    func judge(_ connection: borrowing Connection, _ analysis: borrowing ConnectionAnalysis) {
        guard isFinding, found == nil else { return }
        let diagnosis = Diagnosis(
            connection,
            client: analysis.client,
            server: analysis.server,
            notes: analysis.notes,
            isGuessed: analysis.evidence != nil
        )
        let isOver = connection.isOver
        let isFound = diagnosis.findings.contains { finding in
            "\(finding.kind.id)" == id && (isOver || !Self.final.contains(finding.kind))
        }
        if isFound { found = analysis.stream }
    }
}
