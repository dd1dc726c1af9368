import Seam

/// Where the last units of a half ended, to tell which units have bytes in a range.
struct UnitBorders {
    /// The ends of the units `first..<next`, in order.
    private var ends: [Int] = []
    /// The index of the first unit that is still known.
    private var first = 0
    /// Where that unit starts.
    private var start = 0

    /// How many units are known.
    var count: Int { ends.count }
    /// The index of the unit to come.
    var next: Int { first + ends.count }
    /// Where the unit to come starts.
    var end: Int { ends.last ?? start }

    /// Adds the next unit, which ends at `end`.
    mutating func append(end: Int) { ends.append(end) }

    /// Forgets all units but the last `count`.
    mutating func keep(_ count: Int) {
        let surplus = ends.count - count
        guard surplus > 0 else { return }
        start = ends[surplus - 1]
        ends.removeFirst(surplus)
        first += surplus
    }

    /// The indices of the units that have bytes in `range`, as far as they are known.
    ///
    /// Bytes behind the last border and before `reached` belong to the unit to come.
    func units(in range: ByteRange, reached: Int) -> Range<Int> {
        guard !range.isEmpty, range.end > start else { return 0..<0 }
        let low = unit(holding: max(range.start, start))
        if range.end <= end { return low..<(unit(holding: range.end - 1) + 1) }
        let isOpen = max(range.start, end) < reached
        return low..<max(low, isOpen ? next + 1 : next)
    }

    /// The index of the unit that holds an offset, the one to come for what lies behind.
    private func unit(holding offset: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return first + low
    }
}
