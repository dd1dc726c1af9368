import SeamBytes

/// Another decoder of STOMP whose undecoded frames are read again as receivers would, where that is asked for.
///
/// A frame without a place in the specification, one with a wrong `content-length` say, may be one for a receiver
/// that does not look at it.
final class RereadingDecoder: UnitDecoder {
    private let inner: any UnitDecoder
    private var unplaced = UnplacedBytes()

    init(_ inner: any UnitDecoder) { self.inner = inner }

    var isAwaitingPeer: Bool { inner.isAwaitingPeer }

    var framing: Framing { inner.framing }

    func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        guard batch.wantsReadings else { return inner.feed(bytes, into: &batch) }
        unplaced.append(bytes)
        return watch(&batch) { inner.feed(bytes, into: &$0) }
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

    /// Looks at the units that `work` hands out.
    private func watch<Result>(_ batch: inout UnitBatch, _ work: (inout UnitBatch) -> Result) -> Result {
        let first = batch.units.count
        let result = work(&batch)
        guard batch.wantsReadings, first < batch.units.count else { return result }
        for place in first..<batch.units.count {
            let unit = batch.units[place]
            let readings = unplaced.readings(of: unit, by: inner.rule)
            if !readings.isEmpty { batch.insert(.readings(layer: 0, readings), behind: place) }
        }
        unplaced.forget(before: batch.units[batch.units.count - 1].range.end)
        return result
    }
}

extension UnplacedBytes {
    /// How receivers read a unit that is undecoded; none where they find no frame in it either.
    func readings(of unit: Unit, by rule: (StaticString) -> Rule?) -> [STOMPReading] {
        guard unit.kind == .undecoded, let violation = unit.violation, let rule = rule(violation.rule) else {
            return []
        }
        let bytes = part(unit.range)
        return bytes.isEmpty ? [] : STOMPReading.all(inUndecoded: bytes.rawSpan, rule)
    }
}
