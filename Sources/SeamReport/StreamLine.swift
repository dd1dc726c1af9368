public import SeamBytes
public import SeamPackets
public import SeamStreams

/// Writes a connection as a row of `seam streams`.
public enum StreamLine {
    /// Appends the connection as a line of JSON (DESIGN section 8); `origin` is what `at` counts from.
    ///
    /// `path` is how its first packet came.
    public static func json(
        _ connection: borrowing Connection,
        origin: Timestamp,
        path: PacketPath? = nil,
        into rows: inout RowBuffer
    ) {
        rows.beginObject()
        rows.members(of: connection, origin)
        rows.member(path: path)
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
        .init("#", .right), .init("CLIENT", .left, isElastic: true), .init("SERVER", .left, isElastic: true),
        .init("SENT", .right), .init("GOT", .right), .init("GAPS", .right), .init("OPEN", .left),
        .init("CLOSED BY", .left), .init("SECS", .right),
    ]

    /// The titles of the columns of a table that leaves nothing out.
    public static let allColumns: [TextTable.Column] = [
        .init("#", .right), .init("CLIENT", .left), .init("SERVER", .left), .init("SENT", .right),
        .init("GOT", .right), .init("GAPS", .right), .init("SEGS", .right), .init("OPEN", .left),
        .init("CLOSED", .left), .init("SECONDS", .right), .init("PATH", .left),
    ]

    /// Appends the connection as a row of a table with `columns`: bytes are what the client sent and got,
    /// gaps are bytes too; k, M and G are thousands.
    public static func text(_ connection: borrowing Connection, into table: inout TextTable) {
        table.cell(connection.index)
        table.cell { $0.append(text: connection.client.description) }
        table.cell { $0.append(text: connection.server.description) }
        table.cell { $0.append(short: connection.clientHalf.bytes) }
        table.cell { $0.append(short: connection.serverHalf.bytes) }
        table.cell { $0.append(short: connection.clientHalf.missing + connection.serverHalf.missing) }
        table.cell { $0.append(connection.opening == .syn ? "syn" : "mid") }
        table.cell { $0.append(connection.closing.short) }
        table.cell { $0.append(shortSeconds: connection.lastTime.since(connection.firstTime)) }
    }

    /// Appends the connection as a row of a table with `allColumns`.
    public static func fullText(
        _ connection: borrowing Connection,
        path: PacketPath?,
        into table: inout TextTable
    ) {
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
        table.cell { if let path { $0.append(path) } }
    }
}

extension Connection.Closing {
    /// Who ended the connection, in a few letters.
    fileprivate var short: StaticString {
        switch self {
        case .open: "nobody"
        case .clientFIN: "client FIN"
        case .serverFIN: "server FIN"
        case .clientReset: "client RST"
        case .serverReset: "server RST"
        case .timeout: "timeout"
        }
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
    /// The members `path` and, for a tunnel through IP, `outer`.
    mutating func member(path: PacketPath?) {
        guard let path else { return }
        append(name: "path")
        append(UInt8(ascii: "\""))
        append(layersOf: path)
        append(UInt8(ascii: "\""))
        guard let outer = path.outer else { return }
        beginObject("outer")
        member("source", text: outer.source.description)
        member("destination", text: outer.destination.description)
        endObject()
    }

    /// Appends the names of the layers, as the path's description has them, without a String for each connection.
    private mutating func append(layersOf path: PacketPath) {
        for (place, layer) in path.layers.enumerated() {
            if place > 0 { append("/") }
            append(layer.name)
        }
    }

    /// Appends the layers, and the ends of a tunnel.
    mutating func append(_ path: PacketPath) {
        append(layersOf: path)
        guard let outer = path.outer else { return }
        append(", through ")
        append(text: outer.source.description)
        append(" > ")
        append(text: outer.destination.description)
    }

    /// Appends a number in at most 5 columns: `9999`, `12.3k`, `456k`, `1.2M`.
    mutating func append(short number: Int) {
        guard number >= 10_000 else { return append(decimal: number) }
        var unit = 1000
        let letters: [StaticString] = ["k", "M", "G", "T", "P", "E"]
        for letter in letters {
            let (next, overflow) = unit.multipliedReportingOverflow(by: 1000)
            guard overflow || number < next else {
                unit = next
                continue
            }
            append(decimal: number / unit)
            if number / unit < 100 {
                append(".")
                append(decimal: number % unit / (unit / 10))
            }
            return append(letter)
        }
    }

    /// Appends a span of time in seconds in at most 6 columns while it is shorter than eleven days.
    mutating func append(shortSeconds nanoseconds: Int) {
        let decimals = nanoseconds < 10_000_000_000 ? 3 : nanoseconds < 1_000_000_000_000 ? 1 : 0
        if nanoseconds < 0 { append("-") }
        let whole = nanoseconds.magnitude / 1_000_000_000
        append(decimal: whole)
        guard decimals > 0 else { return }
        append(".")
        let unit: UInt = decimals == 3 ? 1_000_000 : 100_000_000
        append(decimal: nanoseconds.magnitude % 1_000_000_000 / unit, digits: decimals)
    }
}
