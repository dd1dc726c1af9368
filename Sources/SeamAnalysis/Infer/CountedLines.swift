import SeamBytes

/// Tells lines that are parts of a message from lines that are messages, by numbers that say how long the next line is.
///
///     $3 CRLF        RESP: three bytes follow
///     SET CRLF
///
/// So do memcached's `VALUE key 0 5` and others. Where a line ends is then no end of a message, and no spec of a delimiter
/// can say where one is.
enum CountedLines {
    /// So many lines must announce the next one.
    private static let least = 5
    /// Most lines of a run that are looked at.
    private static let most = 4096

    /// Whether lines announce the next one: nearly all that begin with the same byte and end with a number, and a tenth of
    /// all lines.
    static func announce(_ framing: FramingRule, _ sample: InferSample) -> Bool {
        var lines = 0
        var numbers = [Int](repeating: 0, count: 256)
        var hits = numbers
        for run in sample.runs {
            let messages = FramingWalk(framing, run, limit: Infer.trial).messages.prefix(most)
            lines += messages.count
            for (line, next) in zip(messages, messages.dropFirst()) {
                let content = content(line, run)
                guard let first = content.first, let number = lastNumber(content) else { continue }
                numbers[Int(first)] += 1
                if self.content(next, run).count == number { hits[Int(first)] += 1 }
            }
        }
        return numbers.indices.contains { first in
            hits[first] >= least && 10 * hits[first] >= 9 * numbers[first] && 10 * hits[first] >= lines
        }
    }

    /// A line without its end.
    private static func content(_ line: ByteRange, _ run: InferRun) -> ArraySlice<UInt8> {
        var content = run.bytes[line.start..<line.end]
        while let last = content.last, last == 0x0a || last == 0x0d { content.removeLast() }
        return content
    }

    /// The decimal number that a line ends with; nil for none.
    private static func lastNumber(_ line: ArraySlice<UInt8>) -> Int? {
        let digits = line.suffix(8).reversed().prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? nil : digits.reversed().reduce(0) { 10 * $0 + Int($1 & 15) }
    }
}
