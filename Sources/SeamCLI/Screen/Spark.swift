/// How much came in each of the last seconds, as a line of bars.
struct Spark: Equatable, Sendable {
    /// How many seconds are kept.
    static let seconds = 32
    private static let bars: [StaticString] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    private var amounts: InlineArray<32, Int> = .init(repeating: 0)
    /// The last second that something was added for.
    private var last = Int.min

    static func == (left: Spark, right: Spark) -> Bool {
        left.last == right.last && left.amounts.indices.allSatisfy { left.amounts[$0] == right.amounts[$0] }
    }

    /// Adds an amount that came in a second; one that is too old is left out.
    mutating func add(_ amount: Int, second: Int) {
        if second > last {
            let fresh = last == .min ? Self.seconds : min(Self.seconds, second - last)
            for past in 0..<fresh { amounts[place(second - past)] = 0 }
            last = second
        }
        guard second > last - Self.seconds else { return }
        amounts[place(second)] += amount
    }

    /// The bars of `count` seconds up to `now`, oldest first; a second without anything is a space.
    func text(now: Int, count: Int) -> String {
        let values = (0..<max(0, count)).map { amount(now - count + 1 + $0) }
        let most = values.max() ?? 0
        guard most > 0 else { return "" }
        return values.map { value in
            guard value > 0 else { return " " }
            return "\(Self.bars[min(Self.bars.count - 1, value * Self.bars.count / most)])"
        }.joined()
    }

    private func amount(_ second: Int) -> Int {
        guard last != .min, second <= last, second > last - Self.seconds else { return 0 }
        return amounts[place(second)]
    }

    private func place(_ second: Int) -> Int { second & (Self.seconds - 1) }
}
