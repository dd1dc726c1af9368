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
        if above == nil { above = LayerAnalyses() }
        var next = 0
        take(batch, &next, behind: -1, nil, receiver)
        for place in batch.units.indices {
            let result = compare(batch, place, bytes, receiver)
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
        let carriers = finder.carriers[result?.carriers ?? 0..<0]
        let unit = result == nil ? nil : batch.units[place].range
        while next < batch.layers.count, batch.layers[next].place == place {
            let event = batch.layers[next].kind
            next += 1
            let wantsReport = receiver != nil
            guard let taken = above?.take(event, parent: carriers, of: unit, wantsReport: wantsReport),
                let receiver, let report = taken.report, let above
            else { continue }
            let finder = above.layers[report.layer - 1].finder
            let whole = UnitReport(
                stream: stream,
                from: side,
                index: taken.index,
                unit: taken.unit.unit,
                result: taken.result,
                time: finder.completion(of: taken.result) ?? time,
                codec: taken.unit.codec,
                rule: taken.unit.unit.violation.flatMap { decoder.rule($0.rule) },
                layer: report
            )
            receiver.receive(whole, finder, batch, place)
        }
    }
}
