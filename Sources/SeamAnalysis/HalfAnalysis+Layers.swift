import SeamBytes
import SeamCodecs
import SeamStreams

extension HalfAnalysis {
    /// Compares the units of all layers in the order in which they were completed.
    @inline(never)
    mutating func compareLayers(
        _ batch: inout UnitBatch,
        _ bytes: RawSpan,
        _ receiver: (any UnitReceiver)?
    ) {
        var next = 0
        take(batch, &next, behind: -1, nil, receiver)
        for place in 0..<batch.count {
            let result = compare(&batch, place, bytes, receiver)
            take(batch, &next, behind: place, result, receiver)
        }
    }

    /// Takes the events that follow a unit of layer 0.
    private mutating func take(
        _ batch: borrowing UnitBatch,
        _ next: inout Int,
        behind place: Int,
        _ result: SeamFinder.Result?,
        _ receiver: (any UnitReceiver)?
    ) {
        let carriers = finder.carriers.copy(result?.carriers ?? 0..<0)
        let unit = result == nil ? nil : batch[place].range
        while next < batch.layers.count, batch.layers[next].place == place {
            let event = batch.layers[next].kind
            next += 1
            if case .readings(let layer, let readings) = event {
                dispute(readings, layer, result, batch, behind: next - 1)
                continue
            }
            if above == nil { above = LayerAnalyses(wantsPicture: wantsPicture) }
            let wantsReport = receiver != nil
            let answer = above?.take(
                event,
                parent: carriers,
                of: unit,
                batch.details,
                wantsReport: wantsReport
            )
            guard let taken = answer else { continue }
            if taken.unit.unit.kind == .heartbeat, attention.contains(.wanted) {
                noteLayerBeat(taken.unit, taken.result, carriers.last)
            }
            guard let receiver, let report = taken.report, let above else { continue }
            let layer = above.layers[report.layer - 1]
            let whole = UnitReport(
                stream: stream,
                from: side,
                index: taken.index,
                unit: taken.unit.unit,
                result: taken.result,
                time: layer.finder.completion(of: taken.result) ?? time,
                codec: taken.unit.codec,
                rule: taken.unit.unit.violation.flatMap { decoder.rule($0.rule) },
                layer: report
            )
            receiver.receive(whole, layer.finder, batch, place)
        }
    }

    /// Notes that receivers read the last unit of a layer in different ways; `index` is the event that says so.
    private mutating func dispute(
        _ readings: [STOMPReading],
        _ layer: Int,
        _ result: SeamFinder.Result?,
        _ batch: borrowing UnitBatch,
        behind index: Int
    ) {
        guard attention.contains(.wanted) else { return }
        var unit = unitCount - 1
        var range: ByteRange?
        var packet = result?.carriers.first.map { finder.carriers[$0].packet } ?? 0
        if layer == 0 {
            let place = batch.layers[index].place
            if place >= 0 { range = batch[place].range }
        } else if let known = above?.layers[layer - 1], let last = known.last {
            unit = known.unitCount - 1
            packet = last.result.carriers.first.map { known.finder.carriers[$0].packet } ?? packet
            if index > 0, case .unit(let unit) = batch.layers[index - 1].kind, let first = unit.sources.first
            {
                range = ByteRange(first.start, unit.sources.last?.end ?? first.end)
            }
        }
        let dispute = Dispute(layer: layer, unit: unit, range: range, packet: packet, readings: readings)
        rare.update(HalfNotes()) { $0.add(dispute) }
    }

    /// Notes a heart-beat of a layer above the first one: the LF of STOMP, or the `h` of SockJS, in a message of its own.
    private mutating func noteLayerBeat(
        _ beat: LayerUnit,
        _ result: SeamFinder.Result,
        _ carrier: Carrier?
    ) {
        guard result.verdict == .whole, let carrier, let start = beat.sources.first?.start else { return }
        note(
            beat: [],
            at: HalfNotes.Place(offset: start, packet: carrier.packet, unit: unitCount),
            carrier.time,
            isAlone: true,
            isNew: true,
            knownBy: beat.codec
        )
    }
}
