import SeamBytes
import SeamCodecs

/// Finds the framing of a protocol that nobody has described.
///
/// Hypotheses come from one part of the sample, walk over all of it, and are priced: what a hypothesis saves
/// over telling where the sender paused and what the headers hold without it, less what it costs to say
/// which hypothesis it is. The part that made none must agree.
public enum Infer {
    /// The bits that a framing must save to be given.
    static let threshold = 9.0
    /// The bits by which it must be better than the next one that cuts differently.
    static let margin = 3.0
    /// The share of the bytes that messages of the framing must hold.
    static let leastShare = 0.75
    /// Bytes of a run that the first walk of a hypothesis sees.
    static let trial = 512 << 10
    /// How many hypotheses get the second walk.
    static let finalists = 48

    /// What the runs of both halves of a port's connections say.
    public static func answer(_ runs: [InferRun]) -> InferAnswer {
        let samples = Side.allCases.map { side in
            InferSample(runs.filter { $0.from == side && !$0.bytes.isEmpty }.divided())
        }
        var ranked = samples.map { rank($0, candidates($0)) }
        // A framing that both halves share is priced once; each half may have found what the other missed.
        let shared = (ranked[0] + ranked[1]).map(\.framing)
        for (index, sample) in samples.enumerated() where !sample.runs.isEmpty {
            let known = ranked[index].map(\.framing)
            let others = shared.filter { !known.contains($0) }
            ranked[index] += others.compactMap { InferEvidence($0, sample, limit: .max, isTrial: true) }
            ranked[index].sort { $0.bits > $1.bits }
        }
        let joint = joint(ranked)
        let halves = Side.allCases.indices.compactMap { index -> InferVerdict? in
            guard !samples[index].runs.isEmpty else { return nil }
            return verdict(samples[index], ranked[index], joint, Side.allCases[index])
        }
        return InferAnswer(halves: halves)
    }

    /// A framing of both halves, and those that cut as it does in both.
    private struct Joint {
        var framing: FramingRule
        var bits: Double
        var equals: [FramingRule]
    }

    /// The framing that explains both halves better than one for each does; nil when there is none.
    private static func joint(_ ranked: [[InferEvidence]]) -> Joint? {
        guard let client = ranked[0].first, let server = ranked[1].first else { return nil }
        var best: (one: InferEvidence, other: InferEvidence, bits: Double)?
        for one in ranked[0] {
            guard let other = ranked[1].first(where: { $0.framing == one.framing }) else { continue }
            let bits = one.bits + other.bits + one.framing.price
            if bits > best?.bits ?? 0 { best = (one, other, bits) }
        }
        guard let best, best.bits + 1 >= max(0, client.bits) + max(0, server.bits) else { return nil }
        let alike = ranked[1].filter { $0.borders == best.other.borders }.map(\.framing)
        let equals = ranked[0].filter { $0.borders == best.one.borders }.map(\.framing).filter {
            alike.contains($0)
        }
        return Joint(framing: best.one.framing, bits: best.bits, equals: equals)
    }

    /// All hypotheses that survive a walk over the beginnings of the runs, the best ones.
    private static func candidates(_ sample: InferSample) -> [FramingRule] {
        guard !sample.runs.isEmpty else { return [] }
        let start = InferSample(Array(sample.runs.prefix(16)))
        var found: [(framing: FramingRule, bits: Double)] = []
        func offer(_ framing: FramingRule) {
            guard let evidence = InferEvidence(framing, start, limit: trial, isTrial: true) else { return }
            found.append((framing, evidence.bits))
        }
        for framing in InferCandidates.delimiters(start.runs) { offer(framing) }
        for framing in InferCandidates.sizes(start.runs) { offer(framing) }
        InferCandidates.lengths(start.runs) { offer(.length($0)) }
        found.sort { $0.bits > $1.bits }
        // What the client sends first may be no message; the best lengths tell where their messages begin.
        for (framing, _) in found.prefix(finalists) {
            guard case .length(let field, _) = framing,
                let evidence = InferEvidence(framing, start, limit: trial, isTrial: false),
                evidence.brokenStarts > 0
            else { continue }
            offer(.length(field, preamble: .any))
            guard let preamble = evidence.preamble, preamble > 0, evidence.brokenStarts == evidence.starts
            else { continue }
            offer(.length(field, preamble: .bytes(preamble)))
        }
        found.sort { $0.bits > $1.bits }
        return found.prefix(finalists).map(\.framing)
    }

    private static func rank(_ sample: InferSample, _ framings: [FramingRule]) -> [InferEvidence] {
        framings.compactMap { InferEvidence($0, sample, limit: .max, isTrial: false) }
            .sorted { $0.bits > $1.bits }
    }

