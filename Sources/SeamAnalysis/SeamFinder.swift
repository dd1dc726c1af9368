public import SeamBytes
public import SeamCodecs
public import SeamStreams

/// Compares the two partitions of a half, units against carriers: a merge of two sorted lists, O(n+m).
///
///     carriers   |----------|------|--------------|
///     units      |----|---------|-------|---------|
///                     ^ join    ^ join  ^ join
///                           ^ cut  ^ cut
///
/// Carriers are added as they come, units as they are completed; a carrier is forgotten once all its
/// bytes belong to units.
public struct SeamFinder: Sendable {
    /// What the comparison says of one unit.
    public struct Result: Equatable, Sendable {
        /// Its verdict; `whole` for a gap, which nothing carried.
        public var verdict: Verdict
        /// The seams strictly inside the unit: how many.
        public var cuts: Int
        /// Whether the border at the unit's end is strictly inside a carrier.
        public var endsInJoin: Bool
        /// The carriers that brought it: places in `carriers`, empty for a gap.
        public var carriers: Range<Int>
    }

    /// Most carriers that are remembered for one half; of a message in more pieces the middle ones are only counted.
    public static let carrierLimit = 4096

    /// The carriers whose bytes do not all belong to units yet, in order; those before `first` are done with.
    public private(set) var carriers: [Carrier] = []
    private var first = 0
    /// Carriers left out of the middle of a message: how many, and the bytes that they brought.
    private var leftOut = (count: 0, range: ByteRange(0, 0))
    /// The causes of the cuts behind them; one table, or none as long as no carrier was left out.
    private var leftOutCuts: [CauseCounts] = []

    /// The segments that brought the carriers, where those are reads: none, or one entry.
    var segments: [SegmentsBehind] = []

    /// The carrier whose joins were judged last.
    private var judged = (carrier: ByteRange(0, 0), cause: Cause.unknown)
    /// How the sender writes, as far as its joins have told.
    private var habit = WritingHabit()

    /// A comparison at offset 0.
    public init() {}

    /// Adds the next carrier; it starts where the last one ended, or behind a gap.
    @inline(__always)
    public mutating func add(_ carrier: Carrier) {
        // Rather than grow: every half keeps its own, and most need no more than two.
        if carriers.count == carriers.capacity, first &* 2 >= carriers.count { drop() }
        carriers.append(carrier)
        if carriers.count > Self.carrierLimit { thin() }
    }

    /// Adds the next carrier of a derived stream; more bytes of the packet that was added last make it longer.
    mutating func addJoining(_ carrier: Carrier) {
        guard let last = carriers.last, last.packet == carrier.packet, last.range.end == carrier.range.start
        else { return add(carrier) }
        let hull = ByteRange(min(last.hull.start, carrier.hull.start), max(last.hull.end, carrier.hull.end))
        carriers[carriers.count - 1].range.end = carrier.range.end
        carriers[carriers.count - 1].hull = hull
    }

    /// Forgets the carriers that are done with.
    private mutating func drop() {
        carriers.dropAhead(first)
        first = 0
    }

    /// Compares the next unit; it starts where the last one ended, and its carriers have been added.
    @inline(__always)
    public mutating func compare(_ unit: ByteRange) -> Result {
        guard first < carriers.count else { return broughtByNone }
        var carrier = carriers[first]
        while carrier.range.end <= unit.start {
            first &+= 1
            guard first < carriers.count else { return broughtByNone }
            carrier = carriers[first]
        }
        guard carrier.range.start < unit.end else { return broughtByNone }
        if carrier.range.end < unit.end { return compareSeveral(unit) }
        let isCoalesced = carrier.hull.start < unit.start || carrier.hull.end > unit.end
        return Result(
            verdict: isCoalesced ? .coalesced : .whole,
            cuts: 0,
            endsInJoin: carrier.range.end > unit.end,
            carriers: first..<(first &+ 1)
        )
    }

    /// The carrier that goes on behind the last compared unit, and why joins in it are; nil where it does not or its
    /// joins have not been judged.
    ///
    /// A unit that ends before it is coalesced as the last one was, in this carrier alone, and ends in a join.
    @inline(__always)
    var goingOn: (range: ByteRange, packet: Int, cause: Cause)? {
        guard segments.isEmpty, first < carriers.count, judged.carrier == carriers[first].range else {
            return nil
        }
        return (judged.carrier, carriers[first].packet, judged.cause)
    }

    private var broughtByNone: Result {
        Result(verdict: .whole, cuts: 0, endsInJoin: false, carriers: first..<first)
    }

