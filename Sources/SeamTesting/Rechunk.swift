public import SeamBytes
public import SeamCodecs

/// Proof that a decoder does not look at the borders of the pieces that carry its bytes.
///
/// Feeds a stream whole, cut in two at every place, one byte at a time and at random, and demands the
/// same units, ranges and outputs each time (DESIGN section 4, law 4).
public enum Rechunk {
    /// A way of cutting that changes what a decoder makes of a stream.
    public struct Counterexample: Error, Equatable, Sendable, CustomStringConvertible {
        /// Where the stream was cut: offsets inside it, in order; none when it was wrong in one piece.
        public var cuts: [Int]
        /// The units of the stream in one piece, or those that were expected.
        public var whole: [String]
        /// The units of the stream so cut.
        public var pieces: [String]

        /// The cut, and the first unit that differs.
        public var description: String {
            let index =
                zip(whole, pieces).enumerated().first { $1.0 != $1.1 }?.offset
                ?? min(whole.count, pieces.count)
            let expected = index < whole.count ? whole[index] : "nothing"
            let got = index < pieces.count ? pieces[index] : "nothing"
            let places = cuts.count > 8 ? "\(cuts.prefix(8)) and \(cuts.count - 8) more" : "\(cuts)"
            guard !cuts.isEmpty else { return "in one piece: unit \(index) is \(got), expected \(expected)" }
            return "cut at \(places): unit \(index) is \(got), in one piece \(expected)"
        }
    }

    /// Checks a decoder; nil when every way of cutting that was tried gives the same units.
    ///
    /// `random` ways of cutting are made from `seed`; every place of a stream of up to `everyPlace` bytes is tried,
    /// of a longer one that many, evenly spread. `startsMidstream` says that offset 0 need not be a border.
    public static func counterexample<D: Decoder>(
        _ bytes: [UInt8],
        random: Int = 32,
        everyPlace: Int = 2048,
        seed: UInt64 = 1,
        policy: StreamPolicy = StreamPolicy(),
        startsMidstream: Bool = false,
        _ make: () -> D
    ) -> Counterexample? {
        search(bytes, random: random, everyPlace: everyPlace, seed: seed) { cuts in
            var units: [String] = []
            var stream = StreamDecoder(make(), policy)
            if startsMidstream { stream.beginMidstream() }
            let receive: StreamDecoder<D>.Receiver = { unit, output, _ in
                units.append(describe(unit) + (output.map { " \($0)" } ?? ""))
            }
            feed(bytes, cuts) { stream.feed($0, receive) }
            stream.peerEnded(receive)
            stream.finish(.closed, receive)
            return units
        }
    }

    /// Checks a decoder whose type is not known: units and descriptions must be the same, and the units too where nobody
    /// asks what they are, since then not all of their bytes are kept.
    public static func counterexample(
        _ bytes: [UInt8],
        random: Int = 32,
        everyPlace: Int = 2048,
        seed: UInt64 = 1,
        unitDecoder make: () -> any UnitDecoder
    ) -> Counterexample? {
        search(bytes, random: random, everyPlace: everyPlace, seed: seed) { cuts in
            let seen = run(bytes, cuts, make(), UnitBatch(wantsDetails: true))
            let unseen = run(bytes, cuts, make(), UnitBatch(wantsDetails: false))
            return lines(of: seen) + (seen.units == unseen.units ? [] : unseen.units.map(describe))
        }
    }

    private static func run(
        _ bytes: [UInt8],
        _ cuts: [Int],
        _ decoder: any UnitDecoder,
        _ empty: UnitBatch
    ) -> UnitBatch {
        var batch = empty
        feed(bytes, cuts) { decoder.feed($0, into: &batch) }
        decoder.peerEnded(into: &batch)
        decoder.finish(.closed, into: &batch)
        return batch
    }

    /// One line for every unit of a batch that was described, then, layer by layer, one for every event of those above:
    /// equal lines mean that nothing differs.
    ///
    /// In which order layers speak may depend on the other half, where one of them waits for it.
    public static func lines(of batch: UnitBatch) -> [String] {
        let units = zip(batch.units, batch.entries).map { unit, entry in
            "\(describe(unit)) \(words(entry, batch))"
        }
        let deepest = batch.layers.map { layer(of: $0) }.max() ?? 0
        let ordered = (0...deepest).flatMap { depth in batch.layers.filter { layer(of: $0) == depth } }
        let events = ordered.map { event in
            switch event.kind {
            case .carrier(let carrier):
                let pieces = carrier.pieces.map { "\($0.child)=\($0.parent)\($0.isLinear ? "" : "~")" }
                return "layer \(carrier.layer) \(carrier.range) of \(carrier.unit): \(pieces)"
            case .readings(let layer, let readings):
                let words = readings.map { "\($0.receiver.name): \($0.words)" }
                return "layer \(layer) is read in different ways: \(words)"
            case .unit(let unit):
                let said = unit.entry.map { words($0, batch) } ?? ""
                return "layer \(unit.layer) \(unit.codec) \(describe(unit.unit)) from \(unit.sources) \(said)"
            }
        }
        return units + events
    }

    private static func layer(of event: LayerEvent) -> Int {
        switch event.kind {
        case .carrier(let carrier): carrier.layer
        case .readings(let layer, _): layer
        case .unit(let unit): unit.layer
        }
    }

    private static func words(_ entry: UnitDetails.Entry, _ batch: UnitBatch) -> String {
        let fields = batch.details.fields[entry.fields].map { field in
            "\(field.name)=\(value(field.value, batch.details.text))"
        }
        let summary = String(decoding: batch.details.text[entry.summary], as: UTF8.self)
        return "\(summary) \(fields.joined(separator: ","))"
    }

    /// Whether the units follow each other without a hole from 0 to `count`: the partition is total.
    public static func isTotal(_ ranges: [ByteRange], count: Int) -> Bool {
        var end = 0
        for range in ranges {
            guard range.start == end, range.end > end else { return false }
            end = range.end
        }
        return end == count
    }

    static func search(
        _ bytes: [UInt8],
        random: Int,
        everyPlace: Int,
        seed: UInt64,
        _ run: (_ cuts: [Int]) -> [String]
    ) -> Counterexample? {
        let whole = run([])
        func check(_ cuts: [Int]) -> Counterexample? {
            let pieces = run(cuts)
            return pieces == whole ? nil : Counterexample(cuts: cuts, whole: whole, pieces: pieces)
        }
        var plan = CutPlan(count: bytes.count)
        plan.random = random
        plan.everyPlace = everyPlace
        plan.seed = seed
        for way in [CutWay.inTwo, .everyByte, .random] {
            guard let cuts = plan.firstFailure(way, { check($0) != nil }) else { continue }
            return check(plan.smallest(cuts) { check($0) != nil })
        }
        return nil
    }

    static func feed(_ bytes: [UInt8], _ cuts: [Int], _ take: (RawSpan) -> Void) {
        var start = 0
        for end in cuts + [bytes.count] where end > start {
            take(bytes.rawSpan.extracting(start..<end))
            start = end
        }
    }

    private static func describe(_ unit: Unit) -> String {
        let missing = unit.missing > 0 ? " missing \(unit.missing)" : ""
        let violation = unit.violation.map { " \($0.rule) \($0.number?.value ?? 0) \($0.limit)" } ?? ""
        return "\(unit.kind.name) \(unit.range)\(missing)\(violation)"
    }

    private static func value(_ value: UnitDetails.Value, _ text: [UInt8]) -> String {
        switch value {
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .text(let range), .bytes(let range): "\(text[range])"
        }
    }
}
