import SeamBytes

/// Streams with the messages that every decoder of a format must find in them.
///
/// A suite is a text, so that it can be read, and reviewed, without knowing seam:
///
///     about  lines that end with LF or CR LF
///     codec  line
///     case   two lines
///     message "one\n" = "one"            the bytes, and what the decoder gives its user of them
///     beat "\n"                          a heart-beat, where the format has some
///     rest "tw"                          bytes of a message that is not complete: nothing comes of them
///     error <ff>                         bytes that break the protocol: the decoder must say so
///
/// Bytes are written as in capture scripts: `"text"`, `<01 ff>`, repeated with `*N`; several follow each other.
public struct ConformanceSuite: Sendable {
    /// The name by which `seam check --suite` knows it.
    public let name: String
    /// What a decoder must be set to, for a person.
    public let about: String
    /// The spec of seam's own decoder of the format, nil where it has none.
    public let codec: String?
    /// The streams.
    public let cases: [DecoderCase]
    /// The suite as it is written.
    public let text: String

    /// All suites that come with seam.
    public static let all: [String] = texts.map(\.name)

    private static let texts: [(name: String, text: String)] = [
        ("delimiter", delimiter), ("line", line), ("varint", varint), ("length", length), ("tlc", tlc),
        ("stomp", stomp), ("websocket", websocket),
    ]

    /// The suite of a name; nil when there is none.
    public static func named(_ name: String) throws(CaptureScriptError) -> ConformanceSuite? {
        guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
        return try ConformanceSuite(name: name, text)
    }

    /// Reads a suite.
    ///
    /// - Throws: what is wrong with a line, and its number.
    public init(name: String, _ text: String) throws(CaptureScriptError) {
        var reader = Reader(suite: name)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            try reader.read(String(line), number: index + 1)
        }
        reader.finishCase()
        self.name = name
        self.text = text
        about = reader.about.joined(separator: " ")
        codec = reader.codec
        cases = reader.cases
    }

    /// Feeds every case to `decode` in every way of cutting and throws the first that it is wrong in.
    ///
    /// `decode` takes the pieces of a stream and returns what a fresh decoder gives its user of each message; it
    /// throws when the bytes break the protocol. Heart-beats are left out.
    public func verify(_ decode: (_ pieces: [[UInt8]]) throws -> [[UInt8]]) throws(ConformanceFailure) {
        for test in cases {
            var plan = CutPlan(count: test.bytes.count)
            plan.everyPlace = 512
            plan.borders = test.messages.map(\.range.end)
            let trial = CutTrial(test, plan) { cuts in
                do {
                    let messages = try decode(Rechunk.pieces(of: test.bytes, cuts))
                    return .decoded(messages.map { .init(.bytes($0)) }, refusal: nil)
                } catch {
                    // Which messages came before is not known: those that should have.
                    let before = test.mustFail ? test.messages.filter { !$0.isHeartbeat } : []
                    return .decoded(before.map { .init(.range($0.range)) }, refusal: "\(error)")
                }
            }
            if let failure = trial.smallest { throw ConformanceFailure(test: test.name, text: failure.text) }
        }
    }
}

/// A case of a suite that a decoder is wrong in.
public struct ConformanceFailure: Error, Equatable, CustomStringConvertible {
    /// The case.
    public let test: String
    /// What the decoder does, and how the stream was cut.
    public let text: String

    /// The case and the failure.
    public var description: String { "\(test): \(text)" }
}

extension ConformanceSuite {
    /// Makes cases of lines.
    private struct Reader {
        let suite: String
        var about: [String] = []
        var codec: String?
        var cases: [DecoderCase] = []
        private var current: DecoderCase?

        init(suite: String) { self.suite = suite }

        mutating func finishCase() {
            if let current { cases.append(current) }
            current = nil
        }

        mutating func read(_ line: String, number: Int) throws(CaptureScriptError) {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard let word = parts.first, !word.hasPrefix("#") else { return }
            let rest = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            switch word {
            case "about": about.append(String(rest))
            case "codec": codec = String(rest)
            case "case":
                finishCase()
                current = DecoderCase(name: "\(suite): \(rest)", bytes: [], messages: [])
            default: try add(String(word), String(rest), number)
            }
        }

        private mutating func add(_ word: String, _ rest: String, _ number: Int) throws(CaptureScriptError) {
            let data = try Self.data(rest, number)
            guard var test = current, let bytes = data.first else {
                throw CaptureScriptError(line: number, "\(word) stands in a case and has bytes behind it")
            }
            let range = ByteRange(test.bytes.count, test.bytes.count + bytes.count)
            test.bytes += bytes
            switch word {
            case "message": test.messages.append(.init(range, content: data.count > 1 ? data[1] : nil))
            case "beat": test.messages.append(.init(range, content: [], isHeartbeat: true))
            case "rest": break
            case "error": test.mustFail = true
            default: throw CaptureScriptError(line: number, "'\(word)' is none of message, beat, rest, error")
            }
            current = test
        }

        /// The bytes on either side of `=`.
        private static func data(_ text: String, _ number: Int) throws(CaptureScriptError) -> [[UInt8]] {
            var all: [[UInt8]] = [[]]
            for token in try CaptureScript.Lexer.tokens(Array(text.utf8), line: number) {
                switch token {
                case .data(let bytes): all[all.count - 1] += bytes
                case .word("="): all.append([])
                case .word(let word): throw CaptureScriptError(line: number, "'\(word)' is no bytes")
                }
            }
            return all
        }
    }
}
