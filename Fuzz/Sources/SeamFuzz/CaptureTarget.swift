import Seam
import SeamTesting

extension FuzzTarget {
    /// Any bytes as a capture file, through the reader and the whole pipeline with a codec.
    ///
    ///     | codec 1 | options 1 | file |
    static let capture = FuzzTarget(name: "capture") { bytes in
        var input = FuzzInput(bytes)
        let spec = CaptureSeed.codecs.pick(input.byte())
        let flags = input.byte()
        var options = PipelineOptions()
        options.carriers = flags & 1 == 0 ? .segments : .deliveries
        options.wantsDetails = flags & 2 != 0
        options.pictures = flags & 4 != 0 ? 2 : 0
        if flags & 8 != 0 { options.limits.heldPerHalf = 1024 }
        if !spec.isEmpty, let factory = try? CodecRegistry.factory(spec) {
            options.codecs.add(factory, port: nil)
        }
        let witness = Witness()
        let file = System.file(of: input.rest)
        var pipeline = Pipeline(options, observer: witness)
        do throws(CaptureError) {
            var reader = try CaptureReader(files: [file])
            while let packet = try reader.next() { pipeline.take(packet) }
        } catch {
            demand(!error.description.isEmpty, "an error has words")
        }
        pipeline.finish()
        let counted = check(pipeline, witness)
        demand(
            gather(file, options) == counted,
            "packets that are gathered give what packets taken one by one give"
        )
    }

    /// Every byte of every half was handed out once, in order, and belongs to one unit; how many of each kind there were.
    private static func check(_ pipeline: borrowing Pipeline, _ witness: Witness) -> [String] {
        var counts: [String] = []
        pipeline.forEachConnection { connection, analysis in
            for side in Side.allCases {
                let end = connection[side].next
                let half = Witness.Half(stream: connection.index, side: side)
                let seen = witness.ends[half] ?? Witness.Ends()
                demand(seen.bytes == end, "the bytes and gaps handed out are the stream")
                demand(seen.units == end, "the units are the stream")
                let counted = analysis[side].summary.bytes.total
                demand(counted == end, "the bytes counted by kind of unit are the stream")
                counts.append(describe(analysis[side]))
            }
        }
        return counts
    }

    private static func describe(_ half: borrowing HalfAnalysis) -> String {
        let kinds = UnitKind.allCases.map { half.summary.bytes[$0] }
        let verdicts = Verdict.allCases.map { half.summary.verdicts[$0] }
        return
            "\(kinds) \(verdicts) \(half.summary.joins.total) \(half.summary.cuts.total) \(half.summary.faultCount)"
    }

    /// What two threads make of the same capture.
    private static func gather(_ file: String, _ options: PipelineOptions) -> [String] {
        var options = options
        options.threads = 2
        var pipeline = Pipeline(options)
        if var reader = try? CaptureReader(files: [file]) { try? pipeline.takeAll(of: &reader) }
        pipeline.finish()
        var counts: [String] = []
        pipeline.forEachConnection { _, analysis in
            for side in Side.allCases { counts.append(describe(analysis[side])) }
        }
        return counts
    }
}

/// Watches that what a pipeline hands out follows without holes.
private final class Witness: Observer {
    struct Half: Hashable {
        var stream: Int
        var side: Side
    }

    /// How far a half has come.
    struct Ends {
        var bytes = 0
        var units = 0
    }

    private(set) var ends: [Half: Ends] = [:]

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from: Side) {
        advance(Half(stream: stream, side: from), ByteRange(offset, offset + bytes.byteCount))
    }

    func gap(_ range: ByteRange, stream: Int, from: Side) {
        advance(Half(stream: stream, side: from), range)
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        // Units of the layers above have offsets of their own.
        guard unit.layer == nil else { return }
        let half = Half(stream: unit.stream, side: unit.from)
        let range = unit.unit.range
        demand(range.start == ends[half, default: Ends()].units, "units follow each other")
        demand(range.end > range.start, "a unit has bytes")
        demand(unit.result.carriers.upperBound <= finder.carriers.count, "a unit's carriers are there")
        demand(!unit.result.carriers.isEmpty || unit.unit.missing > 0, "what was captured has a carrier")
        ends[half, default: Ends()].units = range.end
    }

    private func advance(_ half: Half, _ range: ByteRange) {
        demand(range.start == ends[half, default: Ends()].bytes, "bytes follow each other")
        ends[half, default: Ends()].bytes = range.end
    }
}

/// Seeds of the target `capture`.
enum CaptureSeed {
    /// Codecs by their place; none: by content.
    static let codecs = [
        "", "delimiter", "line", "tlc", "tlc:type=2,length=4", "stomp", "varint", "length", "fixed:size=7",
        "delimiter:bytes=0d0a|0a,max=16",
    ]
    /// Larger files are no seeds: libFuzzer would spend its time on copying them.
    static let largest = 4096

    static func seeds(_ path: String) -> [[UInt8]] {
        let file = System.read(path, limit: largest + 1)
        guard !file.isEmpty, file.count <= largest else { return [] }
        let place = UInt8(file.count % codecs.count)
        return [[place, 2] + file]
    }
}
