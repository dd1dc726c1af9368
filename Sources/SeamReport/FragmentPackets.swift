/// Which packets brought the fragments of a datagram, by the packet that completed it.
///
/// Nearly always there is none. The last ones are kept: a unit that is completed much later names only that packet.
/// A class, since writers of rows of one capture share it.
final class FragmentPackets {
    /// Most datagrams that are remembered.
    static let limit = 65_536

    private var packets: [Int: [Int]] = [:]
    private var order: [Int] = []
    private var head = 0

    /// Whether any was noted; asked for each row, where to check that nobody changes it costs more than the answer.
    @exclusivity(unchecked) private var hasAny = false

    /// Whether there are none.
    @inline(__always) var isEmpty: Bool { unsafe !hasAny }

    /// Notes that `number` completes a datagram that came in `brought`.
    func add(_ brought: [Int], completedBy number: Int) {
        unsafe hasAny = true
        if packets.updateValue(brought.sorted(), forKey: number) == nil { order.append(number) }
        guard packets.count > Self.limit else { return }
        packets[order[head]] = nil
        head += 1
        if head > order.count / 2 {
            order.removeFirst(head)
            head = 0
        }
    }

    /// The packets of the datagram that a packet completed; nil for a packet that was not in fragments.
    subscript(number: Int) -> [Int]? { packets[number] }
}
