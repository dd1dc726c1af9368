import SeamBytes

/// Another decoder of STOMP whose undecoded frames are read again as receivers would, where that is asked for.
///
/// A frame without a place in the specification, one with a wrong `content-length` say, may be one for a receiver
/// that does not look at it.
final class RereadingDecoder: UnitDecoder {
    private let inner: any UnitDecoder
    private var unplaced = UnplacedBytes()
    /// The offset behind the last unit.
    private var placed = 0

    init(_ inner: any UnitDecoder) { self.inner = inner }

    var isAwaitingPeer: Bool { inner.isAwaitingPeer }
    var failure: Violation? { inner.failure }

    var framing: Framing { inner.framing }

    var innerChoice: String? { inner.innerChoice }

    func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        guard batch.wantsReadings else { return inner.feed(bytes, into: &batch) }
        let first = batch.units.count
        let waits = inner.feed(bytes, into: &batch)
        look(from: first, bytes, &batch)
        unplaced.append(bytes, placed: placed)
        return waits
    }

    func beginMidstream() { inner.beginMidstream() }

    func gap(_ count: Int, into batch: inout UnitBatch) {
        watch(&batch) { inner.gap(count, into: &$0) }
        unplaced.skip(count)
    }

    func resume(into batch: inout UnitBatch) { watch(&batch) { inner.resume(into: &$0) } }

    func peerEnded(into batch: inout UnitBatch) { watch(&batch) { inner.peerEnded(into: &$0) } }

    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        watch(&batch) { inner.finish(how, into: &$0) }
    }

    func rule(_ id: StaticString) -> Rule? { inner.rule(id) }

    /// Looks at the units that `work` hands out of the bytes kept.
    private func watch(_ batch: inout UnitBatch, _ work: (inout UnitBatch) -> Void) {
        let first = batch.units.count
        work(&batch)
        if batch.wantsReadings { look(from: first, RawSpan(), &batch) }
    }

    /// Looks at the units from the place `first` on, of the bytes kept and these next ones.
    private func look(from first: Int, _ bytes: RawSpan, _ batch: inout UnitBatch) {
        let count = batch.units.count
        guard first < count else { return }
        for place in first..<count where batch.units[place].kind == .undecoded {
            let readings = unplaced.readings(of: batch.units[place], bytes, by: inner.rule)
            if !readings.isEmpty { batch.insert(.readings(layer: 0, readings), behind: place) }
        }
        placed = batch.units[count - 1].range.end
    }
}

extension UnplacedBytes {
    /// How receivers read a unit that is undecoded, of the bytes kept and the next ones; none where they find no frame
    /// in it either.
    func readings(of unit: Unit, _ more: RawSpan, by rule: (StaticString) -> Rule?) -> [STOMPReading] {
        guard unit.kind == .undecoded, let violation = unit.violation, let rule = rule(violation.rule) else {
            return []
        }
        let bytes = part(unit.range, more)
        return bytes.isEmpty ? [] : STOMPReading.all(inUndecoded: bytes.rawSpan, rule)
    }
}
