import Seam
import SeamReport

/// Writes rows of messages into memory, from where `MessageRows` hands them on.
final class MessageScribe: Scribe {
    /// What a row is.
    struct Form {
        var format: RowFormat
        /// Whether a row of comma-separated values is a seam.
        var isOfSeams = false
        /// The width of a row of text; nil when nothing is to be left out.
        var columns: Int?
    }

    private let form: Form
    /// Who hands on what is written here, in its turn.
    private unowned let speaker: MessageRows?
    /// Only the methods below reach it, and none calls another while it does: checking that cost more than a tenth of
    /// a row.
    @exclusivity(unchecked) private var uncheckedRows = RowBuffer()
    @exclusivity(unchecked) private var uncheckedLine: MessageLine

    /// The rows that are written and not handed on.
    var rows: RowBuffer {
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

    /// Writes for nobody else.
    init(_ form: Form) {
        self.form = form
        speaker = nil
        unsafe uncheckedLine = MessageLine()
    }

    /// Writes what `speaker` hands on, beside its other scribe.
    init(beside other: MessageScribe, for speaker: MessageRows) {
        form = other.form
        self.speaker = speaker
        unsafe uncheckedLine = MessageLine(beside: other.line)
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
        switch form.format {
        case .json: line.json(unit, finder, batch, place, into: &rows)
        case .text: line.text(unit, finder, batch, place, columns: form.columns, into: &rows)
        case .csv where form.isOfSeams: line.csvSeams(unit, finder, into: &rows)
        case .csv: line.csv(unit, finder, batch, place, into: &rows)
        }
    }

    var written: Int { rows.count }

    func say(_ range: Range<Int>) { speaker?.say(rows.bytes.extracting(range)) }

    func clear() { rows.removeAll() }
}
