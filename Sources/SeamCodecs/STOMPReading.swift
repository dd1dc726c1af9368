import SeamBytes

/// How one receiver reads a frame of STOMP that not all receivers read alike.
public struct STOMPReading: Equatable, Sendable {
    /// In what a reading differs from the specification's.
    public struct Ways: OptionSet, Hashable, Sendable {
        /// The ways as bits.
        public var rawValue: UInt8

        /// Ways from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It is an error, which ends the connection.
        public static let error = Ways(rawValue: 1 << 0)
        /// It is a frame, where others report an error.
        public static let frame = Ways(rawValue: 1 << 1)
        /// The receiver waits for more bytes.
        public static let wait = Ways(rawValue: 1 << 2)
        /// The frame ends elsewhere, so that the next one begins wrong.
        public static let end = Ways(rawValue: 1 << 3)
        /// Headers are dropped.
        public static let dropped = Ways(rawValue: 1 << 4)
        /// A header has another value.
        public static let value = Ways(rawValue: 1 << 5)
        /// The body is another.
        public static let body = Ways(rawValue: 1 << 6)
    }

    /// Who reads it so; `strict` is the specification.
    public var receiver: STOMPDialect
    /// In what it differs.
    public var ways: Ways
    /// What the receiver does, for a person; names and values from the wire are in it, to be escaped when printed.
    public var words: String

    /// Larger frames are not read again.
    static let longest = 64 << 10
    /// So many bytes that could not be placed are kept and read again: every half may have some.
    static let longestLost = 4 << 10
    /// Longer lines are looked at: Netty takes 1024 bytes.
    static let shortLine = 1000

    /// How the receivers that do not read a frame as the specification does read it; none where all do.
    static func all(
        of frame: STOMPDecoder.Frame,
        in bytes: RawSpan,
        at start: Int
    ) -> [STOMPReading] {
        guard frame.dispute > 0, bytes.byteCount <= longest else { return [] }
        let expected = STOMPReceived(frame, bytes, start)
        return STOMPDialect.receivers.compactMap { dialect in
            reading(of: dialect, bytes, expected)
        }
    }

    /// The same with the specification's own reading, where that is an error and receivers take the frame nevertheless.
    static func withStrict(
        of frame: STOMPDecoder.Frame,
        in bytes: RawSpan,
        at start: Int
    ) -> [STOMPReading] {
        let others = all(of: frame, in: bytes, at: start)
        guard frame.dispute > 0, bytes.byteCount <= longest, let fault = frame.fault, fault.isOfText else {
            return others
        }
        return judged(others, against: fault.rule)
    }

    /// How receivers read bytes in which the specification finds no frame, by this rule; none where they find none either.
    ///
    /// `bytes` begin where the frame does and may go on behind it.
    static func all(inUndecoded bytes: RawSpan, _ rule: Rule) -> [STOMPReading] {
        let part = bytes.clamped(0..<min(bytes.byteCount, longestLost))
        let readings = STOMPDialect.receivers.compactMap { dialect -> STOMPReading? in
            switch STOMPDialectReader(dialect: dialect, maximum: .max).read(part) {
            case .needMore, .noise: return nil
            case .broken(let violation): return STOMPReading(dialect, violation)
            case .frame(let frame):
                let words = "takes \(frame.count) bytes for a frame with a body of \(frame.body.count)"
                return STOMPReading(receiver: dialect, ways: .frame, words: words)
            }
        }
        return judged(readings, against: rule, isUndecoded: true)
    }

    /// Adds what the specification says of a frame that breaks a rule, unless every receiver reports an error too.
    private static func judged(
        _ others: [STOMPReading],
        against rule: Rule,
        isUndecoded: Bool = false
    ) -> [STOMPReading] {
        var readings = [STOMPReading(receiver: .strict, ways: .error, words: "error: \(rule.text)")]
        for dialect in STOMPDialect.receivers {
            if let found = others.first(where: { $0.receiver == dialect }) {
                readings.append(found)
            } else if !isUndecoded {
                readings.append(STOMPReading(receiver: dialect, ways: .frame, words: "takes it as it is"))
            }
        }
        return readings.allSatisfy { $0.ways == .error } ? [] : readings
    }

    /// What one receiver does otherwise; nil where it does nothing so.
    private static func reading(
        of dialect: STOMPDialect,
        _ bytes: RawSpan,
        _ expected: STOMPReceived
    ) -> STOMPReading? {
        switch STOMPDialectReader(dialect: dialect, maximum: .max).read(bytes) {
        case .needMore: STOMPReading(receiver: dialect, ways: .wait, words: "waits for more bytes")
        case .noise:
            STOMPReading(receiver: dialect, ways: .end, words: "takes its first bytes for nothing")
        case .broken(let violation): STOMPReading(dialect, violation)
        case .frame(let frame): STOMPReading(dialect, frame, expected, bytes.byteCount)
        }
    }
}

