import SeamBytes

/// One stream, fed to a decoder in every way of cutting.
public struct CutTrial: Sendable {
    /// A way of cutting for which the decoder is wrong.
    public struct Failure: Sendable {
        /// The way.
        public var way: CutWay
        /// The fewest cuts found for which the answer is still wrong.
        public var cuts: [Int]
        /// What the decoder does then, and where the cuts are, for a person.
        public var text: String
    }

    /// The failures, at most one a way.
    public private(set) var failures: [Failure] = []
    /// How many times the stream was fed.
    public private(set) var count = 0

    /// Most decoders that hang do so again: each time costs the time that is waited.
    private static let patience = 3

    /// Feeds the stream of `test` cut in the ways of `plan` to `decode`, which takes the cuts.
    ///
    /// An answer is wrong that is not what the case expects, or not what came of the stream in one piece.
    public init(
        _ test: DecoderCase,
        _ plan: CutPlan,
        ways: [CutWay] = CutWay.allCases,
        _ decode: ([Int]) -> DecoderAnswer
    ) {
        var count = 0
        var patience = Self.patience
        func ask(_ cuts: [Int]) -> DecoderAnswer {
            count += 1
            let answer = decode(cuts)
            if case .hung = answer { patience -= 1 }
            return answer
        }
        let whole = ask([])
        func mistake(_ cuts: [Int]) -> String? {
            let answer = cuts.isEmpty ? whole : ask(cuts)
            if let mistake = test.mistake(in: answer) { return mistake }
            return answer == whole ? nil : Self.change(from: whole, to: answer)
        }
        for way in ways where patience > 0 {
            let found = plan.firstFailure(way, while: { patience > 0 }) { mistake($0) != nil }
            guard let found else { continue }
            let cuts = plan.smallest(found) { patience > 0 && mistake($0) != nil }
            // Once more, for the words; a decoder that is right this time is so by chance.
            let words = mistake(cuts) ?? "is right when fed the same again: it depends on more than its input"
            failures.append(Failure(way: way, cuts: cuts, text: Self.text(words, cuts, test)))
        }
        self.count = count
    }

    /// Whether the decoder is right in one piece, which makes a failure one of cutting.
    public var isRightInOnePiece: Bool { !failures.contains { $0.way == .whole } }

    /// The failure with the fewest cuts, of those the one nearest to the start.
    ///
    /// Without a cut where it is wrong in one piece.
    public var smallest: Failure? {
        failures.min { ($0.cuts.count, $0.cuts.first ?? 0) < ($1.cuts.count, $1.cuts.first ?? 0) }
    }

    private static func change(from whole: DecoderAnswer, to answer: DecoderAnswer) -> String {
        "\(kinds(answer)), in one piece \(kinds(whole))"
    }

    private static func kinds(_ answer: DecoderAnswer) -> String {
        guard case .decoded(let messages, _) = answer else { return answer.description }
        let beats = messages.count(where: \.isHeartbeat)
        guard beats > 0 else { return answer.description + " and no heart-beat" }
        return "returns \(counted(messages.count - beats)) and \(beats == 1 ? "1 heart-beat" : "\(beats) heart-beats")"
    }

    private static func text(_ words: String, _ cuts: [Int], _ test: DecoderCase) -> String {
        guard !cuts.isEmpty else { return "it \(words)" }
        let places = cuts.prefix(4).map { test.place(ofCut: $0) }.joined(separator: ", ")
        let more = cuts.count > 4 ? " and at \(cuts.count - 4) more places" : ""
        return "cut \(places)\(more) it \(words)"
    }
}
