import SeamBytes
import SeamCodecs

/// How well a hypothesis explains runs, in bits saved over telling the bytes without it.
struct InferEvidence {
    var framing: Framing
    /// What all walks counted.
    var fitted = FramingWalk.Counts()
    var judged = FramingWalk.Counts()
    /// The messages of all runs.
    var messages = 0
    var longest = 0
    var isConstant = true
    /// How often a header could stand anywhere in the bytes, as a rate.
    var chance = 1.0
    /// Bits saved by what stands at the start of every message.
    var columns = 0.0
    /// The first place that broke: the run and the index in it.
    var firstBreak: (run: Int, index: Int)?
    /// A number that is equal for hypotheses with equal borders.
    var borders = 0
    /// Bits in all, those of the judged part alone, and without the price.
    var bits = 0.0
    var judgedBits = 0.0

    /// The evidence of a sample for a hypothesis; nil when it breaks more than it holds.
    init?(_ framing: Framing, _ sample: InferSample, limit: Int, isTrial: Bool) {
        let runs = sample.runs
        self.framing = framing
        var hasher = Hasher()
        var columns = HeaderColumns()
        var size: Int?
        for (index, run) in runs.enumerated() {
            let walk = FramingWalk(framing, run, limit: limit, isTrial: isTrial)
            if walk.isGivenUp { return nil }
            fitted += walk.fitted
            judged += walk.judged
            messages += walk.messages.count
            longest = max(longest, walk.longest)
            if !walk.isConstant { isConstant = false }
            if let first = walk.messages.first {
                if let size, size != first.count { isConstant = false }
                size = first.count
            }
            if firstBreak == nil, let place = walk.firstBreak { firstBreak = (index, place) }
            for message in walk.messages {
                hasher.combine(index)
                hasher.combine(message)
            }
            columns.add(walk.messages, of: run)
        }
        guard messages >= 2, fitted.broken + judged.broken <= messages else { return nil }
        borders = hasher.finalize()
        chance = framing.isLength ? Self.chance(framing, runs, limit: limit, longest: longest) : 1
        self.columns = columns.gain(sample.background)
        let bytes = runs.reduce(0) { $0 + min(limit, $1.bytes.count) }
        bits = gain(fitted, bytes) + gain(judged, bytes) + self.columns - framing.price
        judgedBits = gain(judged, bytes)
    }

    /// The bits that counts save: pauses at borders, and headers that could be.
    private func gain(_ counts: FramingWalk.Counts, _ bytes: Int) -> Double {
        let density = Double(messages) / Double(max(bytes, 1))
        let pauses = Entropy.gain(hits: counts.hits, misses: counts.misses, chance: density)
        guard framing.isLength else { return pauses }
        // A number that never changes says no more than its constant.
        guard !isConstant else {
            return pauses + Entropy.gain(hits: 0, misses: counts.broken, chance: chance, before: 4)
        }
        let headers = Entropy.gain(
            hits: counts.sound, misses: counts.broken, chance: max(chance, 1.0 / 64), before: 4)
        return pauses + headers
    }

    /// The rate at which a place that is no border reads like a header of these messages.
    private static func chance(_ framing: Framing, _ runs: [InferRun], limit: Int, longest: Int) -> Double {
        guard case .length(let field) = framing else { return 1 }
        let total = runs.reduce(0) { $0 + min(limit, $1.bytes.count) }
        // Odd, so that it does not keep step with messages of even length.
        let stride = max(1, total / 256) | 1
        var tried = 1.0
        var fits = 1.0
        for run in runs {
            let bytes = run.bytes.rawSpan
            var place = 0
            while place < min(limit, bytes.byteCount) {
                let cursor = ByteCursor(bytes.extracting(place..<bytes.byteCount))
                tried += 1
                if case .header(let header) = field.read(cursor), header.frame <= 2 * longest { fits += 1 }
                place += stride
            }
        }
        return fits / tried
    }
}
