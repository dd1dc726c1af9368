/// Counts by the cases of a small enumeration, without a dictionary; `size` is at least the number of cases.
///
/// Its code can be seen from other modules, which have it made for their keys: made for any, it looks up types at each count.
public struct CountTable<Key: CaseIterable & RawRepresentable & Sendable, let size: Int>: Sendable, Equatable
where Key.RawValue == UInt8 {
    @usableFromInline var counters = Counters<size>()

    /// All zero.
    public init() {}

    /// The count of a case.
    @inlinable public subscript(key: Key) -> Int { counters[Int(key.rawValue)] }

    /// Adds to the count of a case.
    @inline(__always)
    public mutating func add(_ count: Int, to key: Key) { counters.add(count, at: Int(key.rawValue)) }

    /// Adds all counts of another table.
    @inlinable
    public mutating func add(_ other: Self) {
        for place in 0..<size { counters.add(other.counters[place], at: place) }
    }

    /// Whether both have the same counts.
    public static func == (left: Self, right: Self) -> Bool {
        Key.allCases.allSatisfy { left[$0] == right[$0] }
    }

    /// The sum of all counts.
    @inlinable public var total: Int { (0..<size).reduce(0) { $0 + counters[$1] } }

    /// The cases with a count, in their order.
    @inlinable public var present: [(key: Key, count: Int)] {
        Key.allCases.compactMap { self[$0] > 0 ? ($0, self[$0]) : nil }
    }
}

/// Some counters, each of four bytes as long as that is enough: every half has a hundred of them.
@usableFromInline
struct Counters<let size: Int>: Sendable {
    @usableFromInline var low: InlineArray<size, UInt32> = .init(repeating: 0)
    /// What the counters have beyond their four bytes, in units of 2^32; empty as long as that is nothing.
    @usableFromInline var high: [Int] = []

    /// The count at a place.
    @inlinable subscript(place: Int) -> Int { Int(low[place]) + (high.isEmpty ? 0 : high[place] << 32) }

    /// Adds to the count at a place.
    @inlinable
    @inline(__always)
    mutating func add(_ count: Int, at place: Int) {
        let carry = Self.add(count, to: &low[place])
        if carry != 0 { keep(carry, at: place) }
    }

    /// Adds to a counter where it stands, since to read it through its place copies them all; returns what does not fit.
    @inlinable
    @inline(__always)
    static func add(_ count: Int, to low: inout UInt32) -> Int {
        let sum = Int(low) &+ count
        low = UInt32(truncatingIfNeeded: sum)
        return sum >> 32
    }

    @inline(never)
    @usableFromInline
    mutating func keep(_ carry: Int, at place: Int) {
        if high.isEmpty { high = [Int](repeating: 0, count: size) }
        high[place] += carry
    }
}
