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
    private var otherUnits = CountTable<UnitKind, 5>()
    private var otherBytes = CountTable<UnitKind, 5>()
    /// Units that broke a rule.
    public private(set) var faultCount = 0
    /// The first of them.
    public private(set) var faults: [Fault] = []
    /// Where nothing was decoded, the first of it.
    public private(set) var undecoded: [ByteRange] = []

    /// Nothing yet.
    public init() {}

    /// Units by kind.
    public var units: CountTable<UnitKind, 5> {
        var units = otherUnits
        units.add(messages, to: .message)
        return units
    }

    /// Bytes by kind of the unit that they belong to.
    public var bytes: CountTable<UnitKind, 5> {
        var bytes = otherBytes
        bytes.add(messageBytes, to: .message)
        return bytes
    }

    /// How many messages there are.
    public var messages: Int { verdicts.total }

    @inline(__always)
    mutating func count(_ unit: Unit, _ index: Int, _ result: SeamFinder.Result, _ finder: inout SeamFinder) {
        let size = unit.range.count
        if unit.kind == .message {
            verdicts.add(1, to: result.verdict)
            messageBytes += size
            // A message has a byte at least.
            shortest = shortest == 0 ? size : min(shortest, size)
            longest = max(longest, size)
        } else {
            otherUnits.add(1, to: unit.kind)
            otherBytes.add(size, to: unit.kind)
            if unit.kind == .undecoded, undecoded.count < Self.faultLimit { undecoded.append(unit.range) }
        }
        if unit.kind.canBeCut, result.cuts > 0 { finder.countCuts(result, into: &cuts) }
        if result.endsInJoin { joins.add(1, to: finder.joinCause(result)) }
        if let violation = unit.violation {
            note(Fault(index: index, kind: unit.kind, range: unit.range, violation: violation))
        }
    }

    /// Counts messages that are coalesced in one carrier and end in joins of this cause.
    mutating func count(_ inner: InnerMessages, _ cause: Cause) {
        verdicts.add(inner.count, to: .coalesced)
        joins.add(inner.count, to: cause)
        messageBytes += inner.bytes
        shortest = shortest == 0 ? inner.shortest : min(shortest, inner.shortest)
        longest = max(longest, inner.longest)
    }

    private mutating func note(_ fault: Fault) {
        faultCount += 1
        if faults.count < Self.faultLimit { faults.append(fault) }
    }
}

/// Counts by the cases of a small enumeration, without a dictionary; `size` is at least the number of cases.
public struct CountTable<Key: CaseIterable & RawRepresentable & Sendable, let size: Int>: Sendable, Equatable
where Key.RawValue == UInt8 {
    private var counts: InlineArray<size, Int> = .init(repeating: 0)

    /// All zero.
    public init() {}

    /// The count of a case.
    public subscript(key: Key) -> Int { counts[Int(key.rawValue)] }

    /// Adds to the count of a case.
    public mutating func add(_ count: Int, to key: Key) { counts[Int(key.rawValue)] += count }

    /// Adds all counts of another table.
    public mutating func add(_ other: Self) {
        for place in 0..<size { counts[place] += other.counts[place] }
    }

    /// Whether both have the same counts.
    public static func == (left: Self, right: Self) -> Bool {
        Key.allCases.allSatisfy { left[$0] == right[$0] }
    }

    /// The sum of all counts.
    public var total: Int { (0..<size).reduce(0) { $0 + counts[$1] } }

    /// The cases with a count, in their order.
    public var present: [(key: Key, count: Int)] {
        Key.allCases.compactMap { self[$0] > 0 ? ($0, self[$0]) : nil }
    }
}
