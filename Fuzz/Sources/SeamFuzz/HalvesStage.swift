import Seam
import SeamTesting

/// The decoders of two halves, driven as the pipeline drives them.
struct HalvesStage {
    private let decoders: [any UnitDecoder]
    private var batches: [UnitBatch]

    /// `isSeen` says that units are described: else decoders need not keep all of their bytes.
    init(_ pair: (client: any UnitDecoder, server: any UnitDecoder), isSeen: Bool) {
        decoders = [pair.client, pair.server]
        batches = [UnitBatch(wantsDetails: isSeen), UnitBatch(wantsDetails: isSeen)]
    }

    mutating func feed(_ bytes: RawSpan, _ side: Side) {
        let index = Int(side.rawValue)
        decoders[index].feed(bytes, into: &batches[index])
        resume(side.peer)
    }

    mutating func gap(_ count: Int, _ side: Side) {
        guard count > 0 else { return }
        let index = Int(side.rawValue)
        decoders[index].gap(count, into: &batches[index])
        resume(side.peer)
    }

    private mutating func resume(_ side: Side) {
        let index = Int(side.rawValue)
        if decoders[index].isAwaitingPeer { decoders[index].resume(into: &batches[index]) }
    }

    /// Ends both halves, which have `counts` bytes with their gaps.
    mutating func finish(_ how: StreamEnd, _ counts: [Int]) -> HalvesResult {
        for index in decoders.indices { decoders[index].peerEnded(into: &batches[index]) }
        for index in decoders.indices { decoders[index].finish(how, into: &batches[index]) }
        return HalvesResult(batches: batches, counts: counts)
    }
}

/// The units of two halves with what their codec says of them.
struct HalvesResult: Equatable, CustomStringConvertible {
    let batches: [UnitBatch]
    /// How many bytes the halves have.
    let counts: [Int]

    /// Traps unless every byte belongs to one unit.
    func demandTotal() {
        for (batch, count) in zip(batches, counts) {
            demand(Rechunk.isTotal(batch.units.map(\.range), count: count), "\(self) is all of \(counts)")
            demand(batch.entries.count == batch.units.count, "each unit has a description")
        }
    }

    /// Whether both have the same units, described or not.
    func hasUnits(of other: HalvesResult) -> Bool {
        zip(batches, other.batches).allSatisfy { $0.units == $1.units }
    }

    static func == (left: HalvesResult, right: HalvesResult) -> Bool {
        zip(left.batches, right.batches).allSatisfy { one, other in
            if one.hasLayers || other.hasLayers {
                return Rechunk.lines(of: one) == Rechunk.lines(of: other)
            }
            return one.units == other.units && one.entries == other.entries
                && one.details.text == other.details.text
                && one.details.fields.map(\.value) == other.details.fields.map(\.value)
        }
    }

    var description: String {
        batches.map { batch in
            batch.units.map { "\($0.kind.name) \($0.range)\($0.violation.map { " \($0.rule)" } ?? "")" }
                .joined(separator: ", ")
        }.joined(separator: " | ")
    }
}
