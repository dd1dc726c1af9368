import Seam
import SeamReport

/// Writes the bytes of the streams into a page, up to a limit.
struct PageBytes: ~Copyable {
    /// Bytes of a half that wait to be written together.
    private struct Run {
        var start = 0
        var bytes: [UInt8] = []
    }

    private static let lineSize = 12 << 10

    private var runs: [Run] = []
    private var rows = RowBuffer()
    private let blocks: PageBlocks
    private var room: Int
    /// How many bytes were beyond the limit.
    private(set) var leftOut = 0

    init(_ blocks: PageBlocks, limit: Int) {
        self.blocks = blocks
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
        if runs[place].bytes.count >= Self.lineSize { flush(place) }
    }

    mutating func finish() {
        for place in runs.indices { flush(place) }
        blocks.takeAll(&rows)
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
        runs[place] = Run()
        blocks.take(&rows)
    }
}
