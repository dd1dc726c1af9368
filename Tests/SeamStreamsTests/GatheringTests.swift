import SeamAnalysis
import SeamBytes
import SeamCodecs
import SeamStreams
import Testing

@testable import Seam
@testable import SeamTesting

/// What a pipeline tells of a capture in the end, as text.
private func tell(
    _ capture: CaptureScript,
    _ options: PipelineOptions,
    isGathered: Bool,
    capacity: Gathering.Capacity = Gathering.Capacity()
) -> [String] {
    var told: [String] = []
    var pipeline = Pipeline(options) { connection, analysis, _ in
        let known = Known(connection)
        told.append("\(known.index) \(known.client) \(known.opening) \(known.closing)")
        told.append("\(known.firstPacket)-\(known.lastPacket) \(known.anomalies) \(known.anomaliesLeftOut)")
        for side in Side.allCases {
            told.append("\(side) \(known[side].bytes) \(known[side].missing) \(known[side].deliveries)")
            let labels = Label.allCases.map { connection.labels(of: side)[$0] }
            told.append("\(labels) \(describe(analysis[side]))")
        }
    }
    for place in 0..<2 { pipeline.gatherings[place].capacity = capacity }
    capture.play { pipeline.take($0, gathers: isGathered) }
    pipeline.flush()
    pipeline.finish()
    told.append("\(pipeline.table.late) \(pipeline.table.givenUp) \(pipeline.table.timedOut)")
    return told + ["\(pipeline.givenUp) \(pipeline.segmentCount)"]
}

/// Who was told of a capture, and is done.
private func listen(
    to capture: CaptureScript,
    _ options: PipelineOptions,
    isGathered: Bool,
    capacity: Gathering.Capacity = Gathering.Capacity()
) -> Lines {
    let lines = Lines()
    var pipeline = Pipeline(options, observer: lines)
    for place in 0..<2 { pipeline.gatherings[place].capacity = capacity }
    capture.play { pipeline.take($0, gathers: isGathered) }
    if isGathered { pipeline.flush() }
    pipeline.finish()
    return lines
}

/// What is known of the messages of a half; its summary itself has values that reflection cannot show (Swift 6.3, release).
private func describe(_ half: borrowing HalfAnalysis) -> String {
    let bytes = UnitKind.allCases.map { half.summary.bytes[$0] }
    let verdicts = Verdict.allCases.map { half.summary.verdicts[$0] }
    let causes = Cause.allCases.map { half.summary.joins[$0] + half.summary.cuts[$0] }
    return "\(bytes) \(verdicts) \(causes) \(half.summary.longest)"
}

/// Writes a line for whatever it is told.
private final class Lines: SharedObserver {
    private(set) var lines: [String] = []
    private(set) var scribes: [LineScribe] = []

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        lines.append(LineScribe.line(unit, finder))
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        lines.append("\(stream) \(side) misses \(range)")
    }

    func makeScribe() -> any Scribe {
        scribes.append(LineScribe { [unowned self] in lines.append($0) })
        return scribes[scribes.count - 1]
    }
}

private final class LineScribe: Scribe {
    private var lines: [String] = []
    private(set) var count = 0
    private let hand: (String) -> Void

    init(_ hand: @escaping (String) -> Void) { self.hand = hand }

    static func line(_ unit: UnitReport, _ finder: borrowing SeamFinder) -> String {
        let packets = finder.segments(of: unit.result).map(\.packet)
        return
            "\(unit.stream) \(unit.from) \(unit.index) \(unit.unit.range) \(unit.result.verdict) \(packets)"
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        write(Self.line(unit, finder))
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        write("\(stream) \(side) misses \(range)")
    }

    private func write(_ line: String) {
        lines.append(line)
        count += 1
    }

    var written: Int { lines.count }

    func say(_ range: Range<Int>) { for line in lines[range] { hand(line) } }

    func clear() { lines = [] }
}

