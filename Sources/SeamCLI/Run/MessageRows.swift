import Seam
import SeamReport

/// Writes a row for every unit as it comes.
final class MessageRows: SharedObserver {
    private let output: any RowTarget
    /// Writes what is told here, and keeps all rows that wait for the output.
    private let scribe: MessageScribe
    /// Those that write for this one.
    private var others: [MessageScribe] = []

    /// Writes to `output`, as the arguments say.
    init(_ output: OutputFile, _ options: OutputOptions, seams: Bool = false) {
        self.output = output
        let columns = options.verbosity == .verbose ? nil : output.terminal.width.count
        scribe = MessageScribe(.init(format: options.format, isOfSeams: seams, columns: columns))
        guard options.verbosity != .quiet else { return }
        switch options.format {
        case .text: scribe.rows.append(MessageLine.title)
        case .csv: scribe.rows.append(seams ? MessageLine.seamTitle : MessageLine.csvTitle)
        case .json: break
        }
    }

    /// Writes lines of JSON.
    init(json target: any RowTarget) {
        output = target
        scribe = MessageScribe(.init(format: .json))
    }

    func begin(at time: Timestamp) {
        scribe.begin(at: time)
        for other in others { other.begin(at: time) }
    }

    func datagram(in packets: [Int], completedBy number: Int) {
        // The others learn of it too: they write beside it.
        scribe.datagram(in: packets, completedBy: number)
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        scribe.receive(unit, finder, batch, place)
        output.take(&scribe.rows)
    }

    func makeScribe() -> any Scribe {
        let other = MessageScribe(beside: scribe, for: self)
        others.append(other)
        return other
    }

    /// Writes rows that another scribe wrote.
    func say(_ bytes: RawSpan) {
        scribe.rows.append(bytes)
        output.take(&scribe.rows)
    }

    func pause() {
        output.takeAll(&scribe.rows)
        output.flush()
    }

    /// Hands over the last rows.
    func finish() { output.takeAll(&scribe.rows) }
}
