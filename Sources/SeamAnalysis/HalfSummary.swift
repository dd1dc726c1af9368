public import SeamBytes
public import SeamCodecs

/// What a half held, in numbers.
public struct HalfSummary: Sendable {
    /// A unit that broke a rule.
    public struct Fault: Equatable, Sendable {
        /// The unit's index.
        public var index: Int
        /// Its bytes.
        public var range: ByteRange
        /// The rule, with its numbers.
        public var violation: Violation
    }

    /// Most faults that are kept; the others are only counted.
    public static let faultLimit = 8

    /// Units by kind.
    public private(set) var units = CountTable<UnitKind, 5>()
    /// Bytes by kind of the unit that they belong to.
    public private(set) var bytes = CountTable<UnitKind, 5>()
    /// Messages by verdict.
    public private(set) var verdicts = CountTable<Verdict, 4>()
    /// Joins by cause.
    public private(set) var joins = CauseCounts()
    /// Cuts by cause.
    public private(set) var cuts = CauseCounts()
    /// Bytes of the shortest message, 0 without messages.
    public private(set) var shortest = 0
    /// Bytes of the longest message.
    public private(set) var longest = 0
    /// Units that broke a rule.
    public private(set) var faultCount = 0
    /// The first of them.
    public private(set) var faults: [Fault] = []

    /// Nothing yet.
    public init() {}

    /// How many messages there are.
    public var messages: Int { units[.message] }

    @inline(__always)
    mutating func count(_ unit: Unit, _ index: Int, _ result: SeamFinder.Result, _ finder: inout SeamFinder) {
        units.add(1, to: unit.kind)
        bytes.add(unit.range.count, to: unit.kind)
        if unit.kind == .message {
            verdicts.add(1, to: result.verdict)
            shortest = units[.message] == 1 ? unit.range.count : min(shortest, unit.range.count)
            longest = max(longest, unit.range.count)
        }
        if unit.kind.canBeCut, result.cuts > 0 { finder.countCuts(result, into: &cuts) }
        if result.endsInJoin { joins.add(1, to: finder.joinCause(result)) }
        if let violation = unit.violation {
            note(Fault(index: index, range: unit.range, violation: violation))
        }
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

    /// Whether both have the same counts.
    public static func == (left: Self, right: Self) -> Bool {
        Key.allCases.allSatisfy { left[$0] == right[$0] }
    }

    /// The sum of all counts.
    public var total: Int {
        var sum = 0
        for index in counts.indices { sum += counts[index] }
        return sum
    }

    /// The cases with a count, in their order.
    public var present: [(key: Key, count: Int)] {
        Key.allCases.compactMap { self[$0] > 0 ? ($0, self[$0]) : nil }
    }
}
