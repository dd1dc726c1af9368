import Seam
import SeamReport

/// Collects what `inspect` says of connections, as text or JSON, while they end.
///
/// A class, since the pipeline's receiver of ended connections shares it with the command.
final class InspectStory {
    /// How many connections are told of in full; the others are counted.
    static let limit = 20

    private let isJSON: Bool
    private let text: InspectText
    private var told = 0
    private var total = InspectTotal()
    private var diagnoses: Diagnoses
    private var rows = RowBuffer()

    /// A story as the arguments want it, for `output`; findings from `failing` on make it fail.
    init(
        _ options: Options,
        _ carriers: CarrierKind,
        for output: OutputFile,
        failing: Finding.Severity? = nil
    ) {
        diagnoses = Diagnoses(failing: failing)
        isJSON = options.output.json
        text = InspectText(
            width: (options.inspect.width ?? output.terminal.width).count,
            palette: Palette(isColored: output.terminal.isColored(options.output.color)),
            carrier: InspectText.CarrierWord(carriers),
            isVerbose: options.output.verbosity == .verbose
        )
    }

    /// Whether a finding was severe enough.
    var hasFailed: Bool { diagnoses.hasFailed }

    /// Takes a connection that has ended.
    func add(
        _ connection: borrowing Connection,
        _ analysis: borrowing ConnectionAnalysis,
        _ context: ConnectionContext
    ) {
        if isJSON {
            return ConnectionReport.json(
                connection,
                client: analysis.client,
                server: analysis.server,
                diagnosis: diagnoses.judge(connection, analysis),
                origin: context.origin,
                evidence: analysis.evidence,
                into: &rows
            )
        }
        total.add(analysis.client)
        total.add(analysis.server)
        told += 1
        let diagnosis = diagnoses.judge(connection, analysis)
        guard told <= Self.limit else { return }
        text.append(
            connection,
            client: analysis.client,
            server: analysis.server,
            diagnosis: diagnosis,
            evidence: analysis.evidence,
            to: &rows
        )
    }

    /// Hands over what was collected since.
    func write(to output: OutputFile) { output.takeAll(&rows) }

    /// Adds the last lines.
    func end() {
        guard !isJSON else { return }
        text.append(total, connections: told, told: min(told, Self.limit), to: &rows)
    }
}
