public import SeamBytes
public import SeamCodecs

/// What a half held, in numbers.
public struct HalfSummary: Sendable {
    /// A unit that broke a rule.
    public struct Fault: Equatable, Sendable {
        /// The unit's index.
        public var index: Int
        /// What it is all the same.
        public var kind: UnitKind
        /// Its bytes.
        public var range: ByteRange
        /// The rule, with its numbers.
        public var violation: Violation
    }

    /// Most faults, and most undecoded places, that are kept; the others are only counted.
    public static let faultLimit = 8

    // What every message touches stands first and together: with ten thousand halves most of the time is
    // spent on waiting for cache lines.

    /// Messages by verdict.
    public private(set) var verdicts = CountTable<Verdict, 4>()
    private var messageBytes = 0
    /// Bytes of the shortest message, 0 without messages.
    public private(set) var shortest = 0
    /// Bytes of the longest message.
    public private(set) var longest = 0
    /// Joins by cause.
    public private(set) var joins = CauseCounts()
    /// Cuts by cause.
    public private(set) var cuts = CauseCounts()
    private var others = Rare<Others>()

    /// What is no plain message: most halves have none of it.
    private struct Others: Sendable {
        var units = CountTable<UnitKind, 5>()
        var bytes = CountTable<UnitKind, 5>()
        var faultCount = 0
        var faults: [Fault] = []
        var undecoded: [ByteRange] = []
    }

    /// Nothing yet.
    public init() {}

    /// Units that broke a rule.
    public var faultCount: Int { others.value?.faultCount ?? 0 }
    /// The first of them.
    public var faults: [Fault] { others.value?.faults ?? [] }
    /// Where nothing was decoded, the first of it.
    public var undecoded: [ByteRange] { others.value?.undecoded ?? [] }

    /// Units by kind.
    public var units: CountTable<UnitKind, 5> {
        var units = others.value?.units ?? CountTable()
        units.add(messages, to: .message)
        return units
    }

    /// Bytes by kind of the unit that they belong to.
    public var bytes: CountTable<UnitKind, 5> {
        var bytes = others.value?.bytes ?? CountTable()
        bytes.add(messageBytes, to: .message)
        return bytes
    }

    /// How many messages there are.
    public var messages: Int { verdicts.total }

    /// Counts a unit by its verdict and kind.
    @inline(__always)
    mutating func count(_ unit: Unit, _ index: Int, _ verdict: Verdict) {
        if unit.kind == .message {
            let size = unit.range.count
            verdicts.add(1, to: verdict)
            messageBytes += size
            // A message has a byte at least.
            shortest = shortest == 0 ? size : min(shortest, size)
            longest = max(longest, size)
        }
        if unit.kind != .message || unit.violation != nil { note(unit, index) }
    }

    /// Counts a unit with its seams.
    mutating func count(_ unit: Unit, _ index: Int, _ result: SeamFinder.Result, _ finder: inout SeamFinder) {
        count(unit, index, result.verdict)
        if unit.kind.canBeCut, result.cuts > 0 { count(cuts: finder.cutCauses(result)) }
        if result.endsInJoin { count(join: finder.joinCause(result)) }
    }

    /// Counts a join.
    @inline(__always)
    mutating func count(join cause: Cause) { joins.add(1, to: cause) }

    /// Counts a cut.
    @inline(__always)
    mutating func count(cut cause: Cause) { cuts.add(1, to: cause) }

    /// Counts cuts by their causes.
    mutating func count(cuts counts: CauseCounts) { cuts.add(counts) }

    /// Counts messages that are coalesced in one carrier and end in joins of this cause.
    mutating func count(_ inner: InnerMessages, _ cause: Cause) {
        verdicts.add(inner.count, to: .coalesced)
        joins.add(inner.count, to: cause)
        messageBytes += inner.bytes
        shortest = shortest == 0 ? inner.shortest : min(shortest, inner.shortest)
        longest = max(longest, inner.longest)
    }

    /// Counts what is no plain message.
    @inline(never)
    private mutating func note(_ unit: Unit, _ index: Int) {
        others.update(Others()) { others in
            if unit.kind != .message {
                others.units.add(1, to: unit.kind)
                others.bytes.add(unit.range.count, to: unit.kind)
            }
            if unit.kind == .undecoded, others.undecoded.count < Self.faultLimit {
                others.undecoded.append(unit.range)
            }
            guard let violation = unit.violation else { return }
            others.faultCount += 1
            guard others.faults.count < Self.faultLimit else { return }
            let fault = Fault(index: index, kind: unit.kind, range: unit.range, violation: violation)
            others.faults.append(fault)
        }
    }
}
