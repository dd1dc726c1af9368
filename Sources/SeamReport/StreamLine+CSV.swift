public import SeamBytes
public import SeamPackets
public import SeamStreams

extension StreamLine {
    /// The title row of comma-separated values.
    public static let csvTitle: StaticString = """
        stream,client,server,opened,closed,first_packet,last_packet,at,duration,client_bytes,server_bytes,\
        client_missing,server_missing,client_segments,server_segments,path

        """

    /// Appends the connection as a row of comma-separated values; `origin` is what `at` counts from.
    public static func csv(
        _ connection: borrowing Connection,
        origin: Timestamp,
        path: PacketPath? = nil,
        into rows: inout RowBuffer
    ) {
        rows.field(connection.index)
        rows.field { $0.append(text: connection.client.description) }
        rows.field { $0.append(text: connection.server.description) }
        rows.field(connection.opening.name)
        rows.field(connection.closing.name)
        rows.field(connection.firstPacket)
        rows.field(connection.lastPacket)
        rows.field { $0.append(seconds: connection.firstTime.since(origin)) }
        rows.field { $0.append(seconds: connection.lastTime.since(connection.firstTime)) }
        for side in Side.allCases { rows.field(connection[side].bytes) }
        for side in Side.allCases { rows.field(connection[side].missing) }
        for side in Side.allCases { rows.field(connection[side].segments) }
        rows.field { if let path { $0.append(text: path.description) } }
        rows.endLine()
    }
}
