import Seam
import SeamReport

/// Writes a row for every unit as it comes.
final class MessageRows: Observer {
    private let output: any RowTarget
    private let format: RowFormat
    /// Whether a row of comma-separated values is a seam.
    private let isOfSeams: Bool
    /// The width of a row of text; nil when nothing is to be left out.
    private let columns: Int?
    /// Only the methods below reach it, and none calls another while it does: checking that cost more than a tenth of
    /// a row.
    @exclusivity(unchecked) private var uncheckedRows = RowBuffer()
    @exclusivity(unchecked) private var uncheckedLine = MessageLine()

    private var rows: RowBuffer {
        @inline(__always)
        _read { yield unsafe uncheckedRows }
        @inline(__always)
        _modify { yield unsafe &uncheckedRows }
    }

    private var line: MessageLine {
        @inline(__always)
        _read { yield unsafe uncheckedLine }
        @inline(__always)
        _modify { yield unsafe &uncheckedLine }
    }

    /// Writes to `output`, as the arguments say.
    init(_ output: OutputFile, _ options: OutputOptions, seams: Bool = false) {
        self.output = output
        format = options.format
        isOfSeams = seams
        columns = options.verbosity == .verbose ? nil : output.terminal.width.count
        guard options.verbosity != .quiet else { return }
        switch format {
        case .text: rows.append(MessageLine.title)
        case .csv: rows.append(seams ? MessageLine.seamTitle : MessageLine.csvTitle)
        case .json: break
        }
    }

    /// Writes lines of JSON.
    init(json target: any RowTarget) {
        output = target
        format = .json
        isOfSeams = false
        columns = nil
    }

    func begin(at time: Timestamp) { line.origin = time }

    func datagram(in packets: [Int], completedBy number: Int) {
        line.datagram(in: packets, completedBy: number)
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        switch format {
        case .json: line.json(unit, finder, batch, place, into: &rows)
        case .text: line.text(unit, finder, batch, place, columns: columns, into: &rows)
        case .csv where isOfSeams: line.csvSeams(unit, finder, into: &rows)
        case .csv: line.csv(unit, finder, batch, place, into: &rows)
        }
        output.take(&rows)
    }

    /// Hands over the last rows.
    func finish() { output.takeAll(&rows) }
}
