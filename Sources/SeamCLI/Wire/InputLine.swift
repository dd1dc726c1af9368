import Seam

/// A line of what a person types, or of a file of messages or a script.
///
///     hello\tworld         a message with this content; escapes \r \n \t \0 \\ \xNN
///     /type 3 hello        a message of type 3
///     /hex 01 02 ff        a message with this content
///     /raw GET / \r\n      bytes as they are, without a frame; /raw-hex takes digits
enum InputLine: Equatable {
    /// A message for the codec.
    case message(FrameMessage)
    /// Bytes past the codec.
    case raw([UInt8])
    /// Something else to do.
    case order(Order)
    /// Nothing: an empty line or a comment.
    case nothing

    /// What is to be done besides sending.
    enum Order: Equatable {
        /// Wait until so many more messages have come.
        case wait(Int)
        case sleep(Duration)
        /// End this side's half.
        case end
        case reset
        case quit
        case help
    }

    /// The lines that begin with a slash, for a person.
    static let help = """
        TEXT                a message; \\r \\n \\t \\0 \\\\ \\xNN stand for bytes, // for a first slash
        /type N TEXT        a message of type N
        /hex DIGITS         a message with these bytes
        /raw TEXT           bytes without a frame; /raw-hex DIGITS
        /wait [N]           wait until N messages have come (1)
        /sleep TIME         wait: 500ms, 2s
        /end /reset /quit   end this half, reset the connection, leave

        """

    /// Reads a line.
    ///
    /// - Throws: what is wrong with it, in words that follow the line.
    init(_ line: String) throws(BadValue) {
        guard line.hasPrefix("/"), !line.hasPrefix("//") else {
            let text = line.hasPrefix("//") ? line.dropFirst() : line[...]
            self = text.isEmpty ? .nothing : .message(FrameMessage(content: try Self.bytes(text)))
            return
        }
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "/type":
            let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let type = decimal(first) else {
                throw BadValue("has no number behind /type")
            }
            let content = try Self.bytes(parts.count > 1 ? parts[1] : "")
            self = .message(FrameMessage(type: type, content: content))
        case "/hex": self = .message(FrameMessage(content: try Self.digits(rest)))
        case "/raw": self = .raw(try Self.bytes(rest))
        case "/raw-hex": self = .raw(try Self.digits(rest))
        default: self = .order(try Order(words[0], rest))
        }
    }

    private static func bytes(_ text: Substring) throws(BadValue) -> [UInt8] {
        guard let bytes = SpecParameters.unescape(String(text)) else {
            throw BadValue("has an escape that is none of \\r \\n \\t \\0 \\\\ \\xNN")
        }
        return bytes
    }

    private static func digits(_ text: Substring) throws(BadValue) -> [UInt8] {
        guard let bytes = SpecParameters.hexadecimal(text.filter { $0 != " " }) else {
            throw BadValue("has no pairs of hexadecimal digits")
        }
        return bytes
    }
}

extension InputLine.Order {
    fileprivate init(_ word: Substring, _ rest: Substring) throws(BadValue) {
        switch word {
        case "/wait":
            guard let count = rest.isEmpty ? 1 : decimal(rest) else { throw BadValue("has no number") }
            self = .wait(count)
        case "/sleep": self = .sleep(try Duration(argument: String(rest)))
        case "/end": self = .end
        case "/reset": self = .reset
        case "/quit": self = .quit
        case "/help": self = .help
        default: throw BadValue("is no order: /help lists them, // is a text that begins with a slash")
        }
    }
}
