import SeamBytes
import SeamCodecs

/// How well a hypothesis explains runs, in bits saved over telling the bytes without it.
struct InferEvidence {
    var framing: FramingRule
    /// What all walks counted.
    var fitted = FramingWalk.Counts()
    var judged = FramingWalk.Counts()
    /// The messages of all runs.
    var messages = 0
    var longest = 0
    var isConstant = true
    /// How often a header could stand anywhere in the bytes, as a rate.
    var chance = 1.0
    /// Bits saved by what stands at the start of every message, by all of its header, and by its content.
    var columns = 0.0
    var headers = 0.0
    var content = 0.0
    /// The first place that broke: the run and the index in it.
    var firstBreak: (run: Int, index: Int)?
    /// How many connections begin with something that breaks it, of so many whose beginning is there.
    var brokenStarts = 0
    var starts = 0
    /// Where the first message of the client stands behind what broke; nil where that differs.
    var preamble: Int?
    /// A number that is equal for hypotheses with equal borders.
    var borders = 0
    /// Bits in all, those of the judged part alone, and without the price.
    var bits = 0.0
    var judgedBits = 0.0

    /// The evidence of a sample for a hypothesis; nil when it breaks more than it holds.
    init?(_ framing: FramingRule, _ sample: InferSample, limit: Int, isTrial: Bool) {
        let runs = sample.runs
        self.framing = framing
        var hasher = Hasher()
        var columns = HeaderColumns(framing)
        var starts: [Set<Int>] = []
        var size: Int?
        var empty = 0
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
            if run.start == 0 {
                self.starts += 1
                if walk.firstBreak == framing.preamble(of: run) || walk.messages.first?.start != 0 {
                    let behind = walk.messages.first?.start
                    preamble = brokenStarts == 0 || preamble == behind ? behind : nil
                    brokenStarts += 1
                }
            }
            if firstBreak == nil, let place = walk.firstBreak { firstBreak = (index, place) }
            for message in walk.messages {
                hasher.combine(index)
                hasher.combine(message)
            }
            columns.add(walk.messages, of: run)
            empty += walk.messages.count { framing.isEmpty(run.bytes[$0.start..<$0.end]) }
            if framing.isLength { starts.append(Set(walk.messages.prefix(4096).map(\.start))) }
        }
        guard messages >= 2, brokenInAll <= messages else { return nil }
        borders = hasher.finalize()
        if case .length(let field, _) = framing { chance = sample.chance(field, starts, longest: longest) }
        // What reads as a header nearly anywhere proves nothing where no message ends at a pause.
        if hits == 0, misses >= 2, chance > 0.25 { return nil }
        self.columns = columns.gain(sample.background)
        let bytes = runs.reduce(0) { $0 + min(limit, $1.bytes.count) }
        let pauses = self.pauses(fitted, bytes) + self.pauses(judged, bytes)
        // Parts of messages are alike at their start as well; without pauses or a number that holds it says little.
        self.columns = min(self.columns, framing.isLength ? 10 + max(0, pauses) : 10)
        headers = Self.tempered(headers(fitted) + headers(judged) + self.columns)
        content = sample.contentGain(framing, messages: messages, empty: empty)
        bits = pauses + headers + content - framing.price - 3 * Double(min(brokenStarts, 8))
        judgedBits = self.pauses(judged, bytes) + headers(judged)
    }

    /// What was counted in both parts.
    var hits: Int { fitted.hits + judged.hits }
    var misses: Int { fitted.misses + judged.misses }
    var brokenInAll: Int { fitted.broken + judged.broken }
    var bytes: Int { fitted.bytes + judged.bytes }

    /// Whether it is another one behind what connections begin with.
    func isBehindPreamble(_ other: InferEvidence) -> Bool {
        guard case .length(let field, let preamble) = framing, case .length(field, _) = other.framing else {
            return false
        }
        return preamble != .bytes(0) && 2 * brokenStarts <= starts
    }

    /// Whether the other one takes the leading zeros of this one's number for empty messages.
    ///
    ///     whole   | 0 0 0 4 | content |       4-byte numbers
    ///     part    | 0 | 0 | 0 | 4 | content | 1-byte numbers, which save as much for each of four messages
    ///
    /// Empty messages always as many, before every other one, are no protocol's.
    func isWhole(ofPart other: InferEvidence) -> Bool {
        guard let header = framing.plainHeader, let piece = other.framing.plainHeader,
            header > piece, header.isMultiple(of: piece), brokenInAll == 0, other.brokenInAll == 0
        else { return false }
        // At the end of each run there may be zeros of a message that is not all there.
        let pieces = header / piece
        return (pieces * messages...pieces * (messages + starts)).contains(other.messages)
    }

    /// The bits that the sender's pauses save by being at borders.
    private func pauses(_ counts: FramingWalk.Counts, _ bytes: Int) -> Double {
        let density = Double(messages) / Double(max(bytes, 1))
        return Entropy.gain(hits: counts.hits, misses: counts.misses, chance: density)
    }

    /// The bits that headers save by being possible.
    private func headers(_ counts: FramingWalk.Counts) -> Double {
        guard framing.isLength else { return 0 }
        // A number that never changes says no more than its constant.
        let sound = isConstant ? 0 : counts.sound
        return Entropy.gain(hits: sound, misses: counts.broken, chance: chance, before: 4)
    }

    /// What headers say counts in full at first, and then little: what is alike at the start of messages is
    /// alike in their parts too, of which there are more.
    private static func tempered(_ bits: Double) -> Double {
        bits <= knee ? bits : knee + (bits - knee) / 32
    }

    private static let knee = 40.0
}
