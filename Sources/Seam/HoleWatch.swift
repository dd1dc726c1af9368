import SeamBytes

/// The halves that wait for a hole to be filled, the one that has waited longest first.
///
/// A half is in line once. One that has moved on since, or has nothing to wait for any more, is found out when its turn
/// comes, so that neither costs anything before.
struct HoleWatch {
    /// A half in line.
    struct Entry {
        /// The place of its connection, and the number that this had.
        var place: Int
        var stream: Int
        var side: Side
        /// Where its first hole started.
        var hole: Int
        /// When it was put in line, and by which packet.
        var since: Timestamp
        var packet: Int
    }

    private var entries: [Entry] = []
    private var head = 0

    /// How many are in line.
    var count: Int { entries.count - head }

    /// The half that has waited longest, nil when none waits.
    var first: Entry? { head < entries.count ? entries[head] : nil }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    mutating func append(_ others: [Entry]) { entries += others }

    mutating func removeFirst() {
        head += 1
        guard head == entries.count || head > 64 && head > entries.count / 2 else { return }
        entries.removeFirst(head)
        head = 0
    }
}
