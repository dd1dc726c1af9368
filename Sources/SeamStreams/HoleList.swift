import SeamBytes

/// Bytes that arrived ahead of a hole: one run, waiting.
struct HeldSegment: Sendable {
    /// What a waiting run is counted with on top of its bytes, so that many tiny ones are bounded as well.
    static let overhead = 256

    var carrier: Carrier
    var bytes: [UInt8]
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
    /// once and need no keeping. Returns the hull of the bytes that are new, nil when none is, and whether bytes
    /// here differ from those that came.
    mutating func insert(
        _ bytes: RawSpan,
        at range: ByteRange,
        cut: Int = 0,
        direct: Int = 0,
        packet: Int,
        time: Timestamp,
        departure: Departure = Departure()
    ) -> (hull: ByteRange?, isConflict: Bool) {
        let place = firstIndex(endingBehind: range.start)
        let (fresh, isConflict) = compare(bytes, range, cut, from: place)
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
                cut: run.end - data.end
            )
            held.insert(segment, at: at)
            cost += segment.cost
        }
        return (hull, isConflict)
    }

    /// Which parts of a segment are not here yet, and whether the others differ from what is here.
    private func compare(
        _ bytes: RawSpan,
        _ range: ByteRange,
        _ cut: Int,
        from place: Int
    ) -> (fresh: [ByteRange], isConflict: Bool) {
        var fresh: [ByteRange] = []
        var isConflict = false
        var position = range.start
        var index = place
        let end = range.end + cut
        while position < end {
            guard index < held.count, held[index].range.start < end else {
                fresh.append(ByteRange(position, end))
                break
            }
            let known = held[index].range
            if position < known.start { fresh.append(ByteRange(position, known.start)) }
            isConflict = isConflict || !held[index].agrees(with: bytes, at: range)
            position = max(position, known.end)
            index += 1
        }
        return (fresh, isConflict)
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
