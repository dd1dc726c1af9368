import Seam
import SeamReport

/// What is measured: each job reads a whole capture once.
enum Job: String, CaseIterable {
    /// libpcap counts packets.
    case loop
    /// Our reader, and a `memchr` over each packet that finds nothing much: the least that a decoder must do.
    case search
    /// The pipeline as `seam inspect` runs it.
    case inspect
    /// The pipeline as `seam messages --json` runs it, into a sink that counts.
    case messages

    var title: String {
        switch self {
        case .loop: "libpcap loop"
        case .search: "read + memchr"
        case .inspect: "inspect"
        case .messages: "messages --json"
        }
    }

    /// How many connections `seam inspect` tells of in full.
    private static let pictures = 20

    /// Does the job in this process.
    func run(on feed: Feed, threads: Int = 2) throws -> Sample {
        let clock = Clock()
        var sample = Sample()
        switch self {
        case .loop:
            let count = try LibpcapLoop.count(feed.path)
            sample[.packets] = count.packets
            sample[.bytes] = count.bytes
        case .search: try search(feed, &sample)
        case .inspect:
            var options = try Self.options(feed)
            options.pictures = Self.pictures
            options.threads = threads
            try Self.pipeline(options, feed, nil, &sample)
        case .messages:
            var options = try Self.options(feed)
            options.wantsDetails = true
            let rows = CountedRows()
            try Self.pipeline(options, feed, rows, &sample)
            sample[.output] = rows.finish()
        }
        clock.stop(&sample)
        return sample
    }

    private func search(_ feed: Feed, _ sample: inout Sample) throws(CaptureError) {
        var reader = try CaptureReader(files: [feed.path])
        var found = 0
        while let packet = try reader.next() {
            sample[.packets] += 1
            sample[.bytes] += packet.bytes.byteCount
            // A byte that text does not have, nor most other payload.
            if ByteSearch.firstIndex(of: 0xFE, in: packet.bytes) != nil { found += 1 }
        }
        // So that the search is not optimised away.
        precondition(found <= sample[.packets], "no more finds than packets")
    }

    private static func options(_ feed: Feed) throws(SpecError) -> PipelineOptions {
        var options = PipelineOptions()
        options.codecs.add(try CodecRegistry.factory(feed.spec), port: nil)
        return options
    }

    private static func pipeline(
        _ options: PipelineOptions,
        _ feed: Feed,
        _ observer: (any Observer)?,
        _ sample: inout Sample
    ) throws(CaptureError) {
        var counted = Sample()
        var pipeline = Pipeline(options, observer: observer) { _, analysis, _ in counted.add(analysis) }
        var reader = try CaptureReader(files: [feed.path])
        try pipeline.takeAll(of: &reader)
        pipeline.finish()
        sample = counted
        sample[.packets] = pipeline.packetCount
        sample[.bytes] = pipeline.byteCount
    }
}

/// Writes the rows of `seam messages --json` and keeps their number of bytes only.
private final class CountedRows: Observer {
    private static let rowSize = 32 << 10
    private var line = MessageLine()
    private var rows = RowBuffer()
    private var count = 0

    func begin(at time: Timestamp) { line.origin = time }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        line.json(unit, finder, batch, place, into: &rows)
        if rows.count >= Self.rowSize { _ = finish() }
    }

    func finish() -> Int {
        count += rows.count
        rows.removeAll()
        return count
    }
}
