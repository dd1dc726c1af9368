public import SeamBytes
public import SeamCodecs
import SeamStreams

/// What a unit of a layer above the first one adds to its report.
public struct LayerReport: Sendable {
    /// A seam between the unit and the messages of the layer below.
    public struct Seam: Equatable, Sendable {
        /// Join or cut.
        public var kind: SeamAnalysis.Seam.Kind
        /// Where it is in the layer's stream.
        public var offset: Int
        /// The index of the message below: for a join the one that holds the border, for a cut the one that ends there.
        public var unit: Int
    }

    /// The layer, from 1.
    public var layer: Int
    /// The ranges of the half that its bytes came from.
    public var sources: [ByteRange]
    /// What its codec says of it, in the batch's details.
    public var entry: UnitDetails.Entry?
    /// How it compares with the messages below.
    public var verdict: Verdict
    /// The indices of the messages below that carried it; of very many the middle ones are left out.
    public var units: [Int]
    /// The seams between it and them.
    public var seams: [Seam]
}

/// One layer of a half above the first one: its units compared twice, with the messages of the layer below and with the
/// carriers of the half.
///
///     carriers     |--------------|---------|---------------|     segments, as far as they reach into the stream
///     units        |-----|--------|-------------------|-----|
///     below        |--------|----------|--------------------|     messages of the layer below
///
/// The carriers of the half are brought into the layer's stream: a segment carries what became of its
/// bytes. It holds more than a unit of the layer where it goes on behind the message that carried the unit.
public final class LayerAnalysis {
    /// The name of the codec; empty before its first unit.
    public private(set) var codec = ""
    /// The comparison with the carriers of the half.
    private(set) var finder = SeamFinder()
    private var below = SeamFinder()
    /// What is known so far, compared with the carriers of the half.
    public private(set) var summary = HalfSummary()
    /// Messages by verdict, compared with the messages of the layer below.
    public private(set) var verdictsBelow = CountTable<Verdict, 4>()
    /// How many units there were.
    public private(set) var unitCount = 0
    /// The units for a picture over the carriers of the half, if one is wanted.
    public private(set) var excerpt: Excerpt?
    /// The same over the messages of the layer below: where a picture says packet, these are their indices.
    public private(set) var excerptBelow: Excerpt?
    /// The unit compared last.
    private(set) var last: (range: ByteRange, result: SeamFinder.Result)?

    init(wantsPicture: Bool) {
        excerpt = wantsPicture ? Excerpt() : nil
        excerptBelow = excerpt
    }

    func name(_ codec: String) { self.codec = codec }

    /// Adds what a message below brings; `parent` are the carriers of that message in its own stream.
    func carry(_ carrier: LayerCarrier, from parent: [Carrier], of unit: ByteRange) {
        guard let newest = parent.max(by: { $0.packet < $1.packet }) ?? parent.last else { return }
        below.add(Carrier(carrier.range, packet: carrier.unit, time: newest.time))
        for piece in carrier.pieces {
            for source in parent { project(source, piece, unit) }
        }
    }

    /// Adds what became of the bytes of one carrier that are in a piece.
    private func project(_ source: Carrier, _ piece: StreamMap.Piece, _ unit: ByteRange) {
        // An empty parent belongs to the carrier that ends there: it is the last to bring anything of the message.
        let part =
            piece.parent.isEmpty
            ? (source.range.start < piece.parent.start && piece.parent.start <= source.range.end
                ? piece.parent : nil)
            : source.range.intersection(piece.parent)
        guard let part else { return }
        let child = Self.child(of: part, in: piece)
        guard !child.isEmpty else { return }
        let goesBack = source.hull.start < unit.start
        let goesOn = source.hull.end > unit.end
        let hull = ByteRange(child.start - (goesBack ? 1 : 0), child.end + (goesOn ? 1 : 0))
        let carrier = Carrier(
            child,
            hull: hull,
            packet: source.packet,
            time: source.time,
            departure: source.departure
        )
        finder.addJoining(carrier)
    }

