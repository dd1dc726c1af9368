/// What modelled clients made of each message, as runs of messages with the same fate; those in between were right.
public struct ClientLog: Sendable {
    /// Messages one after the other that became the same in a client.
    public struct Run: Equatable, Sendable {
        /// The index of the first one in its half.
        public var first: Int
        /// The index of the last one.
        public var last: Int
        /// What became of them.
        public var outcome: ClientModel.Outcome
    }

    private var runs: [[Run]] = Array(repeating: [], count: ClientModel.allCases.count)

    /// The messages that a client got wrong, in order.
    public subscript(model: ClientModel) -> [Run] { runs[Int(model.rawValue)] }

    /// Adds messages that a client got wrong, `count` from the one of that index on; messages come in order.
    mutating func add(_ outcome: ClientModel.Outcome, _ model: ClientModel, _ index: Int, count: Int) {
        let place = Int(model.rawValue)
        let end = index + count - 1
        if let last = runs[place].indices.last, runs[place][last].outcome == outcome,
            runs[place][last].last == index - 1
        {
            runs[place][last].last = end
        } else {
            runs[place].append(Run(first: index, last: end, outcome: outcome))
        }
    }
}

extension HalfAnalysis {
    /// What became of each message, nil where that was not to be kept or no client got one wrong.
    public var clientLog: ClientLog? { clients.tally.read { $0.log } }
}
