public import SeamPackets

/// How many packets gave no TCP, and why, with an example of each reason.
public struct PacketIssueCounts: Sendable {
    /// One reason.
    public struct Entry: Sendable {
        /// The first issue for this reason.
        public var example: PacketIssue
        /// How many packets have one.
        public var count: Int
    }

    /// Most reasons that are told apart; packets with others are only counted.
    public static let limit = 64

    /// The reasons met, in order of their first packet.
    public private(set) var entries: [Entry] = []
    /// Packets whose reason is beyond the limit.
    public private(set) var others = 0
    private var places: [PacketIssue: Int] = [:]
    private var last = -1

    /// Packets in all.
    public var total: Int { entries.reduce(others) { $0 + $1.count } }

    mutating func add(_ issue: PacketIssue) {
        let reason = issue.reason
        // Packets of a kind come in rows.
        if last >= 0, entries[last].example.reason == reason { return entries[last].count += 1 }
        if let place = places[reason] {
            entries[place].count += 1
            last = place
        } else if entries.count < Self.limit {
            last = entries.count
            places[reason] = last
            entries.append(Entry(example: issue, count: 1))
        } else {
            others += 1
        }
    }
}
