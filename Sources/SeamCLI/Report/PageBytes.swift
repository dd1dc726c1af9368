import Seam
import SeamReport

/// Writes the bytes of the streams of a report, up to a limit.
struct PageBytes: ~Copyable {
    /// Bytes of a half that wait to be written together.
    private struct Run {
        var start = 0
        var bytes: [UInt8] = []
    }

    private static let lineSize = 12 << 10
    /// When more bytes wait, because there are many connections, all of them are written.
    private static let mostWaiting = 16 << 20

    private var runs: [Run] = []
    private var rows = RowBuffer()
    private let target: any RowTarget
    private var room: Int
    /// Bytes that wait in all runs together.
    private var waiting = 0
    /// How many bytes were beyond the limit.
    private(set) var leftOut = 0

    init(_ target: any RowTarget, limit: Int) {
        self.target = target
        room = limit
    }

    mutating func add(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        let kept = min(bytes.byteCount, room)
        room -= kept
        leftOut += bytes.byteCount - kept
        guard kept > 0 else { return }
        let place = 2 * stream + side.place
        while runs.count <= place { runs.append(Run()) }
        if offset != runs[place].start + runs[place].bytes.count { flush(place) }
        if runs[place].bytes.isEmpty { runs[place].start = offset }
        runs[place].bytes += [UInt8](copying: bytes.clamped(0..<kept))
        waiting += kept
        if runs[place].bytes.count >= Self.lineSize { flush(place) }
        if waiting > Self.mostWaiting { flushAll() }
    }

    mutating func finish() {
        flushAll()
        target.takeAll(&rows)
    }

    private mutating func flushAll() {
        for place in runs.indices { flush(place) }
    }

    private mutating func flush(_ place: Int) {
        let run = runs[place]
        guard !run.bytes.isEmpty else { return }
        rows.beginObject()
        rows.member("stream", place / 2)
        rows.member("from", word: (place % 2 == 0 ? Side.client : .server).name)
        rows.member("start", run.start)
        rows.member("end", run.start + run.bytes.count)
        rows.member("base64", text: Base64.encode(run.bytes[...]).rawSpan)
        rows.endObject()
        rows.endLine()
        waiting -= run.bytes.count
        runs[place] = Run()
        target.take(&rows)
    }
}
