import SeamBytes

/// How much a frame may have; RabbitMQ's limits for the head, a round number for the body.
public struct STOMPLimits: Equatable, Sendable {
    /// Letters of the command.
    public var command = 32
    /// Header lines, repeated ones too.
    public var headers = 100
    /// Bytes before the body.
    public var head = 100 << 10
    /// Bytes of the body.
    public var body = 16 << 20

    /// The defaults: 32, 100, 100 KiB, 16 MiB.
    public init() {}
}

/// The command line and the headers of the frame in hand, read line by line as they arrive.
///
/// Every byte of it is looked at once, eight at a time, however the stream was cut: what is here when
/// bytes are missing is a hint for the next call. Indices count from the start of the frame.
///
/// Where lines and frame end does not depend on the version: LF ends a line, a CR before it is not
/// part of it, as receivers do. What the versions say of that CR is a matter of `STOMPVerdict`.
struct STOMPHead {
    /// What reading came to.
    enum Progress {
        case complete
        case needMore
        case broken(Violation)
    }

    /// What is wrong with a header line.
    private enum Fault {
        case tooLong
        case noColon
        case tooMany

        func violation(_ limits: STOMPLimits) -> Violation {
            switch self {
            case .tooLong: Violation(STOMPRule.headTooLong.id, limit: limits.head)
            case .noColon: Violation(STOMPRule.noColon.id)
            case .tooMany: Violation(STOMPRule.tooManyHeaders.id, limit: limits.headers)
            }
        }
    }

    var command = STOMPCommand.unknown
    /// Letters of the command.
    var wordEnd = 0
    /// Where the first header stands; 0 while the command line is not all here.
    var headersStart = 0
    /// Where the empty line stands.
    var headersEnd = 0
    /// Where the body stands; 0 while the empty line is not here.
    var bodyStart = 0
    /// Header lines so far.
    var count = 0
    /// The headers with a meaning so far.
    var names = STOMPHeaderSet()
    var traits = STOMPTraits()
    /// What `content-length` says; -1 where it says nothing.
    var contentLength = -1
    /// The value of `accept-version` in a client's handshake, of `version` in a server's.
    var versions = 0..<0

    /// Whether a line is longer than some receivers like.
    private(set) var hasLongLine = false
    /// Whether two names may be the same: few that are not have the same sign.
    private(set) var mayRepeat = false
    /// The signs of the names so far, one bit each.
    private var nameSigns: UInt64 = 0

    /// Where the line in hand starts.
    private var line = 0
    /// Where its first colon stands; -1 while none is here.
    private var colon = -1
    /// How far it has been looked at.
    private var searched = 0

    /// Reads on; `bytes` are those of the frame that are here.
    mutating func read(_ bytes: RawSpan, _ limits: STOMPLimits) -> Progress {
        if headersStart == 0 {
            let progress = readCommand(bytes, limits)
            guard case .complete = progress else { return progress }
        }
        while bodyStart == 0 {
            searched = STOMPSigns.first(in: bytes, from: searched)
            guard searched < limits.head else {
                return .broken(Violation(STOMPRule.headTooLong.id, limit: limits.head))
            }
            guard let sign = bytes.byte(at: searched) else { return .needMore }
            switch sign {
            case 0x0a, 0x0d:
                var end = searched
                if sign == 0x0d {
                    end += 1
                    guard let next = bytes.byte(at: end) else { return suspend(limits) }
                    guard next == 0x0a else {
                        traits.insert(.crInside)
                        searched += 1
                        continue
                    }
                }
                if let fault = endLine(bytes, at: end, limits) { return .broken(fault.violation(limits)) }
            case UInt8(ascii: ":"):
                if colon < 0 { colon = searched } else { traits.insert(.rawColon) }
                searched += 1
            case UInt8(ascii: "\\"):
                guard let next = bytes.byte(at: searched + 1) else { return suspend(limits) }
                searched += noteEscape(next)
            case 0:
                return .broken(Violation(STOMPRule.nulInHeaders.id))
            default:
                searched += 1
            }
        }
        return .complete
    }

    /// Waits for the byte behind a sign, unless that is beyond the limit in any case.
    private func suspend(_ limits: STOMPLimits) -> Progress {
        guard searched + 1 < limits.head else {
            return .broken(Violation(STOMPRule.headTooLong.id, limit: limits.head))
        }
        return .needMore
    }

