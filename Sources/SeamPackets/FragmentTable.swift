public import SeamBytes

/// The fragments of IP packets that wait for the others (RFC 791 §3.2, RFC 8200 §4.5).
///
/// The fragments of a datagram share addresses, protocol and identification. The first copy of a byte wins.
/// Memory and time are bounded; when something must be given up, the datagram that has waited longest goes.
public struct FragmentTable: Sendable {
    /// What a fragment, and a datagram, is counted with on top of its bytes, so that many tiny ones are bounded as well.
    static let overhead = 256

    private struct Key: Hashable {
        var source: IPAddress
        var destination: IPAddress
        var identification: UInt32
        var protocolNumber: IPProtocol
    }

    private struct Waiting {
        var pieces = DatagramPieces()
        var packets: [Int] = []
        var timeToLive: UInt8 = 0
        var path = PacketPath()
        var since: Timestamp
        /// Tells it from an earlier datagram with the same key.
        var serial: Int

        var cost: Int {
            let numbers = packets.count * MemoryLayout<Int>.stride
            return pieces.kept + numbers + (pieces.count + 1) * FragmentTable.overhead
        }
    }

    /// How much may be held, and for how long.
    public let limits: FragmentLimits
    /// What has become of the fragments so far.
    public private(set) var counts = FragmentCounts()
    private var waiting: [Key: Waiting] = [:]
    /// The keys in order of their first fragment; those of datagrams that are gone stay until they come first.
    private var order: [(key: Key, serial: Int)] = []
    private var head = 0
    private var serial = 0
    private var held = 0

    /// A table without fragments.
    public init(limits: FragmentLimits = FragmentLimits()) { self.limits = limits }

    /// How many datagrams wait for fragments.
    public var waitingCount: Int { waiting.count }

    /// Adds a fragment; the datagram when this was the last one missing.
    ///
    /// `bytes` are those that the fragment's ranges mean, `path` is how it came, and `packets` are the numbers
    /// of the packets that brought it: one, or several when a tunnel's packets were fragments themselves.
    public mutating func add(
        _ fragment: IPFragment,
        _ bytes: RawSpan,
        path: PacketPath,
        packets: [Int],
        time: Timestamp
    ) -> Datagram? {
        counts.fragments += 1
        while let first = oldest, isAged(first, time) { giveUp(first, counting: \.aged) }
        let key = Key(
            source: fragment.source,
            destination: fragment.destination,
            identification: fragment.identification,
            protocolNumber: fragment.protocolNumber
        )
        // Times may go backwards, and then the oldest is not the first.
        if waiting[key] != nil, isAged(key, time) { giveUp(key, counting: \.aged) }
        guard isAcceptable(fragment, in: waiting[key]?.pieces.count ?? 0) else { return nil }
        makeRoom(for: fragment.payload.count + 2 * FragmentTable.overhead, isNew: waiting[key] == nil)
        var entry = waiting.removeValue(forKey: key) ?? open(key, time)
        held -= entry.cost
        let range = ByteRange(fragment.offset, fragment.offset + fragment.payloadLength)
        let isNew = entry.pieces.add(bytes.clamped(fragment.payload), at: range, isLast: !fragment.hasMore)
        let length = entry.pieces.completeLength
        // A fragment can bring nothing but the word that no more will come.
        if isNew || length != nil { entry.packets += packets }
        if fragment.offset == 0, entry.path.count == 0 {
            entry.timeToLive = fragment.timeToLive
            entry.path = path
        }
        if let length { return datagram(of: entry, length, key) }
        held += entry.cost
        waiting[key] = entry
        return nil
    }

    private mutating func datagram(of entry: Waiting, _ length: Int, _ key: Key) -> Datagram {
        counts.datagrams += 1
        if entry.pieces.hasConflict { counts.conflicts += 1 }
        let isIPv4 = key.source.isIPv4
        return Datagram(
            source: key.source,
            destination: key.destination,
            protocolNumber: key.protocolNumber,
            identification: isIPv4 ? UInt16(truncatingIfNeeded: key.identification) : nil,
            timeToLive: entry.timeToLive,
            path: entry.path,
            bytes: entry.pieces.joined,
            length: length,
            packets: entry.packets,
            hasConflict: entry.pieces.hasConflict
        )
    }

    private mutating func isAcceptable(_ fragment: IPFragment, in count: Int) -> Bool {
        let isAcceptable =
            count < limits.fragments && fragment.payloadLength <= limits.datagram - fragment.offset
        if !isAcceptable { counts.refused += 1 }
        return isAcceptable
    }

    private mutating func open(_ key: Key, _ time: Timestamp) -> Waiting {
        serial += 1
        if order.count >= 4 * (waiting.count + 64) {
            order = order[head...].filter { waiting[$0.key]?.serial == $0.serial }
            head = 0
        }
        order.append((key, serial))
        let entry = Waiting(since: time, serial: serial)
        held += entry.cost
        return entry
    }

    // MARK: - Giving up

    /// The datagram that has waited longest; forgets those in front of it that wait no more.
    private var oldest: Key? {
        mutating get {
            while head < order.count, waiting[order[head].key]?.serial != order[head].serial { head += 1 }
            return head < order.count ? order[head].key : nil
        }
    }

    private func isAged(_ key: Key, _ time: Timestamp) -> Bool {
        guard let entry = waiting[key] else { return false }
        return time.since(entry.since) > limits.age
    }

    private mutating func makeRoom(for cost: Int, isNew: Bool) {
        while held > limits.held - cost || (isNew && waiting.count >= limits.datagrams) {
            guard let first = oldest else { return }
            giveUp(first, counting: \.crowdedOut)
        }
    }

    private mutating func giveUp(_ key: Key, counting kind: WritableKeyPath<FragmentCounts, Int>) {
        guard let entry = waiting.removeValue(forKey: key) else { return }
        held -= entry.cost
        counts[keyPath: kind] += 1
    }
}