    private mutating func compareSeveral(_ unit: ByteRange) -> Result {
        var last = first
        var isCoalesced = false
        while last < carriers.count, carriers[last].range.start < unit.end {
            let hull = carriers[last].hull
            isCoalesced = isCoalesced || hull.start < unit.start || hull.end > unit.end
            last += 1
        }
        let isAround = unit.start <= leftOut.range.start && leftOut.range.end <= unit.end
        let pieces = last - first + (isAround ? leftOut.count : 0)
        let result = Result(
            verdict: Verdict(isSplit: pieces > 1, isCoalesced: isCoalesced),
            cuts: pieces - 1,
            endsInJoin: carriers[last - 1].range.end > unit.end,
            carriers: first..<last
        )
        // Done with, all but the last one: else they would count against the limit of the next message.
        first = last - 1
        return result
    }

    /// When the packet was captured that completed a compared unit: of its carriers the one that came last.
    ///
    /// That is not the one at its end when a late segment filled a hole.
    @inline(__always)
    func completion(of result: Result) -> Timestamp? {
        if let behind = segments.first { return behind.finder.completion(of: behind.result) }
        guard let last = result.carriers.last else { return nil }
        guard result.carriers.count > 1 else { return carriers[last].time }
        var latest = last
        for index in result.carriers where carriers[index].packet > carriers[latest].packet { latest = index }
        return carriers[latest].time
    }

    /// Appends the seams of a compared unit: its cuts if it can have any, then the join at its end.
    public func appendSeams(of unit: Unit, _ result: Result, to seams: inout [Seam]) {
        if let behind = segments.first { return appendSeams(of: unit, result, behind, to: &seams) }
        for index in result.carriers.dropLast() where unit.kind.canBeCut {
            let carrier = carriers[index]
            let next = follower(of: index)
            let cause = CutCause.judge(carrier, next)
            seams.append(
                Seam(
                    kind: .cut,
                    offset: carrier.range.end,
                    packet: carrier.packet,
                    cause: cause,
                    departure: carrier.departure,
                    next: next.departure,
                    pause: next.time.since(carrier.time),
                    stall: cause == .write ? CutCause.stall(carrier, next) : nil
                )
            )
        }
        guard result.endsInJoin, let last = result.carriers.last else { return }
        seams.append(
            Seam(
                kind: .join,
                offset: unit.range.end,
                packet: carriers[last].packet,
                cause: judged.carrier == carriers[last].range
                    ? judged.cause : JoinCause.judge(carriers[last].departure, habit),
                departure: carriers[last].departure
            )
        )
    }

    /// Why the join at the end of a compared unit is there; all joins of one carrier have the same cause.
    @inline(__always)
    mutating func joinCause(_ result: Result) -> Cause {
        guard let last = result.carriers.last else { return .unknown }
        if !segments.isEmpty { return segments[0].joinCause }
        let carrier = carriers[last].range
        if judged.carrier != carrier {
            judged = (carrier, JoinCause.judge(carriers[last].departure, habit))
            habit.learn(judged.cause)
        }
        return judged.cause
    }

    /// Counts the cuts of a compared unit by their causes.
    func countCuts(_ result: Result, into counts: inout CauseCounts) {
        if let behind = segments.first { return countCuts(result, behind, into: &counts) }
        for index in result.carriers.dropLast() {
            counts.add(1, to: CutCause.judge(carriers[index], follower(of: index)))
        }
        guard result.cuts >= result.carriers.count, let leftOut = leftOutCuts.first else { return }
        counts.add(leftOut)
    }

    /// The carrier behind another one, which stands for it where the next ones were left out.
    func follower(of index: Int) -> Carrier {
        let isLeftOut = leftOut.count > 0 && carriers[index].range.end == leftOut.range.start
        return isLeftOut ? carriers[index] : carriers[index + 1]
    }

    /// Drops what is done with; when that is not enough, leaves out the middle of a message in very many pieces.
    private mutating func thin() {
        if first > 0 {
            carriers.removeFirst(first)
            first = 0
        }
        guard carriers.count > Self.carrierLimit else { return }
        let middle = carriers.count / 4..<carriers.count * 3 / 4
        // Those left out before may belong to a unit that is done with.
        if leftOut.range.end <= carriers[0].range.start {
            leftOut = (0, carriers[middle.lowerBound].range)
            leftOutCuts = [CauseCounts()]
        }
        for index in middle {
            leftOutCuts[0].add(1, to: CutCause.judge(carriers[index], follower(of: index)))
        }
        let start = min(leftOut.range.start, carriers[middle.lowerBound].range.start)
        let end = max(leftOut.range.end, carriers[middle.upperBound - 1].range.end)
        leftOut = (leftOut.count + middle.count, ByteRange(start, end))
        carriers.removeSubrange(middle)
    }
}
