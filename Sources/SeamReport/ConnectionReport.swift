public import SeamAnalysis
public import SeamBytes
public import SeamCodecs
public import SeamStreams

/// Writes a connection with what became of its messages: an object of `seam inspect --json`.
public enum ConnectionReport {
    /// Appends the connection as a line of JSON: the members of `StreamLine` and more for each half.
    ///
    public static func json(
        _ connection: borrowing Connection,
        client: borrowing HalfAnalysis,
        server: borrowing HalfAnalysis,
        diagnosis: Diagnosis,
        origin: Timestamp,
        evidence: CodecEvidence? = nil,
        into rows: inout RowBuffer
    ) {
        rows.beginObject()
        rows.members(of: connection, origin)
        rows.member("capture_point", word: connection.handshake.point.end.name)
        rows.member("capture_point_percent", connection.handshake.point.percent)
        if let evidence {
            rows.beginObject("recognised")
            rows.member("bits", Int(evidence.bits))
            rows.member("reason", text: evidence.reason)
            rows.endObject()
        }
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
        rows.beginArray("findings")
        for finding in diagnosis.findings { rows.element(finding) }
        rows.endArray()
        rows.member(story: diagnosis)
        rows.endObject()
        rows.endLine()
    }

    private static func members(_ half: borrowing HalfAnalysis, deliveries: Int, _ rows: inout RowBuffer) {
        let summary = half.summary
        rows.member("codec", textOrNull: half.codec)
        rows.member("messages", summary.messages)
        rows.member("heartbeats", summary.units[.heartbeat])
        rows.beginObject("verdicts")
        for verdict in Verdict.allCases { rows.member(verdict.name, summary.verdicts[verdict]) }
        rows.endObject()
        causes("joins", summary.joins, &rows)
        causes("cuts", summary.cuts, &rows)
        rows.member("deliveries", deliveries)
        rows.members(ofClientsOf: half, reads: half.reads ?? deliveries)
        rows.member("undecoded_bytes", summary.bytes[.undecoded])
        rows.member("leftover_bytes", summary.bytes[.leftover])
        rows.beginObject("violations")
        rows.member("count", summary.faultCount)
        rows.beginArray("first")
        for fault in summary.faults {
            rows.beginObject()
            rows.member("index", fault.index)
            rows.member("start", fault.range.start)
            rows.member("end", fault.range.end)
            let rule = half.decoder.rule(fault.violation.rule)
            rows.violationMembers(fault.violation, rule, at: fault.range)
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