extension STOMPReading {
    fileprivate init(_ dialect: STOMPDialect, _ violation: Violation) {
        let rule = STOMPDialectRule.all.first { $0.id.description == violation.rule.description }
        self.init(receiver: dialect, ways: .error, words: "error: \(rule?.text.description ?? "")")
    }

    /// Compares what a receiver gets of a frame of `count` bytes with what it should get; nil where that is the same.
    fileprivate init?(
        _ dialect: STOMPDialect,
        _ frame: STOMPReceived,
        _ expected: STOMPReceived,
        _ count: Int
    ) {
        var ways: Ways = []
        var words: [String] = []
        if frame.count != count {
            ways.insert(.end)
            words.append("ends it after \(frame.count) of \(count) bytes")
        }
        for header in expected.headers {
            let name = String(decoding: header.name, as: UTF8.self)
            guard let found = frame.headers.first(where: { $0.name == header.name }) else {
                ways.insert(.dropped)
                words.append("drops header \(name)")
                continue
            }
            guard found.value != header.value else { continue }
            ways.insert(.value)
            words.append("reads \(name) as \(String(decoding: found.value, as: UTF8.self))")
        }
        if frame.body != expected.body {
            ways.insert(.body)
            words.append("gets a body of \(frame.body.count) bytes, not \(expected.body.count)")
        }
        guard !ways.isEmpty else { return nil }
        self.init(receiver: dialect, ways: ways, words: words.joined(separator: "; "))
    }

    /// Whether anything is in the frame that receivers treat differently: most frames have nothing of it.
    ///
    /// `bytes` begin with the frame; `head` is how it was read, and `hasLines` whether an LF is in its body.
    static func isDisputed(
        _ frame: STOMPDecoder.Frame,
        _ head: STOMPHead,
        _ bytes: RawSpan,
        hasLines: Bool
    ) -> Bool {
        if frame.fault != nil || frame.readAs != nil || !head.traits.isEmpty { return true }
        if hasLines || head.hasLongLine || frame.firstNUL != nil || head.count > 100 { return true }
        return head.mayRepeat && repeats(frame, bytes, frame.word.start)
    }

    /// Whether two headers have the same name.
    private static func repeats(_ frame: STOMPDecoder.Frame, _ bytes: RawSpan, _ start: Int) -> Bool {
        var lines = STOMPHeaderLines(frame, at: start)
        var names: [Range<Int>] = []
        while let line = lines.line(in: bytes) {
            let name = bytes.clamped(line.name)
            if names.contains(where: { bytes.clamped($0).isSame(as: name) }) { return true }
            names.append(line.name)
        }
        return false
    }
}

extension STOMPReceived {
    /// A frame as the specification reads it: of repeated headers the first counts.
    init(_ frame: STOMPDecoder.Frame, _ bytes: RawSpan, _ start: Int) {
        word = [UInt8](copying: bytes.clamped(frame.word.start - start..<frame.word.end - start))
        body = [UInt8](copying: bytes.clamped(frame.body.start - start..<frame.body.end - start))
        count = bytes.byteCount
        let version = frame.command.isHandshake ? .v10 : frame.readAs ?? .v12
        var lines = STOMPHeaderLines(frame, at: start)
        while let line = lines.line(in: bytes) {
            guard let name = STOMPEscape.decode(bytes.clamped(line.name), version),
                let value = STOMPEscape.decode(bytes.clamped(line.value), version),
                !headers.contains(where: { $0.name == name })
            else { continue }
            headers.append(Header(name: name, value: value))
        }
    }
}

extension STOMPDialect {
    /// Those that are programs.
    static let receivers = allCases.filter { $0 != .strict }
}

extension STOMPFault {
    /// Whether a reader sees it in the text of the frame alone, without knowing what the frame is for.
    fileprivate var isOfText: Bool {
        switch self {
        case .unknownCommand, .badEscape, .rawColon, .carriageReturn, .emptyName, .badLength, .bodyNotAllowed:
            true
        case .missingNUL, .missingHeader, .badVersion: false
        }
    }
}

extension RawSpan {
    /// Whether both hold the same bytes.
    fileprivate func isSame(as other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        for index in 0..<byteCount where byte(at: index) != other.byte(at: index) { return false }
        return true
    }
}
