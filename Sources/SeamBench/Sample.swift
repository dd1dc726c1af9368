import Seam

/// What one run of a job gave: numbers by name, which a child process writes for its parent.
struct Sample {
    enum Key: String, CaseIterable {
        /// Nanoseconds by the clock on the wall.
        case wall
        /// Nanoseconds of processor, the system's for us among them.
        case cpu
        /// The most memory that was resident at a time, in bytes.
        case peak
        case packets
        /// Captured bytes of all packets.
        case bytes
        case connections
        case messages
        case whole
        case coalesced
        case split
        case both
        case cuts
        /// Bytes that no message has.
        case undecoded
        /// Bytes of output.
        case output
    }

    private var numbers = [Int](repeating: 0, count: Key.allCases.count)

    init() {}

    /// Reads what `write` wrote.
    init(_ text: String) throws(BenchError) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let key = Key(rawValue: String(words[0])), let number = Int(words[1])
            else {
                throw BenchError("a measured process says: \(line)")
            }
            self[key] = number
        }
    }

    subscript(key: Key) -> Int {
        get { numbers[Self.place(key)] }
        set { numbers[Self.place(key)] = newValue }
    }

    private static func place(_ key: Key) -> Int { Key.allCases.firstIndex(of: key) ?? 0 }

    func write() { System.print(Key.allCases.map { "\($0.rawValue) \(self[$0])\n" }.joined()) }

    /// Adds what a pipeline has counted of a connection.
    mutating func add(_ analysis: borrowing ConnectionAnalysis) {
        self[.connections] += 1
        for side in Side.allCases { add(analysis[side].summary) }
    }

    private mutating func add(_ summary: HalfSummary) {
        self[.messages] += summary.messages
        self[.whole] += summary.verdicts[.whole]
        self[.coalesced] += summary.verdicts[.coalesced]
        self[.split] += summary.verdicts[.split]
        self[.both] += summary.verdicts[.splitAndCoalesced]
        self[.cuts] += summary.cuts.total
        self[.undecoded] += summary.bytes[.undecoded]
    }

    /// What the capture holds, in words.
    var counts: String {
        "\(self[.packets]) packets, \(self[.connections]) connections, \(self[.messages]) messages"
            + " (\(self[.whole]) whole, \(self[.coalesced]) coalesced, \(self[.split]) split,"
            + " \(self[.both]) split+coalesced), \(self[.cuts]) cuts, \(self[.undecoded]) bytes undecoded\n"
    }
}