/// Six connections whose packets are lost, late, sent again, and sometimes with other bytes; some are recorded twice, are
/// keep-alives, or shake hands again in the middle.
private func muddle(_ seed: UInt64) throws -> CaptureScript {
    var random = SeededGenerator(seed: seed)
    var script = ""
    for name in 0..<6 {
        script += "connection c\(name) client=10.0.0.1:\(1000 + name)\nc\(name): handshake\n"
    }
    // The SYN was captured behind the first data, which is looked at as what begins in the middle of a frame.
    script += "connection late client=10.0.0.1:2000 server=10.0.0.2:61613\n"
    script += "late: client \"body\\x00SEND\\ndestination:q\\n\\nx\\x00\"\nlate: handshake\n"
    // Bytes sent again with others, then data behind the FIN: two anomalies.
    script += "connection odd client=10.0.0.1:2001\nodd: handshake\nodd: client \"a|bc|\"\n"
    script += "odd: client @0 other \"x\"\nodd: client fin\nodd: client \"d|\"\n"
    var next = [Int](repeating: 0, count: 12)
    let stream = String(repeating: "a|bcd|efghij||k|", count: 200)
    for step in 0..<400 {
        let half = random.next(below: 12)
        let start = max(0, next[half] + random.next(below: 11) - 4)
        let end = start + random.next(below: 9) + 1
        var text = "\"\(stream.dropFirst(start).prefix(end - start))\""
        if start + 4 < next[half], step % 4 == 0 { text = "other \"\(step)\"" }
        let pause = random.next(below: 4) == 0 ? random.next(below: 900) : 1
        let side = half % 2 == 0 ? "client" : "server"
        script += "+\(pause)ms c\(half / 2): \(side) @\(start) \(text)\n"
        if random.next(below: 2) == 0 { next[half] = max(next[half], end) }
        switch step % 60 {
        case 7: script += "duplicate\n"
        case 21: script += "c\(half / 2): \(side) keepalive\n"
        case 33: script += "c\(half / 2): handshake\n"
        case 45: script += "c\(half / 2): \(side) fin\n"
        case 59: script += "c\(half / 2): \(side) rst\n"
        default: break
        }
    }
    return try CaptureScript(script)
}

@Suite("Packets that are gathered")
struct GatheringTests {
    /// What is asked of a pipeline, by name.
    static let cases: [String: @Sendable (inout PipelineOptions) -> Void] = [
        "no limits": { _ in },
        "holes wait for a second": { $0.limits.wait = 1_000_000_000 },
        "40 waiting segments in all": { $0.limits.heldInAll = 40 * 260 },
        "4 waiting segments in a half": { $0.limits.heldPerHalf = 4 * 260 },
        "3 connections in memory": { $0.limits.connections = 3 },
        "connections silent for 2 s are over": { $0.limits.idle = 2_000_000_000 },
        "deliveries": { $0.carriers = .deliveries },
        "connection 2 alone": { $0.streams = [2] },
    ]

    private static func options() throws -> PipelineOptions {
        var options = PipelineOptions()
        options.codecs.add(try CodecRegistry.factory("delimiter:bytes=7c"), port: nil)
        options.codecs.add(try CodecRegistry.factory("stomp"), port: 61613)
        options.policy.seeksFrames = true
        return options
    }

    @Test(
        "give what packets taken one by one give, however many at a time and threads",
        arguments: cases.keys.sorted()
    )
    func same(_ name: String) throws {
        var options = try Self.options()
        options.diagnosed = 10
        let change = try #require(Self.cases[name])
        change(&options)
        for seed in 1...5 as ClosedRange<UInt64> {
            let capture = try muddle(seed)
            let one = tell(capture, options, isGathered: false)
            for (packets, threads) in [(1, 1), (7, 2), (50, 3), (1 << 16, 2)] {
                options.threads = threads
                let capacity = Gathering.Capacity(packets: packets)
                #expect(tell(capture, options, isGathered: true, capacity: capacity) == one, "seed \(seed)")
            }
        }
    }

    @Test(
        "tell an observer with scribes what others are told, in the same order",
        arguments: cases.keys.sorted()
    )
    func order(_ name: String) throws {
        var options = try Self.options()
        let change = try #require(Self.cases[name])
        change(&options)
        for seed in 1...5 as ClosedRange<UInt64> {
            let capture = try muddle(seed)
            let one = listen(to: capture, options, isGathered: false)
            #expect(one.lines.count > 50)
            for (packets, threads) in [(1, 1), (7, 2), (50, 3), (1 << 16, 2)] {
                options.threads = threads
                let capacity = Gathering.Capacity(packets: packets)
                let several = listen(to: capture, options, isGathered: true, capacity: capacity)
                #expect(several.lines == one.lines, "seed \(seed)")
                // Where what waits may be too much packets are taken in order, and the observer is told itself.
                if name.contains("in all") { continue }
                let written = several.scribes.count { $0.count > 0 }
                #expect(written > (options.streams.isEmpty ? 3 : 0), "seed \(seed)")
            }
        }
    }

    @Test("in a muddle of packets each limit costs something, so that the test above tells")
    func muddled() throws {
        var options = PipelineOptions()
        for (name, change) in Self.cases where name.contains("segments") || name.contains("second") {
            change(&options)
            var pipeline = Pipeline(options)
            try muddle(1).play { pipeline.take($0) }
            pipeline.finish()
            #expect(pipeline.givenUp != GivenUp(), "\(name)")
            options = PipelineOptions()
        }
    }
}
