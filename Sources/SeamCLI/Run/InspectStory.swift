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
    private let width: Int
    private let verbosity: OutputOptions.Verbosity
    private var told = 0
    private var total = InspectTotal()
    private var diagnoses: Diagnoses
    private var rows = RowBuffer()
    private let fit: TextFit

    /// A story as the arguments want it, for `output`; findings from `failing` on make it fail.
    init(
        _ options: Options,
        _ carriers: CarrierKind,
        for output: OutputFile,
        failing: Finding.Severity? = nil
    ) {
        diagnoses = Diagnoses(failing: failing)
        isJSON = options.output.json
        verbosity = options.output.verbosity
        width = (options.inspect.width ?? output.terminal.width).count
        fit = TextFit(width: width, isASCII: options.inspect.isASCII)
        text = InspectText(
            width: width,
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
                diagnosis: diagnoses.judge(connection, analysis, context),
                origin: context.origin,
                evidence: analysis.evidence,
                path: context.path,
                into: &rows
            )
        }
        total.add(analysis.client)
        total.add(analysis.server)
        told += 1
        guard told <= Self.limit || diagnoses.mayFail else { return }
        let diagnosis = diagnoses.judge(connection, analysis, context)
        guard told <= Self.limit else { return }
        text.append(
            connection,
            client: analysis.client,
            server: analysis.server,
            diagnosis: diagnosis,
            evidence: analysis.evidence,
            path: context.path,
            to: &rows
        )
    }

    /// Hands over what was collected since.
    func write(to output: OutputFile) {
        guard rows.count > 0 else { return }
        if isJSON { output.takeAll(&rows) } else { output.takeAll(&rows, fit) }
    }

    /// Whether `end` tells of the capture; else what the limits cost is to be said elsewhere.
    var takesReport: Bool { !isJSON || verbosity == .verbose }

    /// Adds the last lines: the sums, and what the capture is besides.
    ///
    /// Of a file that cannot be read, `isDamaged` before any connection, there is nothing to say but why.
    func end(_ report: CaptureReport?, isDamaged: Bool = false) {
        if isJSON {
            report?.json(into: &rows)
            return
        }
        if told > 0 || !isDamaged {
            text.append(total, connections: told, told: min(told, Self.limit), to: &rows)
        }
        guard verbosity != .quiet, let report else { return }
        if told == 0 || verbosity == .verbose { report.others(width: width, into: &rows) }
        report.losses(width: width, into: &rows)
    }
}
