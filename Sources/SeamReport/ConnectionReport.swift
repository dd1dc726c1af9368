public import SeamAnalysis
public import SeamBytes
public import SeamCodecs
public import SeamPackets
public import SeamStreams

/// Writes a connection with what became of its messages: an object of `seam inspect --json`.
public enum ConnectionReport {
    /// Appends the connection as a line of JSON: the members of `StreamLine` and more for each half.
    ///
    /// `path` is how its first packet came.
    public static func json(
        _ connection: borrowing Connection,
        client: borrowing HalfAnalysis,
        server: borrowing HalfAnalysis,
        diagnosis: Diagnosis,
        origin: Timestamp,
        evidence: CodecEvidence? = nil,
        path: PacketPath? = nil,
        into rows: inout RowBuffer
    ) {
        rows.beginObject()
        rows.members(of: connection, origin)
        rows.member(path: path)
        rows.member("capture_point", word: connection.handshake.point.end.name)
        rows.member("capture_point_percent", connection.handshake.point.percent)
        if let evidence {
            rows.beginObject("recognised")
            rows.member("bits", Int(evidence.bits))
            rows.member("reason", text: evidence.reason)
            rows.endObject()
        }
        if let inner = client.decoder.innerChoice { rows.member("recognised_inside", text: inner) }
        rows.beginObject("halves")
        rows.beginObject(Side.client.name)
        rows.members(of: connection.clientHalf, connection.clientLabels)
        rows.member("oversized", connection.clientHalf.oversized)
        members(client, deliveries: connection.clientHalf.deliveries, &rows)
        rows.endObject()
        rows.beginObject(Side.server.name)
        rows.members(of: connection.serverHalf, connection.serverLabels)
        rows.member("oversized", connection.serverHalf.oversized)
        members(server, deliveries: connection.serverHalf.deliveries, &rows)
        rows.endObject()
        rows.endObject()
        rows.beginArray("anomalies")
        for anomaly in connection.anomalies {
            rows.beginObject()
            rows.member("id", word: anomaly.kind.id)
            rows.member("from", word: anomaly.from.name)
            rows.member("packet", anomaly.packet)
            rows.member("start", anomaly.range.start)
            rows.member("end", anomaly.range.end)
            rows.endObject()
        }
        rows.endArray()
        rows.member("anomalies_left_out", connection.anomaliesLeftOut)
        rows.beginArray("findings")
        for finding in diagnosis.findings { rows.element(finding) }
        rows.endArray()
        rows.member(story: diagnosis)
        rows.endObject()
        rows.endLine()
    }

    private static func members(_ half: borrowing HalfAnalysis, deliveries: Int, _ rows: inout RowBuffer) {
        rows.member("codec", textOrNull: half.codec)
        members(half.summary, &rows)
        rows.member("deliveries", deliveries)
        rows.members(ofClientsOf: half, reads: half.reads ?? deliveries)
        losses(half.summary, half.decoder, &rows)
        guard !half.layers.isEmpty else { return }
        rows.beginArray("layers")
        for (place, layer) in half.layers.enumerated() {
            rows.beginObject()
            rows.member("layer", place + 1)
            rows.member("codec", textOrNull: layer.codec)
            members(layer.summary, &rows)
            rows.beginObject("verdicts_below")
            for verdict in Verdict.allCases { rows.member(verdict.name, layer.verdictsBelow[verdict]) }
            rows.endObject()
            losses(layer.summary, half.decoder, &rows)
            rows.endObject()
        }
        rows.endArray()
    }

    private static func members(_ summary: HalfSummary, _ rows: inout RowBuffer) {
        rows.member("messages", summary.messages)
        rows.member("heartbeats", summary.units[.heartbeat])
        rows.beginObject("verdicts")
        for verdict in Verdict.allCases { rows.member(verdict.name, summary.verdicts[verdict]) }
        rows.endObject()
        causes("joins", summary.joins, &rows)
        causes("cuts", summary.cuts, &rows)
    }

    private static func losses(
        _ summary: HalfSummary,
        _ decoder: any UnitDecoder,
        _ rows: inout RowBuffer
    ) {
        rows.member("undecoded_bytes", summary.bytes[.undecoded])
        rows.beginObject("undecoded")
        rows.member("count", summary.units[.undecoded])
        rows.beginArray("first")
        for range in summary.undecoded {
            rows.beginObject()
            rows.member("start", range.start)
            rows.member("end", range.end)
            rows.endObject()
        }
        rows.endArray()
        rows.endObject()
        rows.member("leftover_bytes", summary.bytes[.leftover])
        rows.beginObject("violations")
        rows.member("count", summary.faultCount)
        rows.beginArray("first")
        for fault in summary.faults {
            rows.beginObject()
            rows.member("index", fault.index)
            rows.member("start", fault.range.start)
            rows.member("end", fault.range.end)
            rows.violationMembers(fault.violation, decoder.rule(fault.violation.rule), at: fault.range)
            rows.endObject()
        }
        rows.endArray()
        rows.endObject()
    }

    private static func causes(_ name: StaticString, _ counts: CauseCounts, _ rows: inout RowBuffer) {
        rows.beginObject(name)
        for (cause, count) in counts.present { rows.member(cause.name, count) }
        rows.endObject()
    }
}
