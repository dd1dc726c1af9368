public import SeamBytes
public import SeamPackets

/// Which connection a packet belongs to, by its endpoints.
///
/// An open-addressing table of 8-byte slots: a look-up touches one slot and the key that it names (Dictionary costs two
/// to three times that; shared/perf). What else is known of a connection stands elsewhere, at the place that is found
/// here: who looks connections up needs none of it, and another thread may be at work on it.
public struct ConnectionTable: ~Copyable {
    struct Slot {
        /// The upper half of the hash, to pass over other keys without looking at their connection.
        var tag: UInt32
        /// The connection's place plus one, 0 for a free slot; of one that was retired its place there, marked.
        var entry: UInt32

        static var retired: UInt32 { 1 << 31 }
    }

    /// What is known here of a connection: one cache line.
    @usableFromInline
    struct Key {
        var client: Endpoint
        var server: Endpoint
        var isFree = false
        /// The lower bits of its number.
        var number: UInt32
        /// When its last packet was captured, as far as anybody asked for it to be kept.
        @usableFromInline var lastTime: Timestamp
        @usableFromInline var queue = QueueMark()
    }

    /// What is kept of a connection that was retired: enough to know its packets, in 40 bytes.
    private struct Retired {
        private let addresses: (client: IPAddress, server: IPAddress)
        private let ports: (client: UInt16, server: UInt16)
        let isOver: Bool

        init(client: Endpoint, server: Endpoint, isOver: Bool) {
            addresses = (client.address, server.address)
            ports = (client.port, server.port)
            self.isOver = isOver
        }

        var client: Endpoint { Endpoint(address: addresses.client, port: ports.client) }
        var server: Endpoint { Endpoint(address: addresses.server, port: ports.server) }
    }

    /// What the endpoints of a packet were found to be.
    public enum Match {
        /// The endpoints of the connection at a place, of which `side` sent the packet.
        case known(place: Int, side: Side)
        /// The endpoints of a connection that was retired, perhaps before it was over.
        case retired(isOver: Bool)
        /// Those of no connection.
        case none
    }

    /// How many connections there were so far: the number of the next one.
    public private(set) var count = 0
    /// Packets of connections that were over and retired before: nothing is known any more to judge them by.
    public private(set) var late = 0
    /// Connections that were retired before they were over, to keep to the limit.
    public private(set) var givenUp = 0
    /// Connections that were retired because they were silent for longer than the limit.
    public private(set) var timedOut = 0
    private var seen = SeenPackets()
    var foresight = Foresight()
    /// The place of the connection that was made last.
    public private(set) var newest = 0
    @usableFromInline var keys = Slab<Key>()
    var slots: [Slot]
    private var used = 0
    private var retired: [Retired] = []
    /// Most retired connections whose endpoints are remembered.
    private let remembered: Int
    /// Places that are free.
    private var free: [Int] = []
    /// The slot that was found last.
    private var slot = 0
    /// Makes hashes differ from run to run, so that no capture can be made whose connections all collide.
    private let seed = UInt64.random(in: .min ... .max)
    private let pin = Pin()

    /// An empty table, which remembers so many connections at most that are over and gone from memory.
    public init(remembering remembered: Int = .max) {
        self.remembered = max(2, remembered)
        slots = [Slot](repeating: Slot(tag: 0, entry: 0), count: 1024)
    }

    /// The places of connections, those that are free among them.
    public var places: Range<Int> { keys.indices }

    /// How many connections are in memory.
    public var live: Int { keys.count - free.count }

