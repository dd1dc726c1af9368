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

    /// What kind of unit it is, in which layer of which codec.
    private struct Nature: Equatable {
        let kind: UnitKind
        let codec: String
        let layer: Int
    }

    /// When a unit was complete, and what `at` counts from.
    private struct Moment: Equatable {
        let time: Timestamp
        let origin: Timestamp
    }

    private var sender = SharedPiece<Sender>()
    private var nature = SharedPiece<Nature>()
    private var moment = SharedPiece<Moment>()
    private var second = SharedPiece<Int>()
    /// A seam, and what was written of it but its offset.
    private var seam: Seam?
    private var facts: [UInt8] = []

    /// Opens the line: stream and sender.
    mutating func sender(_ report: UnitReport, to rows: inout RowBuffer) {
        let key = Sender(stream: report.stream, from: report.from)
        if sender.append(key, to: &rows) { return }
        let start = rows.count
        rows.beginObject()
        rows.member("stream", report.stream)
        rows.member("from", word: report.from.name)
        sender.keep(key, rows, from: start)
    }

    /// Appends kind, codec and layer.
    mutating func nature(_ report: UnitReport, to rows: inout RowBuffer) {
        let key = Nature(kind: report.unit.kind, codec: report.codec, layer: report.layer?.layer ?? 0)
        if nature.append(key, to: &rows) { return }
        let start = rows.count
        rows.member("kind", word: key.kind.name)
        rows.member("codec", textOrNull: key.codec)
        rows.member("layer", key.layer)
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

    /// Appends what there is to say of a seam but its offset.
    mutating func facts(of seam: borrowing Seam, to rows: inout RowBuffer) {
        if saysSame(seam) { return rows.append(facts) }
        let start = rows.count
        rows.member("packet", seam.packet)
        if let read = seam.read { rows.member("read", read) }
        rows.member("cause", word: seam.cause.name)
        if let stall = seam.stall { rows.member("stall", stall) }
        rows.append(name: "evidence")
        // Words of the program and numbers, which need no escapes.
        rows.append(UInt8(ascii: "\""))
        EvidenceText.append(seam, to: &rows)
        rows.append(UInt8(ascii: "\""))
        self.seam = copy seam
        facts.removeAll(keepingCapacity: true)
        facts.append(contentsOf: rows.bytes.clamped(start..<rows.count))
    }

    /// Whether of a seam there is the same to say as of the last one, the offset apart.
    ///
    /// Field by field, since it is long: a copy with another offset would cost more than the comparison.
    private func saysSame(_ other: borrowing Seam) -> Bool {
        guard let seam, seam.packet == other.packet, seam.kind == other.kind, seam.cause == other.cause,
            seam.departure == other.departure, seam.next == other.next, seam.pause == other.pause,
            seam.stall == other.stall, seam.read == other.read, seam.nextPacket == other.nextPacket
        else { return false }
        return true
    }
}

extension Timestamp {
    /// The whole second that the moment is in, since the epoch.
    fileprivate var second: Int {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
