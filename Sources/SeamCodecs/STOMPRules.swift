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

/// What versions disagree about; seen while the headers are read, judged when the version is known.
struct STOMPTraits: OptionSet, Equatable, Sendable {
    var rawValue: UInt16
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A header line ends with CR LF: before 1.2 the CR is part of the value.
    static let crLine = Self(rawValue: 1 << 0)
    /// The same in the command line, the empty line or `content-length`, which before 1.2 breaks them.
    static let crBreaksOldGrammar = Self(rawValue: 1 << 1)
    /// A CR inside a header line, which 1.2 forbids.
    static let crInside = Self(rawValue: 1 << 2)
    /// A backslash: what is read depends on the version.
    static let backslash = Self(rawValue: 1 << 3)
    /// `\r`, which only 1.2 knows.
    static let escapedCR = Self(rawValue: 1 << 4)
    /// An escape that no version knows.
    static let badEscape = Self(rawValue: 1 << 5)
    /// A second colon in a header line.
    static let rawColon = Self(rawValue: 1 << 6)
    /// A header line that begins with its colon.
    static let emptyName = Self(rawValue: 1 << 7)
    /// A `content-length` that is not a number, however much one trims.
    static let badLength = Self(rawValue: 1 << 8)
    /// A `content-length` with spaces around it, which only 1.0 tolerates.
    static let paddedLength = Self(rawValue: 1 << 9)
    /// A `CONNECTED` whose version is not known.
    static let badVersion = Self(rawValue: 1 << 10)

    /// Whether the text of a header is not the same in all versions.
    var changesReading: Bool { !isDisjoint(with: [.crLine, .backslash]) }
}

/// A frame judged by the rules of one version.
struct STOMPVerdict: Equatable {
    var fault: STOMPFault?
    /// The header that is missing, if that is the fault.
    var missing: STOMPHeaderName?
    /// The version by whose rules the headers are read, if it matters.
    var readAs: STOMPVersion?

    static let fine = Self()

    /// Whether every version surely finds the frame without fault, and reads the same in it.
    static func isFineInAll(_ head: STOMPHead, hasBody: Bool) -> Bool {
        guard head.traits.isEmpty, !hasBody || head.command.mayHaveBody else { return false }
        switch head.command {
        case .unknown, .unsubscribe, .ack, .nack: return false
        default: return head.names.isSuperset(of: head.command.required(in: .v11))
        }
    }

    init(_ fault: STOMPFault? = nil) { self.fault = fault }

    /// Judges a frame.
    ///
    /// Where the version is not known its text is read as that of 1.2, but only headers that every
    /// version asks for are missed.
    init(_ head: STOMPHead, hasBody: Bool, in version: STOMPVersion?) {
        let text = version ?? .v12
        let command = head.command
        if command == .unknown || (command == .nack && version == .v10) {
            self.init(.unknownCommand)
        } else if let fault = Self.textFault(head.traits, in: text, isEscaped: !command.isHandshake) {
            self.init(fault)
        } else if hasBody, text >= .v11, !command.mayHaveBody {
            self.init(.bodyNotAllowed)
        } else if let name = Self.missing(head, in: version) {
            self.init(.missingHeader)
            missing = name
        } else {
            self.init(head.traits.contains(.badVersion) ? .badVersion : nil)
        }
        if head.traits.changesReading { readAs = command.isHandshake ? .v12 : text }
    }

    private static func textFault(
        _ traits: STOMPTraits,
        in version: STOMPVersion,
        isEscaped: Bool
    ) -> STOMPFault? {
        if traits.isEmpty { return nil }
        if isEscaped, version >= .v11 {
            let wrong: STOMPTraits = version == .v11 ? [.badEscape, .escapedCR] : .badEscape
            if !traits.isDisjoint(with: wrong) { return .badEscape }
            if traits.contains(.rawColon) { return .rawColon }
        }
        if traits.contains(version == .v12 ? .crInside : .crBreaksOldGrammar) { return .carriageReturn }
        if traits.contains(.emptyName) { return .emptyName }
        let wrong: STOMPTraits = version == .v10 ? .badLength : [.badLength, .paddedLength]
        return traits.isDisjoint(with: wrong) ? nil : .badLength
    }

    private static func missing(_ head: STOMPHead, in version: STOMPVersion?) -> STOMPHeaderName? {
        if head.command == .unsubscribe, version == .v10 {
            // STOMP 1.0, "UNSUBSCRIBE": one of the two.
            return head.names.isDisjoint(with: [.destination, .id]) ? .destination : nil
        }
        return head.command.required(in: version).subtracting(head.names).first
    }
}
