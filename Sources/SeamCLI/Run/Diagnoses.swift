import Seam

/// The diagnoses of a capture's connections, one after the other.
struct Diagnoses {
    /// For so many connections notes are kept; of the others the numbers are judged.
    static let limit = 65_536

    private var reconnects = Reconnects()
    private let failing: Finding.Severity?
    /// Whether a finding was as bad as `--fail-on` says.
    private(set) var hasFailed = false

    init(failing: Finding.Severity?) { self.failing = failing }

    /// Whether a connection of which nothing is told may still change `hasFailed`.
    var mayFail: Bool { failing != nil && !hasFailed }

    /// Judges the next connection.
    mutating func judge(
        _ connection: borrowing Connection,
        _ analysis: borrowing ConnectionAnalysis,
        _ context: ConnectionContext
    ) -> Diagnosis {
        let reconnection = reconnects.take(
            connection,
            client: analysis.client,
            server: analysis.server,
            notes: analysis.notes
        )
        let diagnosis = Diagnosis(
            connection,
            client: analysis.client,
            server: analysis.server,
            notes: analysis.notes,
            reconnection: reconnection,
            isGuessed: analysis.evidence != nil,
            dropped: context.dropped
        )
        if let failing, diagnosis.reaches(failing) { hasFailed = true }
        return diagnosis
    }
}
