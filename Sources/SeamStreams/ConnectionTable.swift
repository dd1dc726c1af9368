public import SeamBytes
public import SeamPackets

/// The connections of a capture, found by the endpoints of a packet.
///
/// An open-addressing table of 8-byte slots: a look-up touches one slot and the connection itself
/// (Dictionary costs two to three times that; shared/perf).
public struct ConnectionTable: ~Copyable {
    private struct Slot {
        /// The upper half of the hash, to pass over other keys without looking at their connection.
        var tag: UInt32
        /// The connection's place plus one, 0 for a free slot; of one that was retired its place there, marked.
        var entry: UInt32

        static var retired: UInt32 { 1 << 31 }
    }

    /// What is kept of a connection that was retired: enough to know its packets.
    private struct Retired {
        var client: Endpoint
        var server: Endpoint
        var isOver: Bool
    }

    /// The connections in memory.
    ///
    /// As long as none was retired a connection stands at its number. One whose ports were used again stays here.
    public var connections = Slab<Connection>()
    /// How many connections there were so far: the number of the next one.
    public private(set) var count = 0
    /// Packets of connections that were over and retired before: nothing is known any more to judge them by.
    public private(set) var late = 0
    /// Connections that were retired before they were over, to keep to the limit.
    public private(set) var givenUp = 0
    /// Connections that were retired because they were silent for longer than the limit.
    public private(set) var timedOut = 0
    /// Which segments were met, to tell a packet that comes twice.
    public var seen = SeenPackets()
    private var recent = RecentBytes()
    private var slots: [Slot]
    private var used = 0
    private var retired: [Retired] = []
    /// Most retired connections whose endpoints are remembered.
    private let remembered: Int
    /// The place of the connection that was made last.
    public private(set) var newest = 0
    /// Places in `connections` that are free.
    private var free: [Int] = []
    /// Makes hashes differ from run to run, so that no capture can be made whose connections all collide.
    private let seed = UInt64.random(in: .min ... .max)

    /// An empty table, which remembers so many connections at most that are over and gone from memory.
    public init(remembering remembered: Int = .max) {
        self.remembered = max(2, remembered)
        slots = [Slot](repeating: Slot(tag: 0, entry: 0), count: 1024)
    }

    /// How many connections are in memory.
    public var live: Int { connections.count - free.count }

