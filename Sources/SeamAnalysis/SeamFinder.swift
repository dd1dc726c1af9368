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
public struct SeamFinder: ~Copyable {
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

        /// How many carriers in its middle are not remembered.
        @inline(__always)
        var leftOut: Int { carriers.isEmpty ? 0 : max(0, cuts &+ 1 &- carriers.count) }
    }

    /// Most carriers that are remembered for one half, unless another limit is given; of a message in more pieces the middle
    /// ones are only counted.
    public static let carrierLimit = 4096
    /// So many connections have that limit; of more each has less (`share(of:among:)`).
    private static let unlimited = 64

    /// Most carriers that are remembered of bytes that belong to no message: of these no border is told.
    public static let lostLimit = 64
    /// The same, where nobody is told of such bytes.
    private static let fewest = 2

    /// Carriers left out of the middle of a message.
    private struct LeftOut: Sendable {
        var count = 0
        /// The bytes that they brought.
        var range: ByteRange
        /// The causes of the cuts behind them.
        var cuts = CauseCounts()
    }

    /// For so many carriers there is room in most halves.
    private static let usualRoom = 2
    /// Room that is given back: a half whose messages need more of it would only ask for it again.
    private static let shortRoom = 3...8

    /// The carriers whose bytes do not all belong to units yet, in order; those before `first` are done with.
    public private(set) var carriers = Row<Carrier>(room: 0)
    private var first = 0
    private var leftOut = Rare<LeftOut>()

    /// The segments that brought the carriers, where those are reads: none, or one entry.
    var segments = Apart<SegmentsBehind>()

    /// The carrier whose joins were judged last, by its end, which no other has.
    private var judged = (end: 0, cause: Cause.unknown)
    /// How the sender writes, as far as its joins have told.
    private var habit = WritingHabit()

    /// Most carriers that it remembers itself.
    let limit: UInt32

    /// A comparison at offset 0 that remembers so many carriers, four at least: the ends of what it leaves out.
    public init(limit: Int = carrierLimit) { self.limit = UInt32(clamping: max(4, limit)) }

    /// Most carriers for a half of one of so many connections, since messages may be under way in all of them.
    public static func share(of limit: Int, among connections: Int) -> Int {
        max(min(limit, lostLimit), limit / max(1, connections / unlimited))
    }

    /// Asks memory for the carriers, as many as there usually are.
    @inline(__always)
    func prefetch() { carriers.prefetch(bytes: Self.usualRoom &* MemoryLayout<Carrier>.stride) }

    /// Forgets all, and keeps the memory that most halves need.
    mutating func clear() {
        carriers.removeAll()
        first = 0
        if carriers.room > Self.usualRoom { carriers.setRoom(0) }
        leftOut = Rare()
        segments = Apart()
    }

    /// Takes memory for carriers in place of its own, which it gives, while there are none.
    mutating func take(_ memory: inout Row<Carrier>) { swap(&carriers, &memory) }

    /// Adds the next carrier; it starts where the last one ended, or behind a gap.
    @inline(__always)
    public mutating func add(_ carrier: borrowing Carrier) {
        // Rather than grow: every half keeps its own, and most need no more than two.
        if carriers.count == carriers.room { makeRoom() }
        carriers.append(copy carrier)
        if carriers.count > Int(limit) { thin(to: Int(limit)) }
    }

    /// Adds the next carrier of a derived stream; more bytes of the packet that was added last make it longer.
    mutating func addJoining(_ carrier: Carrier) {
        let place = carriers.count - 1
        guard place >= 0, carriers[place].packet == carrier.packet,
            carriers[place].range.end == carrier.range.start
        else { return add(carrier) }
        let last = carriers[place].hull
        carriers[place].range.end = carrier.range.end
        carriers[place].hull = ByteRange(
            min(last.start, carrier.hull.start),
            max(last.end, carrier.hull.end)
        )
    }

    /// Forgets the carriers that are done with, and gives back what a message in a few more pieces than usual took;
    /// where there are too few of them, makes room for one more.
    private mutating func makeRoom() {
        guard first > 0, first &* 2 >= carriers.count else {
            if carriers.room < Self.shortRoom.lowerBound { carriers.setRoom(carriers.room + 1) }
            return
        }
        carriers.removeFirst(first)
        first = 0
        if carriers.count < Self.usualRoom, Self.shortRoom.contains(carriers.room) {
            carriers.setRoom(Self.usualRoom)
        }
    }

    /// Compares the next unit; it starts where the last one ended, and its carriers have been added.
    @inline(__always)
    public mutating func compare(_ unit: ByteRange) -> Result {
        while first < carriers.count, carriers[first].range.end <= unit.start { first &+= 1 }
        guard first < carriers.count else { return broughtByNone }
        let range = carriers[first].range
        guard range.start < unit.end else { return broughtByNone }
        if range.end < unit.end { return compareSeveral(unit) }
        let hull = carriers[first].hull
        let isCoalesced = hull.start < unit.start || hull.end > unit.end
        return Result(
            verdict: isCoalesced ? .coalesced : .whole,
            cuts: 0,
            endsInJoin: range.end > unit.end,
            carriers: first..<(first &+ 1)
        )
    }

    /// The carrier that goes on behind the last compared unit, and why joins in it are; nil where it does not or its
    /// joins have not been judged.
    ///
    /// A unit that ends before it is coalesced as the last one was, in this carrier alone, and ends in a join.
    @inline(__always)
    var goingOn: (range: ByteRange, packet: Int, cause: Cause)? {
        guard segments.isEmpty, first < carriers.count, judged.end == carriers[first].range.end else {
            return nil
        }
        return (carriers[first].range, carriers[first].packet, judged.cause)
    }

    private var broughtByNone: Result {
        Result(verdict: .whole, cuts: 0, endsInJoin: false, carriers: first..<first)
    }

    @inline(__always)
    private mutating func compareSeveral(_ unit: ByteRange) -> Result {
        var last = first
        var isCoalesced = false
        while last < carriers.count, carriers[last].range.start < unit.end {
            let hull = carriers[last].hull
            isCoalesced = isCoalesced || hull.start < unit.start || hull.end > unit.end
            last += 1
        }
        let pieces = last - first + (leftOut.isEmpty ? 0 : countLeftOut(in: unit))
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

    @inline(never)
    private func countLeftOut(in unit: ByteRange) -> Int {
        leftOut.read { unit.start <= $0.range.start && $0.range.end <= unit.end ? $0.count : 0 } ?? 0
    }

    /// When the packet was captured that completed a compared unit: of its carriers the one that came last.
    ///
    /// That is not the one at its end when a late segment filled a hole.
    @inline(__always)
    func completion(of result: Result) -> Timestamp? {
        if !segments.isEmpty { return segments.read { $0.finder.completion(of: $0.result) } }
        guard let last = result.carriers.last else { return nil }
        guard result.carriers.count > 1 else { return carriers[last].time }
        var latest = last
        for index in result.carriers where carriers[index].packet > carriers[latest].packet { latest = index }
        return carriers[latest].time
    }

    /// Appends the seams of a compared unit: its cuts if it can have any, then the join at its end.
    public func appendSeams(of unit: Unit, _ result: Result, to seams: inout [Seam]) {
        if isOfReads { return appendSeamsOfReads(of: unit, result, to: &seams) }
        for place in result.carriers.dropLast() where unit.kind.canBeCut { seams.append(cut(behind: place)) }
        if let join = joinSeam(of: unit, result) { seams.append(join) }
    }

    /// The cut inside a unit just compared that is behind a carrier of it, by its place; not for reads.
    public func cut(behind place: Int) -> Seam {
        let next = follower(of: place)
        let cause = cutCause(behind: place)
        return Seam(
            kind: .cut,
            offset: carriers[place].range.end,
            packet: carriers[place].packet,
            cause: cause,
            departure: carriers[place].departure,
            next: carriers[next].departure,
            pause: carriers[next].time.since(carriers[place].time),
            stall: cause == .write ? CutCause.stall(carriers[place], carriers[next]) : nil
        )
    }

    /// The join that a unit just compared ends in, if it does; not for reads.
    public func joinSeam(of unit: Unit, _ result: Result) -> Seam? {
        guard result.endsInJoin, let last = result.carriers.last else { return nil }
        let isJudged = judged.end == carriers[last].range.end
        return Seam(
            kind: .join,
            offset: unit.range.end,
            packet: carriers[last].packet,
            cause: isJudged ? judged.cause : JoinCause.judge(carriers[last].departure, habit),
            departure: carriers[last].departure
        )
    }

    /// A join, but for its offset: what all joins of one carrier have in common.
    public struct Join: Equatable, Sendable {
        /// The packet that holds it.
        public let packet: Int
        /// Where its carrier ends.
        public let end: Int
        /// Why it is there.
        public let cause: Cause
    }

    /// The join that a unit just compared ends in, once it was judged; nil where it ends in none, or reads are the carriers.
    @inline(__always)
    public func join(of result: Result) -> Join? {
        guard result.endsInJoin, !isOfReads, let last = result.carriers.last,
            judged.end == carriers[last].range.end
        else { return nil }
        return Join(packet: carriers[last].packet, end: judged.end, cause: judged.cause)
    }

    /// Why the join at the end of a compared unit is there; all joins of one carrier have the same cause.
    @inline(__always)
    mutating func joinCause(_ result: Result) -> Cause {
        let last = result.carriers.upperBound &- 1
        if result.carriers.isEmpty { return .unknown }
        if !segments.isEmpty { return segments.change { $0.joinCause } ?? .unknown }
        if judged.end != carriers[last].range.end {
            judged = (carriers[last].range.end, JoinCause.judge(carriers[last].departure, habit))
            habit.learn(judged.cause)
        }
        return judged.cause
    }

    /// Why the carrier at a place ends inside a compared unit.
    @inline(never)
    func cutCause(behind index: Int) -> Cause {
        CutCause.judge(carriers[index], carriers[follower(of: index)])
    }

    /// The causes of the cuts of a compared unit, counted.
    func cutCauses(_ result: Result) -> CauseCounts {
        if !segments.isEmpty { return cutCausesOfReads(result) }
        var counts = CauseCounts()
        for index in result.carriers.dropLast() { counts.add(1, to: cutCause(behind: index)) }
        if let leftOut = leftOutCuts(result) { counts.add(leftOut) }
        return counts
    }

    /// The causes of the cuts of a compared unit behind carriers that were left out; nil where none was.
    func leftOutCuts(_ result: Result) -> CauseCounts? {
        guard result.cuts >= result.carriers.count else { return nil }
        return leftOut.read { $0.cuts }
    }

    /// The place of the carrier behind another one, which stands for it where the next ones were left out.
    @inline(__always)
    func follower(of index: Int) -> Int {
        leftOut.isEmpty || leftOut.read({ $0.range.start }) != carriers[index].range.end ? index &+ 1 : index
    }

    /// Whether it is time to ask if the carriers are lost: when there is one more than some power of two, from 2 on.
    @inline(__always)
    var isLong: Bool {
        let others = carriers.count &- 1
        return others >= Self.fewest && others & (others &- 1) == 0
    }

    /// Forgets most carriers, whose bytes belong to no message; `isShown` says that somebody may be told of them.
    mutating func forgetLost(isShown: Bool) {
        let limit = isShown ? Self.lostLimit : Self.fewest
        thin(to: limit)
        segments.change { $0.finder.thin(to: limit) }
    }

    /// Drops what is done with; when that is not enough, leaves out the middle of a message in very many pieces.
    private mutating func thin(to limit: Int) {
        if first > 0 {
            carriers.removeFirst(first)
            first = 0
        }
        guard carriers.count > limit else { return }
        let middle = max(1, carriers.count / 4)..<carriers.count * 3 / 4
        let range = carriers[middle.lowerBound].range
        // Those left out before may belong to a unit that is done with.
        let isDone = leftOut.read { $0.range.end <= carriers[0].range.start } ?? false
        if isDone { leftOut = Rare() }
        var gone = leftOut.value ?? LeftOut(range: range)
        for index in middle { gone.cuts.add(1, to: cutCause(behind: index)) }
        gone.count += middle.count
        let end = max(gone.range.end, carriers[middle.upperBound - 1].range.end)
        gone.range = ByteRange(min(gone.range.start, range.start), end)
        leftOut.update(gone) { $0 = gone }
        carriers.removeSubrange(middle)
    }
}
