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