    /// The bytes of the child that a part of a piece's parent became; in proportion where the piece is not linear.
    static func child(of part: ByteRange, in piece: StreamMap.Piece) -> ByteRange {
        if piece.isLinear {
            let shift = piece.child.start - piece.parent.start
            return ByteRange(part.start + shift, part.end + shift)
        }
        guard piece.parent.count > 0 else { return piece.child }
        func place(_ offset: Int) -> Int {
            let share = Double(offset - piece.parent.start) / Double(piece.parent.count)
            return piece.child.start + Int((share * Double(piece.child.count)).rounded())
        }
        let start = part.start == piece.parent.start ? piece.child.start : place(part.start)
        let end = part.end == piece.parent.end ? piece.child.end : place(part.end)
        return ByteRange(start, max(start, end))
    }

    /// Compares a unit; its report is asked for with `wantsReport`.
    func take(
        _ unit: LayerUnit,
        _ details: borrowing UnitDetails,
        wantsReport: Bool
    ) -> (result: SeamFinder.Result, report: LayerReport?) {
        let range = unit.unit.range
        var result = finder.compare(range)
        if let place = result.carriers.last {
            let carrier = finder.carriers[place]
            // The border is inside the carrier too where that goes on with another message below.
            if carrier.range.end == range.end, carrier.hull.end > range.end { result.endsInJoin = true }
        }
        let comparison = below.compare(range)
        summary.count(unit.unit, unitCount, result, &finder)
        if unit.unit.kind == .message { verdictsBelow.add(1, to: comparison.verdict) }
        if excerpt != nil {
            let summary = unit.entry.map { Array(details.text[$0.summary]) } ?? []
            excerpt?.add(unit.unit, unitCount, result, finder, summary)
            excerptBelow?.add(unit.unit, unitCount, comparison, below, summary)
        }
        unitCount += 1
        last = (range, result)
        guard wantsReport else { return (result, nil) }
        let report = LayerReport(
            layer: unit.layer,
            sources: unit.sources,
            entry: unit.entry,
            verdict: comparison.verdict,
            units: comparison.carriers.map { below.carriers[$0].packet },
            seams: seams(of: unit.unit, comparison)
        )
        return (result, report)
    }

    private func seams(of unit: Unit, _ comparison: SeamFinder.Result) -> [LayerReport.Seam] {
        var seams: [LayerReport.Seam] = []
        for index in comparison.carriers.dropLast() where unit.kind.canBeCut {
            let carrier = below.carriers[index]
            seams.append(LayerReport.Seam(kind: .cut, offset: carrier.range.end, unit: carrier.packet))
        }
        if comparison.endsInJoin, let last = comparison.carriers.last {
            seams.append(
                LayerReport.Seam(kind: .join, offset: unit.range.end, unit: below.carriers[last].packet)
            )
        }
        return seams
    }
}

/// The layers of a half above the first one; made when the first of them speaks.
final class LayerAnalyses {
    private(set) var layers: [LayerAnalysis] = []
    private let wantsPicture: Bool

    init(wantsPicture: Bool) { self.wantsPicture = wantsPicture }

    /// Whether a layer has fewer units than the start of a picture shows.
    var isShort: Bool { layers.contains { $0.unitCount < Excerpt.leading } }

    /// Takes an event; `parent` and `unit` are the carriers and the range of the unit of layer 0 that it follows.
    ///
    /// Answers with the layer's comparison and report where the event is a unit.
    func take(
        _ event: LayerEvent.Kind,
        parent: [Carrier],
        of unit: ByteRange?,
        _ details: borrowing UnitDetails,
        wantsReport: Bool
    ) -> (unit: LayerUnit, index: Int, result: SeamFinder.Result, report: LayerReport?)? {
        switch event {
        case .carrier(let carrier):
            prepare(carrier.layer)
            let place = carrier.layer - 1
            if place == 0 {
                if let unit { layers[0].carry(carrier, from: parent, of: unit) }
            } else if let (range, result) = layers[place - 1].last {
                let source = layers[place - 1].finder.carriers.copy(result.carriers)
                layers[place].carry(carrier, from: source, of: range)
            }
            return nil
        case .readings: return nil
        case .unit(let unit):
            prepare(unit.layer, unit.codec)
            let index = layers[unit.layer - 1].unitCount
            let (result, report) = layers[unit.layer - 1].take(unit, details, wantsReport: wantsReport)
            return (unit, index, result, report)
        }
    }

    private func prepare(_ layer: Int, _ codec: String = "") {
        while layers.count < layer { layers.append(LayerAnalysis(wantsPicture: wantsPicture)) }
        if layers[layer - 1].codec.isEmpty, !codec.isEmpty { layers[layer - 1].name(codec) }
    }
}
