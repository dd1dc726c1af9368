import Seam
import SeamTesting

extension Fixture {
    /// Longer streams are cut off: a decoder gets each many times.
    private static let streamLimit = 1 << 20

    /// The halves of the capture as streams for a decoder, with the messages that the expectation names.
    ///
    /// A stream ends in front of what no decoder can know: a gap, or bytes that break the protocol. Halves without a
    /// message in front of that are left out.
    func cases() throws(CommandError) -> [DecoderCase] {
        let (header, lines) = try expected()
        if let sum = header.sum, try self.sum() != sum {
            throw .input("\(capture) is not the capture that was recorded; seam check \(capture) says more")
        }
        let units = try lines.map { (line) throws(CommandError) in try unit(line) }
        let halves = HalfBytes(limit: Self.streamLimit)
        let codecs = try codecs(header, halves)
        var cases: [DecoderCase] = []
        for stream in Set(halves.halves.keys.map(\.stream)).sorted() {
            let own = halves.halves.filter { $0.key.stream == stream }
            let contents = codecs[stream].map { MessageContents(own.mapValues(\.bytes), $0) }
            for (key, half) in own.sorted(by: { $0.key < $1.key }) {
                let units = units.filter { $0.key == key && $0.layer == 0 }.sorted {
                    $0.range.start < $1.range.start
                }
                let known = contents?.bytes[key] ?? [:]
                if let test = Self.test("\(key)", half, units, known) { cases.append(test) }
            }
        }
        return cases
    }

    /// The test of a half; `contents` are those of the messages, by where they start.
    private static func test(
        _ name: String,
        _ half: HalfBytes.Half,
        _ units: [ExpectedUnit],
        _ contents: [Int: [UInt8]]
    ) -> DecoderCase? {
        var messages: [DecoderCase.Message] = []
        var end = 0
        for unit in units {
            let isKnown = unit.kind == "message" || unit.kind == "heartbeat"
            // Nothing may come of what is left over, so it is fed as well.
            if unit.kind == "leftover", unit.range.end <= half.bytes.count { end = unit.range.end }
            guard isKnown, unit.isWhole, unit.range.end <= half.bytes.count else { break }
            let content = contents[unit.range.start]
            messages.append(.init(unit.range, content: content, isHeartbeat: unit.kind == "heartbeat"))
            end = unit.range.end
        }
        guard messages.contains(where: { !$0.isHeartbeat }) else { return nil }
        var test = DecoderCase(name: name, bytes: Array(half.bytes[..<end]), messages: messages)
        test.captured = half.ends.filter { $0 < end }
        test.isContentExact = false
        return test
    }

    private func unit(_ line: [UInt8]) throws(CommandError) -> ExpectedUnit {
        guard let value = JSONValue(line), let unit = ExpectedUnit(value) else {
            throw .input(
                "\(expectation): a line is none of seam messages --json; seam check --update writes them"
            )
        }
        return unit
    }
}

/// Which half of which connection: the order is that of connections, clients first.
struct HalfKey: Hashable, Comparable, CustomStringConvertible {
    var stream: Int
    var side: Side

    static func < (left: HalfKey, right: HalfKey) -> Bool {
        (left.stream, left.side.rawValue) < (right.stream, right.side.rawValue)
    }

    var description: String { "\(side.name) of stream \(stream)" }
}

/// A line of an expectation, as far as decoders are concerned.
struct ExpectedUnit {
    var key: HalfKey
    var index: Int
    /// Which layer of a stack of codecs it is of; 0 is the outermost, whose bytes are the half's.
    var layer: Int
    var kind: String
    var range: ByteRange
    /// Whether all of its bytes are in the capture, and break no rule.
    var isWhole: Bool

    /// Reads a line; nil when it is none of a unit.
    init?(_ value: JSONValue) {
        guard let stream = value["stream"]?.number, let from = value["from"]?.text,
            let side = Side.allCases.first(where: { "\($0.name)" == from }),
            let index = value["index"]?.number, let kind = value["kind"]?.text,
            let start = value["start"]?.number, let end = value["end"]?.number, start <= end
        else { return nil }
        key = HalfKey(stream: stream, side: side)
        self.index = index
        layer = value["layer"]?.number ?? 0
        self.kind = kind
        range = ByteRange(start, end)
        isWhole = value["missing"] == nil && value["violation"] == nil
    }
}

/// Collects the bytes of each half up to its first gap, and where they were cut.
final class HalfBytes: Observer {
    struct Half {
        var bytes: [UInt8] = []
        /// Where the pieces ended that brought them.
        var ends: [Int] = []
    }

    private(set) var halves: [HalfKey: Half] = [:]
    private let limit: Int

    /// Keeps so many bytes of each half.
    init(limit: Int) { self.limit = limit }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        let key = HalfKey(stream: stream, side: side)
        var half = halves[key] ?? Half()
        halves[key] = nil
        // Behind a gap the offsets have gone on.
        if half.bytes.count == offset, offset <= limit {
            half.bytes.append(contentsOf: bytes)
            half.ends.append(half.bytes.count)
        }
        halves[key] = half
    }
}