    private static func verdict(
        _ sample: InferSample,
        _ ranked: [InferEvidence],
        _ joint: Joint?,
        _ side: Side
    ) -> InferVerdict {
        var groups = grouped(ranked)
        var bits = groups.first?.first?.bits ?? 0
        var isShared = false
        if let joint, let place = groups.firstIndex(where: { $0.contains { $0.framing == joint.framing } }) {
            // The cheapest that cuts alike in both halves stands for it.
            var group = groups[place]
            if let inner = group.firstIndex(where: { joint.equals.contains($0.framing) }) {
                group.insert(group.remove(at: inner), at: 0)
            }
            isShared = group[0].bits + group[0].framing.price > 0
            if isShared {
                groups.remove(at: place)
                groups.insert(group, at: 0)
                bits = max(joint.bits, group[0].bits)
            }
        }
        if let best = groups.first?[0], best.brokenStarts * 2 > best.starts,
            let place = groups.firstIndex(where: { $0[0].isBehindPreamble(best) })
        {
            groups.insert(groups.remove(at: place), at: 0)
        }
        while let part = groups.first?[0],
            let place = groups.firstIndex(where: { $0.contains { $0.isWhole(ofPart: part) } })
        {
            groups.insert(groups.remove(at: place), at: 0)
            bits = groups[0][0].bits
        }
        let outcome = outcome(sample, groups, bits, isShared)
        let findings = groups.prefix(4).map { finding($0, sample) }
        let header = outcome == .found ? groups.first.map { HeaderGuess.all($0[0].framing, sample) } : nil
        return InferVerdict(
            from: side,
            outcome: outcome,
            findings: findings,
            header: header ?? [],
            bytes: sample.bytes,
            connections: Set(sample.runs.map(\.stream)).count
        )
    }

    private static func outcome(
        _ sample: InferSample,
        _ groups: [[InferEvidence]],
        _ bits: Double,
        _ isShared: Bool
    ) -> InferVerdict.Outcome {
        let best = groups.first?.first
        if let best, bits >= threshold, best.messages >= 3 || isShared {
            if sample.looksRandom, !explainsRandom(best) { return .random }
            if 2 * best.brokenStarts > best.starts { return .otherStart }
            if Double(best.bytes) < leastShare * Double(sample.bytes) { return .undecided }
            if best.framing.isOfLines, CountedLines.announce(best.framing, sample) { return .severalLines }
            let rival = groups.dropFirst().first {
                !best.isWhole(ofPart: $0[0]) && !isNearly($0[0].framing, best.framing, sample)
            }
            let isClear = isShared || best.bits >= (rival?[0].bits ?? 0) + margin
            let isJudged = best.judgedBits >= 2 || best.judged == FramingWalk.Counts() || isShared
            return isClear && isJudged ? .found : .undecided
        }
        if sample.looksRandom { return .random }
        return sample.ends < 4 || (best?.messages ?? 0) < 3 ? .tooLittle : .unexplained
    }

    /// Whether a framing can be of bytes that are spread evenly: the blocks of a cipher have a size, and in a
    /// compressor's output some byte is usual where it flushes; neither frames a message.
    private static func explainsRandom(_ best: InferEvidence) -> Bool {
        switch best.framing {
        case .fixed: return false
        case .lines, .delimiter:
            return best.content > 0 || 10 * best.hits >= 9 * (best.hits + best.misses)
        case .length: return true
        }
    }

    /// Whether two framings cut most messages alike, so that they differ in what is broken alone.
    private static func isNearly(_ one: FramingRule, _ other: FramingRule, _ sample: InferSample) -> Bool {
        var alike = 0
        var all = 0
        for run in sample.runs.prefix(16) {
            let messages = FramingWalk(other, run, limit: trial).messages
            let others = Set(FramingWalk(one, run, limit: trial).messages)
            all += messages.count
            alike += messages.count { others.contains($0) }
        }
        return 10 * alike >= 6 * all
    }

    /// The hypotheses by the borders that they cut; in each group the cheapest first of those that break least.
    private static func grouped(_ ranked: [InferEvidence]) -> [[InferEvidence]] {
        var groups: [[InferEvidence]] = []
        for evidence in ranked {
            if let place = groups.firstIndex(where: { $0[0].borders == evidence.borders }) {
                groups[place].append(evidence)
            } else {
                groups.append([evidence])
            }
        }
        return groups.map { group in
            // The evidence is that of the borders, whichever of the equals tells it best.
            let most = group.map { $0.bits }.max() ?? 0
            var group = group.sorted {
                // What breaks where the other does not is a part of its number.
                ($0.brokenInAll, $0.framing.price, -$0.framing.width)
                    < ($1.brokenInAll, $1.framing.price, -$1.framing.width)
            }
            group[0].bits = most
            return group
        }.sorted { $0[0].bits > $1[0].bits }
    }

    private static func finding(_ group: [InferEvidence], _ sample: InferSample) -> InferFinding {
        let best = group[0]
        var examples: [InferFinding.Example] = []
        for run in sample.runs where examples.count < 5 {
            for message in FramingWalk(best.framing, run, limit: 1 << 20).messages.prefix(5 - examples.count)
            {
                let range = ByteRange(run.start + message.start, run.start + message.end)
                let bytes = Array(run.bytes[message.start..<message.end].prefix(64))
                examples.append(InferFinding.Example(stream: run.stream, range: range, bytes: bytes))
            }
        }
        return InferFinding(
            framing: best.framing,
            spec: best.framing.spec(longest: best.longest),
            bits: best.bits,
            judgedBits: best.judgedBits,
            messages: best.messages,
            longest: best.longest,
            bytes: best.bytes,
            bytesInAll: sample.bytes,
            hits: best.hits,
            misses: best.misses,
            broken: best.brokenInAll,
            isConstant: best.isConstant,
            firstBreak: best.firstBreak.map {
                (sample.runs[$0.run].stream, sample.runs[$0.run].start + $0.index)
            },
            examples: examples,
            equals: group.dropFirst().prefix(3).map { $0.framing.spec(longest: $0.longest) }
        )
    }
}

extension FramingRule {
    /// The bytes of the number or of the delimiter.
    fileprivate var width: Int {
        switch self {
        case .delimiter(let mark): mark.count
        case .lines, .fixed: 0
        case .length(let field, _): field.width
        }
    }
}