    private mutating func readCommand(_ bytes: RawSpan, _ limits: STOMPLimits) -> Progress {
        var end = wordEnd
        while end <= limits.command, let byte = bytes.byte(at: end), isLetter(byte) { end += 1 }
        wordEnd = end
        if end > limits.command {
            return .broken(Violation(STOMPRule.noCommand.id, limit: limits.command))
        }
        guard var sign = bytes.byte(at: end) else { return .needMore }
        if sign == 0x0d, end > 0 {
            guard let next = bytes.byte(at: end + 1) else { return .needMore }
            sign = next
            traits.insert(.crBreaksOldGrammar)
            end += 1
        }
        guard sign == 0x0a, end > 0 else { return .broken(Violation(STOMPRule.noCommand.id)) }
        command = STOMPCommand(bytes.extracting(0..<wordEnd))
        headersStart = end + 1
        line = headersStart
        searched = headersStart
        return .complete
    }

    private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Takes the line in hand, whose LF stands at `end`; answers with what is wrong beyond repair.
    @inline(__always)
    private mutating func endLine(_ bytes: RawSpan, at end: Int, _ limits: STOMPLimits) -> Fault? {
        guard end < limits.head else { return .tooLong }
        let hasCR = end > searched
        if searched == line {
            if hasCR { traits.insert(.crBreaksOldGrammar) }
            headersEnd = line
            bodyStart = end + 1
            return nil
        }
        guard colon >= 0 else { return .noColon }
        if colon == line { traits.insert(.emptyName) }
        if hasCR { traits.insert(.crLine) }
        noteLine(bytes, end)
        if let name = STOMPHeaderName(bytes.extracting(line..<colon)) {
            note(name, bytes, colon + 1, searched, hasCR)
        }
        count += 1
        guard count <= limits.headers else { return .tooMany }
        line = end + 1
        searched = line
        colon = -1
        return nil
    }

    /// Notes of a header line, whose LF stands at `end`, what receivers may differ about.
    @inline(__always)
    private mutating func noteLine(_ bytes: RawSpan, _ end: Int) {
        if end - line > STOMPReading.shortLine { hasLongLine = true }
        let first = bytes.byte(at: line) ?? 0
        let last = bytes.byte(at: colon - 1) ?? 0
        let sign =
            UInt64(1) << (UInt64(first &* 5 &+ last &* 3 &+ UInt8(truncatingIfNeeded: colon - line)) & 63)
        if nameSigns & sign != 0 { mayRepeat = true }
        nameSigns |= sign
    }

    /// Notes a backslash and the sign behind it; answers how many of the two are done with.
    private mutating func noteEscape(_ sign: UInt8) -> Int {
        traits.insert(.backslash)
        switch sign {
        case UInt8(ascii: "\\"): return 2
        case UInt8(ascii: "n"), UInt8(ascii: "c"): break
        case UInt8(ascii: "r"): traits.insert(.escapedCR)
        default: traits.insert(.badEscape)
        }
        return 1
    }

    /// Notes a header with a meaning; of repeated ones the first (STOMP 1.2, "Repeated Header Entries").
    private mutating func note(
        _ name: STOMPHeaderName,
        _ bytes: RawSpan,
        _ start: Int,
        _ stop: Int,
        _ hasCR: Bool
    ) {
        guard !names.contains(STOMPHeaderSet(name)) else { return }
        names.insert(STOMPHeaderSet(name))
        switch name {
        case .contentLength:
            if hasCR { traits.insert(.crBreaksOldGrammar) }
            readLength(bytes.extracting(start..<stop))
        case .acceptVersion where command == .connect || command == .stomp,
            .version where command == .connected:
            versions = start..<stop
        default: break
        }
    }

    private mutating func readLength(_ value: RawSpan) {
        let digits = value.trimmingSpaces
        var length = 0
        for index in 0..<digits.byteCount {
            guard let digit = digits.byte(at: index).map({ $0 &- UInt8(ascii: "0") }), digit < 10 else {
                traits.insert(.badLength)
                return
            }
            let (tens, tooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(Int(digit))
            length = tooLarge || overflow ? .max : sum
        }
        guard digits.byteCount > 0 else {
            traits.insert(.badLength)
            return
        }
        if digits.byteCount != value.byteCount { traits.insert(.paddedLength) }
        contentLength = length
    }
}
