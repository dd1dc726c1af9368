/// How many packets have each label.
///
/// Most halves have no labels, and then the counts are empty and cost 8 bytes.
public struct LabelCounts: Hashable, Sendable {
    private var counts: [Int] = []

    /// Nothing counted.
    public init() {}

    /// Whether no packet had a label.
    public var isEmpty: Bool { counts.isEmpty }

    /// The number of packets with a label.
    public subscript(label: Label) -> Int { counts.isEmpty ? 0 : counts[Int(label.rawValue)] }

    /// Counts one packet.
    @inline(__always)
    public mutating func add(_ labels: LabelSet) {
        if !labels.isEmpty { addEach(labels) }
    }

    private mutating func addEach(_ labels: LabelSet) {
        if counts.isEmpty { counts = [Int](repeating: 0, count: Label.allCases.count) }
        for label in labels { counts[Int(label.rawValue)] += 1 }
    }
}
