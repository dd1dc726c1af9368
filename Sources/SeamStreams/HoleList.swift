import SeamBytes

/// Bytes that arrived ahead of a hole: one run, waiting.
struct HeldSegment: Sendable {
    /// What a waiting run is counted with on top of its bytes, so that many tiny ones are bounded as well.
    static let overhead = 256

    var carrier: Carrier
    var bytes: [UInt8]
    /// When the packet was made that brought it.
    var mark = PacketMark()
    /// How many bytes behind the run the snap length cut off: they will not come.
    var cut = 0

    /// The run with the bytes that will not come.
    var range: ByteRange { ByteRange(carrier.range.start, carrier.range.end + cut) }

    var cost: Int { bytes.count + HeldSegment.overhead }

    /// Whether `others`, which stand at `range`, are the same bytes where both have any.
    func agrees(with others: RawSpan, at range: ByteRange) -> Bool {
        guard let overlap = carrier.range.intersection(range) else { return true }
        let ours = bytes.rawSpan.clamped(place(of: overlap, behind: carrier.range.start))
        return ByteSearch.areEqual(ours, others.clamped(place(of: overlap, behind: range.start)))
    }

    /// What is left of the run when the bytes of `hole` are taken out: nothing, or a part on either side.
    func without(_ hole: ByteRange) -> [HeldSegment] {
        var rests: [HeldSegment] = []
        let data = carrier.range
        if data.start < hole.start {
            let kept = ByteRange(data.start, min(data.end, hole.start))
            rests.append(part(kept, end: min(range.end, hole.start)))
        }
        if hole.end < range.end {
            let start = max(data.start, hole.end)
            rests.append(part(ByteRange(start, max(start, data.end)), end: range.end))
        }
        return rests
    }

    /// The part of the run with these bytes; behind them the snap length cut off all up to `end`.
    private func part(_ kept: ByteRange, end: Int) -> HeldSegment {
        var part = self
        part.carrier.range = kept
        part.carrier.hull = carrier.hull
        part.bytes = Array(bytes.dropFirst(kept.start - carrier.range.start).prefix(kept.count))
        part.cut = end - kept.end
        return part
    }

    private func place(of range: ByteRange, behind start: Int) -> Range<Int> {
        (range.start - start)..<(range.end - start)
    }
}

/// The runs of a half that lie behind its first hole: sorted, apart from each other, each with its bytes.
///
///     delivered |=====|  hole  |--held--|  hole  |--held--|
struct HoleList: Sendable {
    private var held: [HeldSegment] = []
    /// Where the waiting runs begin in `held`: those before were handed out.
    private var head = 0
    /// What the waiting runs cost, in bytes.
    private(set) var cost = 0

    var isEmpty: Bool { head == held.count }

    /// Where the first waiting run starts, nil when none waits.
    var firstStart: Int? { isEmpty ? nil : held[head].carrier.range.start }

    /// Takes out the run that starts at `offset`, nil when none does.
    mutating func take(at offset: Int) -> HeldSegment? {
        guard firstStart == offset else { return nil }
        var taken = HeldSegment(carrier: held[head].carrier, bytes: [])
        swap(&taken, &held[head])
        head += 1
        cost -= taken.cost
        if head == held.count || (head > 64 && head > held.count / 2) {
            held.removeFirst(head)
            head = 0
        }
        return taken
    }

    /// How far the bytes reach without a hole from `offset` on.
    func reach(from offset: Int) -> Int {
        var end = offset
        var index = head
        while index < held.count, held[index].range.start == end {
            end = held[index].carrier.range.end
            guard held[index].cut == 0 else { break }
            index += 1
        }
        return end
    }

    /// Keeps those of `bytes`, which stand at `range`, that are not here yet; the first copy wins.
    ///
    /// `cut` counts the bytes behind them that were not captured, `direct` those at the front that are delivered at
    /// once and need no keeping. Returns the hull of the bytes that are new, nil when none is.
    mutating func insert(
        _ bytes: RawSpan,
        at range: ByteRange,
        cut: Int = 0,
        direct: Int = 0,
        packet: Int,
        time: Timestamp,
        departure: Departure = Departure(),
        mark: PacketMark = PacketMark()
    ) -> ByteRange? {
        let place = firstIndex(endingBehind: range.start)
        let fresh = missing(range.start..<range.end + cut, from: place)
        let brought = fresh.compactMap { $0.intersection(range) }
        let hull = brought.first.flatMap { first in brought.last.map { ByteRange(first.start, $0.end) } }
        var at = place
        for run in fresh where run.start >= range.start + direct {
            while at < held.count, held[at].range.start < run.start { at += 1 }
            let known = ByteRange(min(run.start, range.end), min(run.end, range.end))
            let part = bytes.clamped((known.start - range.start)..<(known.end - range.start))
            let data = ByteRange(run.start, run.start + known.count)
            let carrier = Carrier(data, hull: hull, packet: packet, time: time, departure: departure)
            let segment = HeldSegment(
                carrier: carrier,
                bytes: [UInt8](copying: part),
                mark: mark,
                cut: run.end - data.end
            )
            held.insert(segment, at: at)
            cost += segment.cost
        }
        return hull
    }

    /// Whether bytes that stand at `range` differ from those here.
    func conflicts(_ bytes: RawSpan, at range: ByteRange) -> Bool {
        var index = firstIndex(endingBehind: range.start)
        while index < held.count, held[index].range.start < range.end {
            if !held[index].agrees(with: bytes, at: range) { return true }
            index += 1
        }
        return false
    }

    /// When the packet was made that brought the first run behind the start of `range`; nil when there is none.
    func mark(behind range: ByteRange) -> PacketMark? {
        let index = firstIndex(endingBehind: range.start)
        return index < held.count ? held[index].mark : nil
    }

    /// Forgets what is here of the bytes of `range`, for the last copy of them to count.
    mutating func makeRoom(for range: ByteRange) {
        let place = firstIndex(endingBehind: range.start)
        var end = place
        var rests: [HeldSegment] = []
        while end < held.count, held[end].range.start < range.end {
            cost -= held[end].cost
            rests += held[end].without(range)
            end += 1
        }
        guard end > place else { return }
        for rest in rests { cost += rest.cost }
        held.replaceSubrange(place..<end, with: rests)
    }

    /// Which parts of a segment are not here yet.
    private func missing(_ range: Range<Int>, from place: Int) -> [ByteRange] {
        var fresh: [ByteRange] = []
        var position = range.lowerBound
        var index = place
        while position < range.upperBound {
            guard index < held.count, held[index].range.start < range.upperBound else {
                fresh.append(ByteRange(position, range.upperBound))
                break
            }
            let known = held[index].range
            if position < known.start { fresh.append(ByteRange(position, known.start)) }
            position = max(position, known.end)
            index += 1
        }
        return fresh
    }

    private func firstIndex(endingBehind offset: Int) -> Int {
        // Most segments lie behind all that waits.
        if let last = held.last, last.range.end <= offset { return held.count }
        var low = head
        var high = held.count
        while low < high {
            let middle = (low + high) / 2
            if held[middle].range.end <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
