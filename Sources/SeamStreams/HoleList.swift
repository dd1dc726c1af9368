import SeamBytes

/// Bytes that arrived ahead of a hole: one run, waiting.
struct HeldSegment: Sendable {
    /// What a waiting run is counted with on top of its bytes, so that many tiny ones are bounded as well.
    static let overhead = 256

    var carrier: Carrier
    var bytes: [UInt8]

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
        while index < held.count, held[index].carrier.range.start == end {
            end = held[index].carrier.range.end
            index += 1
        }
        return end
    }

    /// Keeps those of `bytes`, which stand at `range`, that are not here yet; the first copy wins.
    ///
    /// `direct` counts the bytes at the front that are delivered at once and need no keeping. Returns the
    /// hull of what is new, nil when nothing is, and whether bytes here differ from those that came.
    mutating func insert(
        _ bytes: RawSpan,
        at range: ByteRange,
        direct: Int,
        packet: Int,
        time: Timestamp
    ) -> (hull: ByteRange?, isConflict: Bool) {
        var fresh: [ByteRange] = []
        var isConflict = false
        var position = range.start
        var index = firstIndex(endingBehind: range.start)
        let place = index
        while position < range.end {
            guard index < held.count, held[index].carrier.range.start < range.end else {
                fresh.append(ByteRange(position, range.end))
                break
            }
            let known = held[index].carrier.range
            if position < known.start { fresh.append(ByteRange(position, known.start)) }
            isConflict = isConflict || !held[index].agrees(with: bytes, at: range)
            position = max(position, known.end)
            index += 1
        }
        guard let first = fresh.first, let last = fresh.last else { return (nil, isConflict) }
        let hull = ByteRange(first.start, last.end)
        var at = place
        for run in fresh where run.start >= range.start + direct {
            while at < held.count, held[at].carrier.range.start < run.start { at += 1 }
            let part = bytes.clamped((run.start - range.start)..<(run.end - range.start))
            let carrier = Carrier(run, hull: hull, packet: packet, time: time)
            let segment = HeldSegment(carrier: carrier, bytes: [UInt8](copying: part))
            held.insert(segment, at: at)
            cost += segment.cost
        }
        return (hull, isConflict)
    }

    private func firstIndex(endingBehind offset: Int) -> Int {
        // Most segments lie behind all that waits.
        if let last = held.last, last.carrier.range.end <= offset { return held.count }
        var low = head
        var high = held.count
        while low < high {
            let middle = (low + high) / 2
            if held[middle].carrier.range.end <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
