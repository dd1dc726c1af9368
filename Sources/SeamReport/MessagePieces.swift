import SeamAnalysis
import SeamBytes
import SeamCodecs

/// The members of a line of `seam messages --json` that a line mostly shares with the one before.
struct MessagePieces: ~Copyable {
    /// Who sent a message.
    private struct Sender: Equatable {
        let stream: Int
        let from: Side
    }

    /// What kind of unit it is, in which layer.
    private struct Nature: Equatable {
        let kind: UnitKind
        let layer: Int
    }

    /// When a unit was complete, and what `at` counts from.
    private struct Moment: Equatable {
        let time: Timestamp
        let origin: Timestamp
    }

    /// A join of the layer, but for its offset.
    private struct LayerJoin: Equatable {
        let join: SeamFinder.Join
        let layer: Int
    }

    private var sender = SharedPiece<Sender>()
    private var nature = SharedPiece<Nature>()
    /// The codec that the nature is of; apart, as a key with a String would be counted with each look.
    private var codec = ""
    private var moment = SharedPiece<Moment>()
    private var second = SharedPiece<Int>()
    private var join = SharedPiece<LayerJoin>()

    /// Opens the line: stream and sender, up to the number of the message.
    mutating func sender(_ report: UnitReport, to rows: inout RowBuffer) {
        let key = Sender(stream: report.stream, from: report.from)
        if sender.append(key, to: &rows) { return }
        let start = rows.count
        rows.beginObject()
        rows.member("stream", report.stream)
        rows.member("from", word: report.from.name)
        rows.append(name: "index")
        sender.keep(key, rows, from: start)
    }

    /// Appends kind, codec and layer, up to the offset where the message starts.
    mutating func nature(_ report: UnitReport, to rows: inout RowBuffer) {
        let key = Nature(kind: report.unit.kind, layer: report.layer?.layer ?? 0)
        if codec == report.codec, nature.append(key, to: &rows) { return }
        codec = report.codec
        let start = rows.count
        rows.member("kind", word: key.kind.name)
        rows.member("codec", textOrNull: codec)
        rows.member("layer", key.layer)
        rows.append(name: "start")
        nature.keep(key, rows, from: start)
    }

    /// Appends the moment itself and how long it is after `origin`.
    mutating func times(_ time: Timestamp, _ origin: Timestamp, to rows: inout RowBuffer) {
        let key = Moment(time: time, origin: origin)
        if moment.append(key, to: &rows) { return }
        let start = rows.count
        rows.append(name: "time")
        rows.append(UInt8(ascii: "\""))
        append(secondOf: time, to: &rows)
        rows.append(fractionOf: time)
        rows.append(UInt8(ascii: "\""))
        rows.member("at", seconds: time.since(origin))
        moment.keep(key, rows, from: start)
    }

    /// Appends a moment up to its whole second, which is that of the moment before more often than not.
    private mutating func append(secondOf time: Timestamp, to rows: inout RowBuffer) {
        if second.append(time.second, to: &rows) { return }
        let start = rows.count
        rows.append(secondOf: time)
        second.keep(time.second, rows, from: start)
    }

    /// Appends the object of a join if it is of the same carrier as the one before; false, appending nothing, if not.
    @inline(__always)
    mutating func join(_ join: SeamFinder.Join, layer: Int, at offset: Int, to rows: inout RowBuffer) -> Bool
    {
        guard self.join.says(LayerJoin(join: join, layer: layer)) else { return false }
        rows.beginObject()
        rows.member("seam", word: Seam.Kind.join.name)
        rows.member("offset", offset)
        self.join.append(to: &rows)
        return true
    }

    /// Keeps what was written of a join behind its offset.
    mutating func keep(
        _ join: SeamFinder.Join,
        layer: Int,
        _ rows: borrowing RowBuffer,
        from start: Int
    ) {
        self.join.keep(LayerJoin(join: join, layer: layer), rows, from: start)
    }
}

extension Timestamp {
    /// The whole second that the moment is in, since the epoch.
    fileprivate var second: Int {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
