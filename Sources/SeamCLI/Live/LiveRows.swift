import Seam
import SeamReport

/// Writes what `seam live` shows while traffic flows: a row when a connection is first seen, and one for every unit.
final class LiveRows: Observer {
    /// What the status line counts.
    struct Tally {
        var connections = 0
        var messages = 0
        var coalesced = 0
        var split = 0
    }

    /// What was seen so far.
    private(set) var tally = Tally()
    private let isJSON: Bool
    /// Whether rows are written at all.
    private let isShown: Bool
    private let columns: Int?
    private let palette: Palette
    private var line = MessageLine()
    private var rows = RowBuffer()
    /// Rows of a connection that is not announced yet: its packet is told of after what it brought.
    private var early = RowBuffer()
    private var localOffset = 0

    /// Rows as the arguments want them, for `output`.
    init(_ options: Options, for output: OutputFile) {
        isJSON = options.output.json
        isShown = options.output.verbosity != .quiet && !options.live.isFullScreen
        columns = options.output.verbosity == .verbose ? nil : output.terminal.width.count - Self.timeWidth
        palette = Palette(isColored: output.terminal.isColored(options.output.color))
    }

    /// Whether there are rows to hand over.
    var isEmpty: Bool { rows.count == 0 }

    /// Hands over the rows.
    func write(to output: OutputFile) { output.takeAll(&rows) }

    func begin(at time: Timestamp) {
        line.origin = time
        localOffset = Clock.localOffset(at: time.nanoseconds / 1_000_000_000)
        guard isShown, !isJSON else { return }
        rows.append("TIME         ")
        rows.append(MessageLine.title)
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        guard stream >= tally.connections else { return }
        tally.connections = stream + 1
        guard isShown, !isJSON else { return }
        let isClient = side == .client
        append(time)
        rows.append("connection ")
        rows.append(decimal: stream)
        rows.append("  ")
        rows.append(text: "\(isClient ? packet.source : packet.destination)")
        rows.append(" > ")
        rows.append(text: "\(isClient ? packet.destination : packet.source)")
        rows.endLine()
        rows.append(early.bytes)
        early.removeAll()
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        if unit.unit.kind == .message {
            let verdict = unit.result.verdict
            tally.messages += 1
            if verdict == .coalesced || verdict == .splitAndCoalesced { tally.coalesced += 1 }
            if verdict == .split || verdict == .splitAndCoalesced { tally.split += 1 }
        }
        guard isShown else { return }
        if isJSON { return line.json(unit, finder, batch, place, into: &rows) }
        if unit.stream >= tally.connections {
            Self.append(unit.time, localOffset, to: &early)
            line.text(unit, finder, batch, place, columns: columns, into: &early)
        } else {
            append(unit.time)
            line.text(unit, finder, batch, place, columns: columns, into: &rows)
        }
    }

    /// Writes that packets were dropped since the last time.
    func note(_ drops: LiveDrops, at time: Timestamp) {
        if isJSON {
            rows.beginObject()
            rows.beginObject("dropped")
            drops.members(&rows)
            rows.endObject()
            rows.member("time", time)
            rows.endObject()
        } else {
            append(time)
            rows.append("-- dropped: ")
            drops.append(to: &rows)
            rows.append("; verdicts near here are doubtful")
        }
        rows.endLine()
    }

    private static let timeWidth = 13

    private func append(_ time: Timestamp) { Self.append(time, localOffset, to: &rows) }

    /// Appends a local time of day: `09:05:00.042 `.
    private static func append(_ time: Timestamp, _ localOffset: Int, to rows: inout RowBuffer) {
        let day = 24 * 3_600_000
        let local = (time.nanoseconds / 1_000_000 + localOffset * 1000) % day
        let moment = ((local + day) % day).magnitude
        rows.append(decimal: moment / 3_600_000, digits: 2)
        rows.append(UInt8(ascii: ":"))
        rows.append(decimal: moment / 60_000 % 60, digits: 2)
        rows.append(UInt8(ascii: ":"))
        rows.append(decimal: moment / 1000 % 60, digits: 2)
        rows.append(UInt8(ascii: "."))
        rows.append(decimal: moment % 1000, digits: 3)
        rows.append(UInt8(ascii: " "))
    }
}
