public import SeamAnalysis
import SeamBytes

/// Writes what modelled clients got wrong of a half: a line of JSON for each client.
public enum OutcomeLine {
    /// Appends a line for each client that speaks the half's protocol: `wrong` lists runs of messages, the others are right.
    public static func json(_ half: borrowing HalfAnalysis, into rows: inout RowBuffer) {
        let log = half.clientLog
        for result in half.clientResults {
            rows.beginObject()
            rows.member("stream", half.stream)
            rows.member("from", word: half.side.name)
            rows.member("client", text: result.name)
            rows.beginArray("wrong")
            for run in log?[result.model] ?? [] {
                rows.beginObject()
                rows.member("first", run.first)
                rows.member("last", run.last)
                rows.member("outcome", word: run.outcome.name)
                rows.endObject()
            }
            rows.endArray()
            rows.endObject()
            rows.endLine()
        }
    }
}
