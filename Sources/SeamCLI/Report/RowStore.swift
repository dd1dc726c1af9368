import Seam
import SeamReport

/// The rows of a report, spilled to a temporary file, and where in it those of each half are.
///
/// In memory are the rows that were added last, and 40 bytes for every 256 that were before.
final class RowStore {
    /// What a track holds of a row.
    enum Part { case lines, numbers, seams }

    /// A row's lines wait until there are so many, or so many bytes of them.
    private static let blockRows = 256
    private static let blockBytes = 64 << 10
    /// When more bytes wait in all tracks together, all are written.
    private static let mostWaiting = 32 << 20

    private var file: SpillFile
    private var index = RowIndex()
    private var tracks: [TrackKey: RowTrack] = [:]
    private var waiting = 0
    /// The `errno` of the disk, once it is full.
    private(set) var failure: Int32?

    init() throws(CommandError) { file = try SpillFile() }

    /// How many bytes lie on the disk.
    var size: Int { file.size }
    /// The words whose numbers stand in rows.
    var words: [[UInt8]] { index.words }

    /// Adds a row, a line of JSON without its end.
    func add(_ line: RawSpan, _ kind: ReportPage.Kind) {
        guard failure == nil else { return }
        let entry = index.entry(line, kind)
        let added = tracks[entry.key, default: RowTrack()].add(line, entry)
        waiting += added
        if let track = tracks[entry.key],
            track.waitingRows >= Self.blockRows || track.waitingBytes >= Self.blockBytes
        {
            write(entry.key)
        }
        if waiting > Self.mostWaiting { finish() }
    }

    /// Writes what still waits.
    func finish() {
        for key in tracks.keys { write(key) }
    }

    private func write(_ key: TrackKey) {
        guard let (block, bytes) = tracks[key]?.takeBlock(at: file.size), !bytes.isEmpty else { return }
        waiting -= bytes.count
        failure = failure ?? file.append(bytes)
        tracks[key]?.blocks.append(block)
    }

    /// The tracks of a connection, or of the whole capture, in an order of their own.
    func tracks(ofStream stream: Int?) -> [(key: TrackKey, rows: Int, seams: Int)] {
        // Asked for by name, since there may be as many tracks as connections.
        let halves: [Side?] = stream == nil ? [nil] : [.client, .server]
        return ReportPage.Kind.allCases.flatMap { kind in
            halves.flatMap { side in
                (0..<RowTrack.mostLayers).compactMap { layer in
                    let key = TrackKey(kind: kind, stream: stream, from: side, layer: layer)
                    return tracks[key].map { (key, $0.rows, $0.seams) }
                }
            }
        }
    }

    /// Some rows of a track: their lines, their numbers as columns, or those of some of its seams.
    func bytes(_ key: TrackKey, _ part: Part, _ range: Range<Int>) -> [UInt8] {
        guard let track = tracks[key] else { return [] }
        var bytes: [UInt8] = []
        for (block, rows) in track.blocks(of: part, in: range) {
            switch part {
            case .lines: bytes += Self.lines(rows, of: file.bytes(block.lines))
            case .numbers: bytes += file.bytes(block.numbers(rows, ofSize: RowIndex.layout(key.kind).size))
            case .seams: bytes += file.bytes(block.seamNumbers(rows))
            }
        }
        switch part {
        case .lines: return bytes
        case .numbers: return RowIndex.layout(key.kind).columns(of: bytes)
        case .seams: return RowIndex.seamLayout.columns(of: bytes)
        }
    }

    /// Those lines of a block.
    private static func lines(_ rows: Range<Int>, of block: [UInt8]) -> ArraySlice<UInt8> {
        var row = 0
        var start = 0
        for place in block.indices where block[place] == UInt8(ascii: "\n") {
            row += 1
            if row == rows.lowerBound { start = place + 1 }
            if row == rows.upperBound { return block[start...place] }
        }
        return block[min(start, block.count)...]
    }
}

/// Puts the lines of one kind into a store.
final class StoredRows: RowTarget {
    private let store: RowStore
    private let kind: ReportPage.Kind

    init(_ store: RowStore, _ kind: ReportPage.Kind) {
        self.store = store
        self.kind = kind
    }

    func takeAll(_ rows: inout RowBuffer) {
        addAll(rows.bytes)
        rows.removeAll()
    }

    private func addAll(_ lines: RawSpan) {
        var start = 0
        for place in 0..<lines.byteCount where lines.byte(at: place) == UInt8(ascii: "\n") {
            store.add(lines.clamped(start..<place), kind)
            start = place + 1
        }
    }
}
