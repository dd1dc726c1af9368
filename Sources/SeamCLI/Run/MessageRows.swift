import Seam
import SeamReport

/// Writes a row for every unit as it comes.
final class MessageRows: Observer {
    private let output: any RowTarget
    private let isJSON: Bool
    /// The width of a row of text; nil when nothing is to be left out.
    private let columns: Int?
    private var line = MessageLine()
    private var rows = RowBuffer()

    /// Writes to `output`, as the arguments say.
    init(_ output: OutputFile, _ options: OutputOptions) {
        self.output = output
        isJSON = options.json
        columns = options.verbosity == .verbose ? nil : output.terminal.width.count
        if !isJSON, options.verbosity != .quiet { rows.append(MessageLine.title) }
    }

    /// Writes lines of JSON.
    init(json target: any RowTarget) {
        output = target
        isJSON = true
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
        if isJSON {
            line.json(unit, finder, batch, place, into: &rows)
        } else {
            line.text(unit, finder, batch, place, columns: columns, into: &rows)
        }
        output.take(&rows)
    }

    /// Hands over the last rows.
    func finish() { output.takeAll(&rows) }
}
