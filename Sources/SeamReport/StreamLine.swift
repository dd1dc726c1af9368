public import SeamBytes
import SeamPackets
public import SeamStreams

/// Writes a connection as a row of `seam streams`.
public enum StreamLine {
    /// Appends the connection as a line of JSON (DESIGN section 8); `origin` is what `at` counts from.
    public static func json(_ connection: borrowing Connection, origin: Timestamp, into rows: inout RowBuffer)
    {
        rows.beginObject()
        rows.members(of: connection, origin)
        rows.beginObject("halves")
        for side in Side.allCases {
            rows.beginObject(side.name)
            rows.members(of: connection[side], connection.labels(of: side))
            rows.endObject()
        }
        rows.endObject()
        rows.endObject()
        rows.endLine()
    }

    /// The titles of the text's columns.
    public static let columns: [TextTable.Column] = [
        .init("#", .right), .init("CLIENT", .left), .init("SERVER", .left), .init("SENT", .right),
        .init("GOT", .right), .init("GAPS", .right), .init("SEGS", .right), .init("OPEN", .left),
        .init("CLOSED", .left), .init("SECONDS", .right),
    ]

    /// Appends the connection as a row of a table with `columns`: bytes are what the client sent and got,
    /// gaps are bytes too.
    public static func text(_ connection: borrowing Connection, into table: inout TextTable) {
        table.cell(connection.index)
        table.cell { $0.append(text: connection.client.description) }
        table.cell { $0.append(text: connection.server.description) }
        table.cell(connection.clientHalf.bytes)
        table.cell(connection.serverHalf.bytes)
        table.cell(connection.clientHalf.missing + connection.serverHalf.missing)
        table.cell(connection.clientHalf.segments + connection.serverHalf.segments)
        table.cell { $0.append(connection.opening.name) }
        table.cell { $0.append(connection.closing.name) }
        table.cell { $0.append(seconds: connection.lastTime.since(connection.firstTime)) }
    }
}

extension RowBuffer {
    /// The members of a connection, but for its halves.
    mutating func members(of connection: borrowing Connection, _ origin: Timestamp) {
        member("stream", connection.index)
        member("client", text: connection.client.description)
        member("server", text: connection.server.description)
        member("opened", word: connection.opening.name)
        member("closed", word: connection.closing.name)
        member("first_packet", connection.firstPacket)
        member("last_packet", connection.lastPacket)
        member("time", connection.firstTime)
        member("at", seconds: connection.firstTime.since(origin))
        member("duration", seconds: connection.lastTime.since(connection.firstTime))
    }

    /// The members of a half.
    mutating func members(of half: borrowing Half, _ labels: LabelCounts) {
        member("bytes", half.bytes)
        member("missing", half.missing)
        member("segments", half.segments)
        beginObject("labels")
        for label in Label.allCases where labels[label] > 0 { member(label.name, labels[label]) }
        endObject()
    }
}
