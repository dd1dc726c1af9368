import SeamBytes

/// A protocol of lines, of which the first word, or the number in front, says what it is.
///
/// The borders are those of `line`; which protocol it is only decides how lines are recognised and named.
struct TextLines<Protocol: TextProtocol>: Decoder {
    struct Output: Equatable, Sendable {
        var line: DelimiterDecoder.Output
    }

    private var lines: LineDecoder

    init(maximum: Int) { lines = LineDecoder(maximum: maximum) }

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        switch lines.decode(&input) {
        case .output(let line): .output(Output(line: line))
        case .violation(let violation): .violation(violation)
        default: .needMore
        }
    }

    mutating func resynchronise(_ input: inout ByteCursor, after violation: Violation?) -> Resynchronisation {
        lines.resynchronise(&input, after: violation)
    }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        let content = bytes.clamped(0..<output.line.content.end - start)
        let word = Protocol.word(content)
        details.summary(content)
        details.field("command", text: content.clamped(word))
        details.field("length", bytes.byteCount)
    }

    static var rules: [Rule] { LineDecoder.rules }
}

/// What tells one protocol of lines from another.
protocol TextProtocol: SendableMetatype {
    /// The place in a line of the word that says what it is.
    static func word(_ line: RawSpan) -> Range<Int>
    /// How likely a line is this protocol's, in bits; nil when it cannot be.
    static func evidence(_ line: RawSpan, from side: Side) -> Int?
}

extension TextProtocol {
    /// The first word of a line.
    static func word(_ line: RawSpan) -> Range<Int> { 0..<firstSpace(line, from: 0) }

    static func firstSpace(_ line: RawSpan, from start: Int) -> Int {
        var index = start
        while let byte = line.byte(at: index), byte > 0x20 { index += 1 }
        return index
    }

    /// Whether the word there is one of these, in capital or small letters.
    static func isOne(of words: [StaticString], _ line: RawSpan, _ range: Range<Int>) -> Bool {
        words.contains { word in
            guard word.utf8CodeUnitCount == range.count else { return false }
            return word.withUTF8Buffer { letters in
                range.indices.allSatisfy { index in
                    let byte = line.byte(at: index) ?? 0
                    let capital = (0x61...0x7a).contains(byte) ? byte - 0x20 : byte
                    return unsafe capital == letters[index - range.lowerBound]
                }
            }
        }
    }

    /// Whether a line starts with three digits, the first of them 1 to 5, and a space or hyphen.
    static func isReply(_ line: RawSpan) -> Bool {
        guard let first = line.byte(at: 0), (0x31...0x35).contains(first), let second = line.byte(at: 1),
            (0x30...0x39).contains(second), let third = line.byte(at: 2), (0x30...0x39).contains(third)
        else { return false }
        return line.byte(at: 3).map { $0 == 0x20 || $0 == 0x2d } ?? true
    }

    /// Judges the whole lines among the first bytes of a half, at most four.
    static func likelihood(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        var start = 0
        var bits = 0
        var count = 0
        while start < bytes.byteCount, count < 4 {
            var end = start
            while let byte = bytes.byte(at: end), byte != 0x0a {
                guard byte >= 0x20 || byte == 0x0d || byte == 9 || byte < 4 else { return nil }
                end += 1
            }
            guard end < bytes.byteCount else { break }
            let hasReturn = end > start && bytes.byte(at: end - 1) == 0x0d
            let line = bytes.extracting(start..<(hasReturn ? end - 1 : end))
            guard let more = evidence(line, from: side) else {
                return count == 0 ? nil : Likelihood(bits, messages: count)
            }
            bits += more
            count += 1
            start = end + 1
        }
        return count == 0
            ? (start == 0 && bytes.byteCount < 512 ? Likelihood(0) : nil) : Likelihood(bits, messages: count)
    }

    static func codec(
        _ name: StaticString,
        _ summary: String,
        ports: [UInt16],
        source: String
    ) -> CodecDescription {
        CodecDescription(
            name: "\(name)",
            summary: summary,
            parameters: [.init("max", "longest line in bytes without its end", default: "64k")],
            example: "\(name):max=8k",
            ports: ports,
            layout: "| text ... | LF, or CR LF |",
            rules: LineDecoder.rules,
            source: source,
            recognise: { bytes, side in likelihood(bytes, from: side) }
        ) { parameters throws(SpecError) in
            let maximum = try parameters.size(
                "max",
                in: 1...DelimiterDecoder.largestMaximum,
                default: 64 << 10
            )
            return CodecFactory("\(name)") { TextLines<Self>(maximum: maximum) }
                .writing(LineEncoder(end: .crlf, maximum: maximum))
        }
    }
}
