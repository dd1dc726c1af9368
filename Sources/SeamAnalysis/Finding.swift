public import SeamBytes

/// A diagnosis for a person: what is wrong, where, and the numbers that show it.
///
/// Findings are values; the words are in SeamReport, one place for all of them.
public struct Finding: Equatable, Sendable {
    /// How much it matters.
    public enum Severity: UInt8, Comparable, Sendable, CaseIterable {
        /// Worth knowing; nothing went wrong.
        case note
        /// Something went wrong, or will.
        case warning
        /// A sender broke its own framing: a receiver cannot get this right.
        case error

        /// The name as it is written in output.
        public var name: StaticString {
            switch self {
            case .note: "note"
            case .warning: "warning"
            case .error: "error"
            }
        }

        /// Whether it matters less.
        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// A number of the evidence.
    public struct Measure: Equatable, Sendable {
        /// What is measured.
        public var name: MeasureName
        /// How much: bytes, nanoseconds, or a count, by its name.
        public var value: Int
    }

    /// What was found.
    public var kind: FindingKind
    /// How much it matters.
    public var severity: Severity
    /// The sender of the bytes, or who did it; nil for the connection.
    public var from: Side?
    /// The bytes in the half that `from` sends.
    public var range: ByteRange?
    /// The first and last packet, from 1.
    public var packets: ClosedRange<Int>?
    /// The index of the unit in its half.
    public var unit: Int?
    /// The evidence, in the order in which it is told.
    public private(set) var evidence: [Measure] = []
    /// Bytes from the wire that show it, at most 16.
    public var bytes: [UInt8] = []

    /// A finding with the severity of its kind.
    public init(_ kind: FindingKind, from: Side? = nil, severity: Severity? = nil) {
        self.kind = kind
        self.severity = severity ?? kind.severity
        self.from = from
    }

    /// The number of this name, if it is in the evidence.
    public subscript(name: MeasureName) -> Int? { evidence.first { $0.name == name }?.value }

    /// The finding at these bytes.
    public func at(_ range: ByteRange) -> Finding {
        var copy = self
        copy.range = range
        return copy
    }

    /// The finding in this packet, or from it to another one; 0 is none.
    public func packets(_ first: Int, _ last: Int? = nil) -> Finding {
        guard first > 0 else { return self }
        var copy = self
        copy.packets = first...max(first, last ?? first)
        return copy
    }

    /// The finding in this unit.
    public func unit(_ index: Int) -> Finding {
        var copy = self
        copy.unit = index
        return copy
    }

    /// The finding with one more number, unless that is nil.
    public func with(_ name: MeasureName, _ value: Int?) -> Finding {
        guard let value else { return self }
        var copy = self
        copy.evidence.append(Measure(name: name, value: value))
        return copy
    }
}

/// What the numbers of a finding's evidence are.
public enum MeasureName: UInt8, Hashable, Sendable, CaseIterable {
    /// How often.
    case count
    /// The length that the sender wrote.
    case declared
    /// The length that it most likely meant.
    case likely
    /// The offset from which on a decoder reads content as headers.
    case lostFrom
    /// Bytes that are there.
    case bytes
    /// Bytes that there should be.
    case expected
    /// Most bytes allowed.
    case limit
    /// Nanoseconds in all.
    case total
    /// Nanoseconds of the longest.
    case longest
    /// Nanoseconds from one to the next, on average.
    case period
    /// Nanoseconds between the shortest and the longest interval.
    case jitter
    /// How many did not come.
    case missed
    /// How many were answered.
    case answered
    /// Nanoseconds of silence before.
    case silence
    /// Nanoseconds that were waited before another attempt.
    case delay
    /// Which attempt it is, from 1.
    case attempt
    /// Attempts that failed before it.
    case failed
    /// The number of another connection.
    case stream
    /// Bytes that were sent and never acknowledged.
    case lost

    /// The name as it is written in output.
    public var name: StaticString {
        switch self {
        case .count: "count"
        case .declared: "declared"
        case .likely: "likely"
        case .lostFrom: "lost_from"
        case .bytes: "bytes"
        case .expected: "expected"
        case .limit: "limit"
        case .total: "total"
        case .longest: "longest"
        case .period: "period"
        case .jitter: "jitter"
        case .missed: "missed"
        case .answered: "answered"
        case .silence: "silence"
        case .delay: "delay"
        case .attempt: "attempt"
        case .failed: "failed"
        case .stream: "stream"
        case .lost: "lost"
        }
    }

    /// Whether the number is nanoseconds.
    public var isTime: Bool {
        switch self {
        case .total, .longest, .period, .jitter, .silence, .delay: true
        default: false
        }
    }
}
