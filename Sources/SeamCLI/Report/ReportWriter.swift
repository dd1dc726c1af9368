import Seam
import SeamReport

/// Writes a report: first what the capture holds, as it comes, then what is said of it.
struct ReportWriter: ~Copyable {
    /// More connections than this are counted, not listed.
    private static let connectionLimit = 20_000

    private let run: CaptureRun
    private let target: any ReportTarget
    private let limits: ReportLimits
    private var connectionsLeftOut = 0

    init(
        _ files: [String],
        _ options: Options,
        _ limits: ReportLimits,
        into target: any ReportTarget
    ) throws(CommandError) {
        var run = try CaptureRun(files, options)
        run.analysis.wantsDetails = true
        run.analysis.diagnosed = Diagnoses.limit
        run.analysis.clients = options.inspect.clients.choice
        run.analysis.clients.keepsOutcomes = true
        self.run = run
        self.target = target
        self.limits = limits
    }

    /// Writes all of it, what can be read before a damage too.
    ///
    /// - Throws: the damage, when all of it is written.
    mutating func write() throws(CommandError) {
        let rows = ReportRows(target, limits)
        var damage: CommandError?
        do throws(CommandError) { try writeConnections(rows) } catch { damage = error }
        rows.finish()
        let readsLeftOut = writeReads()
        writeWords()
        writeFacts(rowsLeftOut: rows.rowsLeftOut + readsLeftOut + connectionsLeftOut, rows.bytesLeftOut)
        if let damage { throw damage }
    }

    private mutating func writeConnections(_ observer: ReportRows) throws(CommandError) {
        let connections = target.rows(.connections)
        let outcomes = target.rows(.outcomes)
        var diagnoses = Diagnoses(failing: nil)
        var rows = RowBuffer()
        var fates = RowBuffer()
        var report: CaptureReport?
        var count = 0
        defer {
            report?.json(into: &rows)
            connections.takeAll(&rows)
            outcomes.takeAll(&fates)
            connectionsLeftOut = max(0, count - Self.connectionLimit)
        }
        try run.read(observer, while: { [target] in target.isOpen }, report: { report = $0 }) {
            connection,
            analysis,
            context in
            let diagnosis = diagnoses.judge(connection, analysis, context)
            count += 1
            guard count <= Self.connectionLimit else { return }
            ConnectionReport.json(
                connection,
                client: analysis.client,
                server: analysis.server,
                diagnosis: diagnosis,
                origin: context.origin,
                evidence: analysis.evidence,
                path: context.path,
                into: &rows
            )
            OutcomeLine.json(analysis.client, into: &fates)
            OutcomeLine.json(analysis.server, into: &fates)
            connections.take(&rows)
            outcomes.take(&fates)
        }
    }

    /// Reads the capture again for the reads of a client; answers how many are beyond the limit.
    private func writeReads() -> Int {
        guard !run.files.contains("-"), target.isOpen else { return 0 }
        var second = run
        second.analysis.carriers = .reads
        second.analysis.wantsDetails = false
        second.analysis.diagnosed = 0
        second.analysis.clients = .none
        let rows = ReadRows(target, limit: limits.rows)
        // What cannot be read was said of the first time.
        try? second.read(rows, while: { [target] in target.isOpen }, report: { _ in })
        rows.finish()
        return rows.leftOut
    }

    private func writeWords() {
        let blocks = target.rows(.explain)
        var rows = RowBuffer()
        for entry in Catalogue.all { CatalogueText.json(entry, into: &rows) }
        blocks.takeAll(&rows)
    }

    private func writeFacts(rowsLeftOut: Int, _ bytesLeftOut: Int) {
        let blocks = target.rows(.meta)
        var rows = RowBuffer()
        rows.beginObject()
        rows.member("version", text: Program.version)
        rows.beginArray("files")
        for file in run.files { rows.element(text: file) }
        rows.endArray()
        rows.member("reader", text: run.options.seams.reader.text ?? "")
        rows.member("rows_left_out", rowsLeftOut)
        rows.member("bytes_left_out", bytesLeftOut)
        rows.endObject()
        rows.endLine()
        blocks.takeAll(&rows)
    }
}

/// Writes the reads of a client of a report, up to a limit.
private final class ReadRows: Observer {
    private let rows: SegmentRows
    private let limit: Int
    private var count = 0
    var leftOut: Int { max(0, count - limit) }

    init(_ target: any ReportTarget, limit: Int) {
        rows = SegmentRows(json: target.rows(.reads), carriers: .reads)
        self.limit = limit
    }

    func begin(at time: Timestamp) { rows.begin(at: time) }

    func gap(_ range: ByteRange, stream: Int, from side: Side) { rows.gap(range, stream: stream, from: side) }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        rows.receive(unit, finder, batch, place)
    }

    func read(_ read: Read, stream: Int, from side: Side) {
        count += 1
        if count <= limit { rows.read(read, stream: stream, from: side) }
    }

    func finish() { rows.finish() }
}
