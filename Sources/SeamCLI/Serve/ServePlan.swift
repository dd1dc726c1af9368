import Seam
import SeamConnection
import SeamTesting

/// What every client of a server gets.
struct ServePlan: Sendable {
    let codec: WireCodec
    /// What is sent; nil where only what comes is echoed.
    let source: MessageSource?
    let options: ServeOptions
    /// What happens when all is sent.
    let ending: ServeEnding
    /// Whether each piece and message is told of.
    let isVerbose: Bool

    /// The plan of the arguments; `texts` are the operands.
    ///
    /// - Throws: `usage` for arguments that do not go together, `input` for a file that cannot be read.
    init(_ options: Options, _ texts: [String]) throws(CommandError) {
        let serve = options.serve
        codec = try WireCodec(options, port: serve.port.number).served(Project(options.decoding.project))
        guard serve.pieces != .captured else {
            throw .usage("--pieces captured needs a capture: seam replay")
        }
        let lines = try Self.lines(serve.messages, texts)
        if serve.echoes {
            guard lines.isEmpty, serve.count == nil else {
                throw .usage("--echo sends what comes, and no messages of its own")
            }
            source = nil
        } else if lines.isEmpty {
            source = try MessageSource(codec, serve)
        } else {
            source = try MessageSource(lines, codec, serve)
        }
        self.options = serve
        ending = serve.ending ?? (serve.echoes ? .stay : .close)
        if serve.echoes, ending.isHalf {
            throw .usage("--then \(ending.rawValue) needs a message that --echo does not have")
        }
        isVerbose = options.output.verbosity == .verbose
    }

    /// How long a client may take.
    var patience: Swift.Duration { options.patience.patience }

    private static func lines(_ file: String?, _ texts: [String]) throws(CommandError) -> [InputLine] {
        var lines: [InputLine] = []
        for text in texts { lines.append(try Self.line(text, "the message \(shown(text))")) }
        guard let file else { return lines }
        guard texts.isEmpty else { throw .usage("--messages FILE goes without messages as arguments") }
        let text = String(decoding: try Directory.contents(file), as: UTF8.self)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            lines.append(try Self.line(String(line), "\(file): line \(number + 1)"))
        }
        return lines
    }

    private static func line(_ text: String, _ place: String) throws(CommandError) -> InputLine {
        do throws(BadValue) {
            return try InputLine(text)
        } catch {
            throw .input("\(place) \(error.problem)")
        }
    }
}
