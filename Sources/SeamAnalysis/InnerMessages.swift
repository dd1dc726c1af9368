import SeamBytes
import SeamCodecs

/// Messages that follow each other inside one carrier: most of a bulk transfer's, and all alike but for their size.
///
///     carrier   |------------------------------------|
///     units   -----|------|-------|------|-------|-----
///                  ^ compared     ^ counted      ^ compared
struct InnerMessages {
    private(set) var count = 0
    private(set) var bytes = 0
    private(set) var shortest = Int.max
    private(set) var longest = 0

    @inline(__always)
    mutating func add(_ size: Int) {
        count &+= 1
        bytes &+= size
        shortest = min(shortest, size)
        longest = max(longest, size)
    }
}

extension HalfAnalysis {
    /// Counts the messages from a place of the batch on that lie inside the carrier in which the unit before them ended,
    /// without a look at each; returns the place of the next unit that needs one.
    ///
    /// To be asked only where nobody wants to see every unit.
    @inline(__always)
    mutating func passInner(_ batch: inout UnitBatch, from place: Int, _ bytes: RawSpan) -> Int {
        guard place < batch.count, let carrier = finder.goingOn,
            batch[place].range.end < carrier.range.end
        else { return place }
        return passInner(&batch, from: place, bytes, carrier)
    }

    private mutating func passInner(
        _ batch: inout UnitBatch,
        from place: Int,
        _ bytes: RawSpan,
        _ carrier: (range: ByteRange, packet: Int, cause: Cause)
    ) -> Int {
        guard areAlike(batch[place], in: carrier.packet) else { return place }
        let origin = fed - bytes.byteCount
        let watchesBeats = attention.contains(.wanted)
        var inner = InnerMessages()
        var next = place
        while next < batch.count {
            let unit = batch[next]
            guard unit.kind == .message, unit.range.end < carrier.range.end, unit.violation == nil,
                unit.earlyEnd == 0
            else { break }
            if watchesBeats, unit.range.count <= Beat.longestContent,
                let first = bytes.byte(at: unit.range.start - origin), Beat.mayBegin(first)
            {
                break
            }
            inner.add(unit.range.count)
            unitEnd = unit.range.end
            next &+= 1
        }
        guard inner.count > 0 else { return place }
        summary.count(inner, carrier.cause)
        clients.takeInner(&batch, place, inner.count, index: unitCount)
        unitCount &+= inner.count
        if watchesBeats { rare.update(HalfNotes()) { $0.odd?.last = unitCount - 1 } }
        return next
    }

    /// Whether there is no more to say of messages that are coalesced in the carrier of this packet.
    private mutating func areAlike(_ unit: Unit, in packet: Int) -> Bool {
        if !clients.isReadyForInner { return false }
        if isDrawn(unit, .coalesced) { return false }
        guard attention.contains(.wanted) else { return attention.isEmpty }
        guard attention == .wanted else { return false }
        return rare.read { notes in
            notes.odd != nil && !notes.hasSuspect && notes.hasManyJoins && notes.joinedPacket == packet
        } ?? false
    }
}
