/// What is wrong with a frame whose borders are clear all the same: it stays a message.
public enum STOMPFault: UInt8, Hashable, Sendable, CaseIterable {
    /// Another frame seems to begin in the body.
    case missingNUL
    /// The command is none, or none of this version.
    case unknownCommand
    /// A backslash with a sign behind it that the version does not define.
    case badEscape
    /// A colon in a value that should be `\c`.
    case rawColon
    /// A CR where the version has no place for one.
    case carriageReturn
    /// A header without a name.
    case emptyName
    /// A `content-length` that is no number: the first NUL ends the frame.
    case badLength
    /// A body where the version allows none.
    case bodyNotAllowed
    /// A header is missing that the command must have.
    case missingHeader
    /// A `CONNECTED` with a version that nobody knows.
    case badVersion

    /// The rule that it breaks.
    var rule: Rule {
        switch self {
        case .missingNUL: STOMPRule.missingNUL
        case .unknownCommand: STOMPRule.unknownCommand
        case .badEscape: STOMPRule.badEscape
        case .rawColon: STOMPRule.rawColon
        case .carriageReturn: STOMPRule.carriageReturn
        case .emptyName: STOMPRule.emptyName
        case .badLength: STOMPRule.badLength
        case .bodyNotAllowed: STOMPRule.bodyNotAllowed
        case .missingHeader: STOMPRule.missingHeader
        case .badVersion: STOMPRule.badVersion
        }
    }
}

/// The rules of STOMP that violations name.
enum STOMPRule {
    // A frame stays a message when it breaks one of these.
    static let unknownCommand = Rule(
        "stomp.unknown-command",
        "no command of this version: they are spelt in capitals",
        source: "STOMP 1.2, \"Augmented BNF\""
    )
    static let badEscape = Rule(
        "stomp.bad-escape",
        "a header holds a backslash that begins no escape of this version",
        source: "STOMP 1.2, \"Value Encoding\""
    )
    static let rawColon = Rule(
        "stomp.raw-colon",
        "a header value holds a colon that is not written as \\c",
        source: "STOMP 1.2, \"Augmented BNF\""
    )
    static let carriageReturn = Rule(
        "stomp.carriage-return",
        "a CR that ends no line: before 1.2 lines end with LF alone, since then with LF or CR LF",
        source: "STOMP 1.2, \"Augmented BNF\""
    )
    static let emptyName = Rule(
        "stomp.empty-name",
        "a header has no name",
        source: "STOMP 1.2, \"Augmented BNF\""
    )
    static let badLength = Rule(
        "stomp.bad-length",
        "content-length is not a number",
        source: "STOMP 1.2, \"Header content-length\""
    )
    static let bodyNotAllowed = Rule(
        "stomp.body-not-allowed",
        "only SEND, MESSAGE and ERROR may have a body",
        source: "STOMP 1.2, \"Body\""
    )
    static let missingHeader = Rule(
        "stomp.missing-header",
        "a header is missing that this command must have",
        source: "STOMP 1.2, \"Frames and Headers\""
    )
    static let badVersion = Rule(
        "stomp.bad-version",
        "the server speaks a version that is none of 1.0, 1.1 and 1.2",
        source: "STOMP 1.2, \"Protocol Negotiation\""
    )

    // This one is broken by messages and by bytes that are none.
    static let missingNUL = Rule(
        "stomp.missing-nul",
        "no NUL ends the frame before the next command, or behind the bytes that content-length counts",
        source: "STOMP 1.2, \"Body\""
    )

    // Bytes that break one of these are undecoded.
    static let noCommand = Rule(
        "stomp.no-command",
        "a frame begins with a word of letters on a line of its own",
        source: "STOMP 1.2, \"Augmented BNF\""
    )
    static let noColon = Rule(
        "stomp.no-colon",
        "a header line has no colon",
        source: "STOMP 1.2, \"Augmented BNF\""
    )
    static let nulInHeaders = Rule(
        "stomp.nul-in-headers",
        "a NUL stands among the headers: the empty line behind them is missing",
        source: "STOMP 1.2, \"STOMP Frames\""
    )
    static let tooManyHeaders = Rule("stomp.too-many-headers", "more headers than the limit")
    static let headTooLong = Rule("stomp.head-too-long", "command and headers do not end within the limit")
    static let bodyTooLong = Rule("stomp.body-too-long", "the body is longer than the limit")

    static let all = [
        missingNUL, unknownCommand, badEscape, rawColon, carriageReturn, emptyName, badLength, bodyNotAllowed,
        missingHeader, badVersion, noCommand, noColon, nulInHeaders, tooManyHeaders, headTooLong, bodyTooLong,
    ]
}
