/// A way of cutting a stream into pieces.
public enum CutWay: String, Hashable, Sendable, CaseIterable {
    /// Not at all: the stream in one piece.
    case whole = "in one piece"
    /// Where the pieces of a capture ended.
    case captured = "as captured"
    /// In two, at every place.
    case inTwo = "cut in two"
    /// Between any two bytes.
    case everyByte = "byte by byte"
    /// At places that a seeded generator chooses.
    case random = "cut at random"
}

/// Which cuts of a stream are tried. Cuts are offsets inside the stream, in order; they stand between two bytes.
public struct CutPlan: Sendable {
    /// How many bytes the stream has.
    public var count: Int
    /// Where the pieces of the capture ended.
    public var captured: [Int] = []
    /// Where messages end: cuts near them are tried also in a stream that has too many places.
    public var borders: [Int] = []
    /// How many ways of cutting are made at random.
    public var random = 32
    /// At how many places a stream is cut in two; of a longer one that many, evenly spread, and those near borders.
    public var everyPlace = 2048
    /// What the generator starts from.
    public var seed: UInt64 = 1

    /// The usual plan for a stream of `count` bytes.
    public init(count: Int) { self.count = count }

    /// The first cuts of a way for which `fails` is true; nil when there are none.
    ///
    /// Ends early, with nil, when `fails` has been asked and `goesOn` says no.
    public func firstFailure(
        _ way: CutWay,
        while goesOn: () -> Bool = { true },
        _ fails: ([Int]) -> Bool
    ) -> [Int]? {
        switch way {
        case .whole: return fails([]) ? [] : nil
        case .captured:
            let cuts = captured.filter { $0 > 0 && $0 < count }
            return !cuts.isEmpty && fails(cuts) ? cuts : nil
        case .everyByte:
            let cuts = Array(1..<max(1, count))
            return !cuts.isEmpty && fails(cuts) ? cuts : nil
        case .inTwo:
            for place in places where goesOn() && fails([place]) { return [place] }
        case .random:
            var state = seed
            for round in 0..<random where goesOn() {
                let cuts = randomCuts(round, &state)
                if !cuts.isEmpty, fails(cuts) { return cuts }
            }
        }
        return nil
    }

    /// The places where a stream is cut in two, in order.
    var places: [Int] {
        let step = max(1, (count - 1) / max(1, everyPlace))
        guard step > 1 else { return Array(1..<max(1, count)) }
        var places = Set(stride(from: 1, to: count, by: step))
        for border in borders.prefix(everyPlace / 8) { places.formUnion((border - 4)...(border + 4)) }
        return places.filter { $0 > 0 && $0 < count }.sorted()
    }

    /// Cuts from Knuth's MMIX generator, the same on every machine. Their density varies with the round.
    private func randomCuts(_ round: Int, _ state: inout UInt64) -> [Int] {
        var cuts: [Int] = []
        for place in 1..<max(1, count) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            if state >> UInt64(62 - round % 6) == 0 { cuts.append(place) }
        }
        return cuts
    }

    /// Leaves out cuts as long as what remains fails, asking at most `attempts` times.
    ///
    /// Larger and larger parts are kept less and less often: the delta debugging of Zeller and Hildebrandt.
    public func smallest(_ cuts: [Int], attempts: Int = 200, _ fails: ([Int]) -> Bool) -> [Int] {
        var kept = cuts
        var size = (cuts.count + 1) / 2
        var left = attempts
        while size > 0, kept.count > 1 {
            var start = 0
            while start < kept.count, left > 0 {
                let shorter = Array(kept[..<start] + kept[min(start + size, kept.count)...])
                left -= 1
                if !shorter.isEmpty, fails(shorter) { kept = shorter } else { start += size }
            }
            size = size == 1 ? 0 : (size + 1) / 2
        }
        return kept
    }
}
