import SeamBytes
import SeamCodecs

/// The hypotheses that are worth a walk: made from the runs' first part, never from the part that judges.
enum InferCandidates {
    static let mostOffset = 32

    /// Delimiters: the usual ones, and what stands before the pauses of the sender.
    static func delimiters(_ runs: [InferRun]) -> [FramingRule] {
        var marks = FramingRule.usual.map(\.mark)
        var counts: [[UInt8]: Int] = [:]
        var pauses = 0
        for run in runs {
            for end in run.ends.prefix(2000) where end <= run.judgedFrom && end >= 4 {
                pauses += 1
                for width in 1...4 { counts[Array(run.bytes[end - width..<end]), default: 0] += 1 }
            }
        }
        // The last letter of a line that ends as lines do is not part of its end.
        let common = counts.filter { count in
            count.value >= 3 && 3 * count.value >= pauses
                && !lineEnds.contains { count.key.suffix($0.count) == $0[...] }
        }
        let sorted = common.sorted {
            ($0.value, $0.key.count, FramingRule.hex($0.key)) > (
                $1.value, $1.key.count, FramingRule.hex($1.key)
            )
        }
        for (mark, _) in sorted.prefix(16) where !marks.contains(mark) { marks.append(mark) }
        return marks.map { .delimiter($0) } + [.lines]
    }

    private static let lineEnds: [[UInt8]] = [[0x0a], [0x0d], [0x00]]

    /// Fixed sizes: the divisors of what the sender's pauses have in common.
    static func sizes(_ runs: [InferRun]) -> [FramingRule] {
        var common = 0
        for run in runs where run.isStart {
            for end in run.ends.prefix(64) where end <= run.judgedFrom { common = gcd(common, end) }
        }
        guard common >= 2 else { return [] }
        var sizes = [16, 32, 64, 128, 188, 256, 512]
        for size in 2...min(common, 4096) where common.isMultiple(of: size) && !sizes.contains(size) {
            sizes.append(size)
        }
        if common > 4096 { sizes.append(common) }
        return sizes.map { .fixed($0) }
    }

    private static func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }

    /// Length fields: every place, width and order, with the surplus that protocols use or the pauses imply.
    static func lengths(_ runs: [InferRun], _ body: (LengthField) -> Void) {
        for offset in 0...mostOffset {
            for (width, order) in widths {
                let number = LengthField.Number.binary(width: width, order)
                let header = offset + width
                var extras = Set(-header...8)
                extras.formUnion(implied(runs, offset, width, order).map { $0 - header })
                for extra in extras.sorted() { offer(offset, number, extra, header, body) }
            }
            guard offset <= 8 else { continue }
            for extra in -offset...4 { offer(offset, .varint, extra, 0, body) }
            for digits in 1...8 {
                for extra in -(offset + digits)...2 {
                    offer(offset, .digits(digits), extra, offset + digits, body)
                }
            }
            for end in [UInt8(ascii: ":"), UInt8(ascii: " "), 0x0a, UInt8(ascii: ","), UInt8(ascii: "|")] {
                for extra in 0...2 { offer(offset, .until(end), extra, 0, body) }
            }
        }
    }

    private static let widths: [(Int, ByteOrder)] = [
        (1, .big), (2, .big), (2, .little), (3, .big), (3, .little), (4, .big), (4, .little), (8, .big),
        (8, .little),
    ]

    private static func offer(
        _ offset: Int,
        _ number: LengthField.Number,
        _ extra: Int,
        _ header: Int,
        _ body: (LengthField) -> Void
    ) {
        let countsFrame = header > 0 && extra == -header
        let field = try? LengthField(
            offset: offset,
            number,
            counts: countsFrame ? .frame : .content,
            adjustment: countsFrame ? 0 : extra
        )
        if let field { body(field) }
    }

    /// What must be added to the number for a message to be all that came between two pauses.
    private static func implied(_ runs: [InferRun], _ offset: Int, _ width: Int, _ order: ByteOrder) -> [Int]
    {
        var counts: [Int: Int] = [:]
        for run in runs {
            var start = run.isStart ? 0 : nil as Int?
            for end in run.ends.prefix(200) where end <= run.judgedFrom {
                if let start, offset + width <= end - start {
                    let bytes = run.bytes.rawSpan.extracting(start..<end)
                    if let value = ByteCursor(bytes).unsigned(at: offset, width: width, order),
                        value < 1 << 24
                    {
                        counts[end - start - Int(value), default: 0] += 1
                    }
                }
                start = end
            }
        }
        return counts.filter { $0.value >= 2 && abs($0.key - offset - width) <= 64 }
            .sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(2).map(\.key)
    }
}
