public import SeamPackets

/// How many packets gave no TCP, by kind of issue, with an example of each.
public struct PacketIssueCounts: Sendable {
    /// One kind of issue.
    public struct Entry: Sendable {
        /// The first issue of the kind.
        public var example: PacketIssue
        /// How many packets have one of the kind.
        public var count: Int
    }

    /// The kinds met, in order of their first packet.
    public private(set) var entries: [Entry] = []

    mutating func add(_ issue: PacketIssue) {
        if let index = entries.firstIndex(where: { $0.example.id == issue.id }) {
            entries[index].count += 1
        } else {
            entries.append(Entry(example: issue, count: 1))
        }
    }
}
