public import SeamAnalysis
public import SeamBytes
import SeamPackets
import SeamStreams

// A read of a modelled client, or a delivery, as a row of `seam segments`.

extension SegmentLine {
    /// What was read at once.
    struct Piece: Sendable {
        var read: Read
        /// Whether it is a delivery: what a reader gets that is always in time and takes all.
        var isDelivery: Bool
    }

    /// The row of a read, of which the units are not known yet.
    public init(_ read: Read, isDelivery: Bool, stream: Int, from: Side) {
        self.init(
            stream: stream,
            from: from,
            packet: read.packets.last ?? 0,
            time: read.time,
            range: read.range,
            flags: [],
            arrival: .none
        )
        self.read = Piece(read: read, isDelivery: isDelivery)
    }

    func json(_ piece: Piece, origin: Timestamp, into rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("stream", stream)
        rows.member("from", word: from.name)
        rows.member(piece.isDelivery ? "delivery" : "read", piece.read.number)
        rows.member("at", seconds: time.since(origin))
        rows.member("start", range.start)
        rows.member("end", range.end)
        rows.beginArray("packets")
        for packet in piece.read.packets { rows.element(packet) }
        rows.endArray()
        if !piece.isDelivery { rows.member("uncertain", piece.read.isUncertain) }
        unitMember(&rows)
        rows.endObject()
        rows.endLine()
    }

    /// The title row of the text.
    public static let readTitle: StaticString =
        "  READ          AT STREAM FROM         RANGE  BYTES PACKETS UNITS\n"

    func text(_ piece: Piece, origin: Timestamp, into rows: inout RowBuffer) {
        rows.cell(6, piece.read.number)
        rows.append(piece.read.isUncertain && !piece.isDelivery ? "?" : " ")
        rows.cell(10) { $0.append(seconds: time.since(origin)) }
        rows.cell(6, stream)
        rows.cell(6, .left, from.name)
        rows.cell(11) { $0.append(range) }
        rows.cell(6, range.count)
        rows.cell(7) { row in
            let packets = piece.read.packets
            row.append(decimal: packets.min() ?? 0)
            guard packets.count > 1 else { return }
            row.append("-")
            row.append(decimal: packets.max() ?? 0)
        }
        rows.append(UInt8.space)
        unitCell(&rows)
        rows.endRow()
    }
}