    /// Looks up the endpoints of a packet.
    ///
    /// They alone are passed, in registers: a packet would be copied.
    @inline(__always)
    public mutating func look(from source: Endpoint, to destination: Endpoint) -> Match {
        if used >= slots.count / 2 { grow() }
        let hash = hash(source, destination)
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        let mask = slots.count &- 1
        slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].entry != 0 {
            if slots[slot].tag == tag {
                let entry = slots[slot].entry
                if entry & Slot.retired == 0 {
                    let place = Int(entry) &- 1
                    if let side = sender(source, destination, in: place) {
                        return .known(place: place, side: side)
                    }
                } else if let isOver = isOver(Int(entry & ~Slot.retired), source, destination) {
                    return .retired(isOver: isOver)
                }
            }
            slot = (slot &+ 1) & mask
        }
        return .none
    }

    /// Makes a connection of the packet that was looked up last; answers its place and the side that sent the packet.
    public mutating func open(_ packet: TCPPacket, time: Timestamp) -> (place: Int, side: Side) {
        let side = Connection.opener(packet)
        let key = Key(
            client: side == .client ? packet.source : packet.destination,
            server: side == .client ? packet.destination : packet.source,
            number: UInt32(truncatingIfNeeded: count),
            lastTime: time
        )
        count += 1
        let place: Int
        if let last = free.popLast() {
            place = last
            keys[place] = key
        } else {
            place = keys.count
            keys.append(key)
        }
        if slots[slot].entry == 0 {
            slots[slot].tag = UInt32(truncatingIfNeeded: hash(key.client, key.server) >> 32)
            used += 1
        }
        slots[slot].entry = UInt32(place + 1)
        newest = place
        return (place, side)
    }

    /// Notes that the packet that was looked up last comes too late.
    public mutating func passLate() { late += 1 }

    /// Whether a retired connection of the packet's endpoints was over; nil when it has others.
    private func isOver(_ place: Int, _ source: Endpoint, _ destination: Endpoint) -> Bool? {
        let known = retired[place]
        let isSame =
            known.client == source && known.server == destination
            || known.client == destination && known.server == source
        return isSame ? known.isOver : nil
    }

    /// Whether the connection at a place was retired and none came after it.
    public func isFree(_ place: Int) -> Bool { keys[place].isFree }

    /// When the last packet of the connection at a place was captured.
    @inline(__always)
    public mutating func lastTime(of place: Int) -> Timestamp { keys[place].lastTime }

    /// Notes that a packet of the connection at a place was captured at `time`.
    @inlinable
    @inline(__always)
    public mutating func touch(_ place: Int, _ time: Timestamp) { keys[place].lastTime = time }

    /// Puts a mark where the last of the connection's packets stands that wait to be taken; answers the one before.
    @inlinable
    @inline(__always)
    public mutating func mark(_ place: Int, _ mark: QueueMark) -> QueueMark {
        let before = keys[place].queue
        keys[place].queue = mark
        return before
    }

    /// Where the last of the connection's packets stands that wait to be taken.
    @inlinable
    @inline(__always)
    public func queueMark(_ place: Int) -> QueueMark { keys[place].queue }

    /// Notes a segment of the connection at a place, and answers whether the same packet was met before.
    @inline(__always)
    public mutating func hasMet(
        _ segment: TCPSegment,
        _ bytes: RawSpan,
        at place: Int,
        from side: Side
    ) -> Bool {
        let options = bytes.extracting(segment.options)
        return seen.meet(segment, options, connection: Int(keys[place].number), from: side)
    }

    /// Forgets a connection that was finished; its place is free for another one.
    public mutating func retire(_ place: Int, isOver: Bool, isSilent: Bool = false) {
        if isSilent { timedOut += 1 } else if !isOver { givenUp += 1 }
        free.append(place)
        keys[place].isFree = true
        let (client, server) = (keys[place].client, keys[place].server)
        guard let slot = slot(of: place, client, server) else { return }
        slots[slot].entry = Slot.retired | UInt32(retired.count)
        retired.append(Retired(client: client, server: server, isOver: isOver))
        if retired.count >= remembered { forget() }
    }

    /// Forgets the older half of the retired connections: what comes of theirs now is a connection met under way.
    private mutating func forget() {
        let gone = retired.count / 2
        let old = slots
        slots = [Slot](repeating: Slot(tag: 0, entry: 0), count: old.count)
        used = 0
        for var slot in old where slot.entry != 0 {
            let hash = hash(of: slot)
            if slot.entry & Slot.retired != 0 {
                let place = Int(slot.entry & ~Slot.retired)
                guard place >= gone else { continue }
                slot.entry = Slot.retired | UInt32(place - gone)
            }
            used += 1
            insert(slot, hash)
        }
        retired.removeFirst(gone)
    }

    private mutating func insert(_ slot: Slot, _ hash: UInt64) {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].entry != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }

    /// Where a connection stands in `slots`; nil when its ports were used again.
    private func slot(of place: Int, _ client: Endpoint, _ server: Endpoint) -> Int? {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash(client, server)) & mask
        while slots[slot].entry != 0 {
            if slots[slot].entry == UInt32(place + 1) { return slot }
            slot = (slot + 1) & mask
        }
        return nil
    }

    @inline(__always)
    private func sender(_ source: Endpoint, _ destination: Endpoint, in place: Int) -> Side? {
        if source == keys[place].client, destination == keys[place].server { return .client }
        if source == keys[place].server, destination == keys[place].client { return .server }
        return nil
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(tag: 0, entry: 0), count: old.count * 2)
        for slot in old where slot.entry != 0 { insert(slot, hash(of: slot)) }
    }

    private func hash(of slot: Slot) -> UInt64 {
        if slot.entry & Slot.retired != 0 {
            let known = retired[Int(slot.entry & ~Slot.retired)]
            return hash(known.client, known.server)
        }
        let place = Int(slot.entry) - 1
        return hash(keys[place].client, keys[place].server)
    }

    /// The same for both directions of a connection.
    @inline(__always)
    func hash(_ one: Endpoint, _ other: Endpoint) -> UInt64 { mix(one) &+ mix(other) }

    /// Multiply and shift over address and port, as in MurmurHash's finaliser.
    @inline(__always)
    private func mix(_ end: Endpoint) -> UInt64 {
        var value = end.address.low ^ end.address.high &* 0x9E37_79B9_7F4A_7C15 ^ seed
        value &+= UInt64(end.port) &* 0xC2B2_AE3D_27D4_EB4F
        value ^= value >> 32
        value &*= 0xD6E8_FEB8_6659_FD93
        value ^= value >> 32
        value &*= 0xD6E8_FEB8_6659_FD93
        return value ^ value >> 32
    }
}

/// Where the last of the packets of a connection that wait to be taken stands in their queue.
public struct QueueMark: Sendable {
    /// Which gathering of packets it is part of.
    public var gathering: UInt32
    /// Its place in the queue.
    public var last: UInt32

    /// A mark; the usual one is part of no gathering.
    @inlinable
    public init(gathering: UInt32 = 0, last: UInt32 = 0) {
        self.gathering = gathering
        self.last = last
    }
}
