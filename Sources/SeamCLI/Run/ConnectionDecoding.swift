import Seam

/// The decoding of a connection's halves apart from a capture.
enum ConnectionDecoding {
    /// What the decoders make of the halves of one connection, with what each layer's stream holds.
    ///
    /// They wait for each other, so the order in which they are fed does not matter.
    static func batches(
        _ halves: [HalfKey: HalfText],
        _ decoders: (client: any UnitDecoder, server: any UnitDecoder)
    ) -> [Side: UnitBatch] {
        var batches: [Side: UnitBatch] = [:]
        func with(_ side: Side, _ work: (any UnitDecoder, inout UnitBatch) -> Void) {
            var batch = batches.removeValue(forKey: side) ?? Self.batch
            work(side == .client ? decoders.client : decoders.server, &batch)
            batches[side] = batch
        }
        for (key, half) in halves.sorted(by: { $0.key < $1.key }) {
            with(key.side) { decoder, batch in
                var end = 0
                for run in half.runs {
                    if run.start > end { decoder.gap(run.start - end, into: &batch) }
                    decoder.feed(run.bytes.rawSpan, into: &batch)
                    end = run.range.end
                }
            }
        }
        for side in [Side.client, .server, .client, .server] { with(side) { $0.resume(into: &$1) } }
        for side in Side.allCases { with(side) { $0.peerEnded(into: &$1) } }
        for side in Side.allCases { with(side) { $0.finish(.cut, into: &$1) } }
        return batches
    }

    private static var batch: UnitBatch {
        var batch = UnitBatch(wantsDetails: true)
        batch.wantsContents = true
        return batch
    }
}