    /// The place of the connection that a packet belongs to, made if it is new, and the side that sent the packet.
    ///
    /// A SYN with another initial sequence number than the one known makes a new connection of the same
    /// endpoints (port numbers used again), as in Wireshark's `tcp.stream`. Nil for a packet that comes too late.
    @inline(__always)
    public mutating func find(
        _ packet: TCPPacket,
        number: Int,
        time: Timestamp
    ) -> (index: Int, side: Side)? {
        if used >= slots.count / 2 { grow() }
        let hash = hash(packet.source, packet.destination)
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].entry != 0 {
            if slots[place].tag == tag {
                let entry = slots[place].entry
                if entry & Slot.retired == 0 {
                    let index = Int(entry) &- 1
                    if let side = side(of: packet, in: index) {
                        guard packet.flags.contains(.syn), connections[index].isReused(by: packet, from: side)
                        else {
                            return (index, side)
                        }
                        return open(packet, number, time, reusesPorts: true, slot: place)
                    }
                } else if let isOver = isOver(Int(entry & ~Slot.retired), packet) {
                    // What was not over may go on: it is another connection then, met under way.
                    guard packet.flags.contains(.syn) || !isOver && packet.payloadLength > 0 else {
                        late += 1
                        return nil
                    }
                    return open(packet, number, time, reusesPorts: true, slot: place)
                }
            }
            place = (place &+ 1) & mask
        }
        slots[place].tag = tag
        used += 1
        return open(packet, number, time, reusesPorts: false, slot: place)
    }

    /// Whether a retired connection of the packet's endpoints was over; nil when it has others.
    private func isOver(_ place: Int, _ packet: TCPPacket) -> Bool? {
        let known = retired[place]
        let isSame =
            known.client == packet.source && known.server == packet.destination
            || known.client == packet.destination && known.server == packet.source
        return isSame ? known.isOver : nil
    }

    /// Whether the connection at a place was retired and none came after it.
    public func isFree(_ place: Int) -> Bool { connections[place].isRetired }

    /// The places of the connections to retire when there are `limit`: a quarter of them, in the order of their numbers.
    ///
    /// Those that are over go first, then those that were silent for the longest time.
    public func overdue(limit: Int) -> [Int] {
        guard live > limit else { return [] }
        var places = connections.indices.filter { !isFree($0) }
        places.sort { left, right in
            let (one, other) = (connections[left].isOver, connections[right].isOver)
            return one == other ? connections[left].lastPacket < connections[right].lastPacket : one
        }
        return places.prefix(max(1, limit / 4)).sorted { connections[$0].index < connections[$1].index }
    }

    /// The places of the connections that have been silent since before `time`, in the order of their numbers.
    public func silent(since time: Timestamp) -> [Int] {
        connections.indices.filter { !isFree($0) && connections[$0].lastTime.nanoseconds < time.nanoseconds }
            .sorted { connections[$0].index < connections[$1].index }
    }

    /// Forgets a connection that was finished; its place is free for another one.
    public mutating func retire(_ place: Int, isSilent: Bool = false) {
        let (client, server) = (connections[place].client, connections[place].server)
        let isOver = connections[place].isOver
        if isSilent { timedOut += 1 } else if !isOver { givenUp += 1 }
        free.append(place)
        connections[place].isRetired = true
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
    private func side(of packet: TCPPacket, in index: Int) -> Side? {
        connections[index].side(from: packet.source, to: packet.destination)
    }

    /// Keeps the beginning of what a half delivered, for `compare`.
    @inline(__always)
    public mutating func remember(_ bytes: RawSpan, at offset: Int, of index: Int, from side: Side) {
        recent.remember(bytes, at: offset, last: &connections[index][side].lastRecord)
    }

    /// Notes an anomaly when a segment that was sent again brings other bytes than were delivered.
    public mutating func compare(
        _ payload: RawSpan,
        _ placement: Half.Placement,
        of index: Int,
        from side: Side,
        number: Int,
        limits: StreamLimits
    ) {
        // Bytes below offset 0 are not part of the range.
        let below = max(0, payload.byteCount - placement.range.count)
        let again = payload.extracting(below..<payload.byteCount)
        let last = connections[index][side].lastRecord
        guard recent.differs(again, at: placement.range.start, last: last) else { return }
        let odd = Anomaly(kind: .overlapConflict, from: side, packet: number, range: placement.range)
        connections[index].note([odd], limits)
    }

    private mutating func open(
        _ packet: TCPPacket,
        _ number: Int,
        _ time: Timestamp,
        reusesPorts: Bool,
        slot: Int
    ) -> (index: Int, side: Side) {
        let side = Self.opener(packet)
        let connection = Connection(
            index: count,
            client: side == .client ? packet.source : packet.destination,
            server: side == .client ? packet.destination : packet.source,
            opening: packet.flags.contains(.syn) ? .syn : .midstream,
            reusesPorts: reusesPorts,
            packet: number,
            time: time
        )
        count += 1
        let place: Int
        if let last = free.popLast() {
            place = last
            connections[place] = connection
        } else {
            place = connections.count
            connections.append(connection)
        }
        slots[slot].entry = UInt32(place + 1)
        newest = place
        return (place, side)
    }

    /// Which side sent the first packet of a connection (DESIGN section 5).
    private static func opener(_ packet: TCPPacket) -> Side {
        if packet.flags.contains(.syn) { return packet.flags.contains(.ack) ? .server : .client }
        return packet.source.port < packet.destination.port ? .server : .client
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
        let index = Int(slot.entry) - 1
        return hash(connections[index].client, connections[index].server)
    }

    /// Asks memory for the slots of a hash.
    @inline(__always)
    public func prefetchSlot(_ hash: UInt64) {
        let place = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        Prefetch.request(slots, skipping: place &* MemoryLayout<Slot>.stride, count: 1)
    }

    /// The connection that packets with this hash most likely belong to, -1 for none.
    @inline(__always)
    public func foresee(_ hash: UInt64) -> Int {
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].entry != 0 {
            if slots[place].tag == tag { return Int(slots[place].entry & ~Slot.retired) &- 1 }
            place = (place &+ 1) & mask
        }
        return -1
    }

    /// The same for both directions of a connection.
    @inline(__always)
    public func hash(_ one: Endpoint, _ other: Endpoint) -> UInt64 { mix(one) &+ mix(other) }

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
