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
        /// The connection's index plus one, 0 for a free slot.
        var entry: UInt32
    }

    /// All connections in order of their first packet.
    ///
    /// One whose ports were used again stays here.
    public var connections = Slab<Connection>()
    private var recent = RecentBytes()
    private var slots: [Slot]
    private var used = 0
    /// Makes hashes differ from run to run, so that no capture can be made whose connections all collide.
    private let seed = UInt64.random(in: .min ... .max)

    /// An empty table.
    public init() {
        slots = [Slot](repeating: Slot(tag: 0, entry: 0), count: 1024)
    }

    /// The connection that a packet belongs to, made if it is new, and the side that sent the packet.
    ///
    /// A SYN with another initial sequence number than the one known makes a new connection of the same
    /// endpoints (port numbers used again), as in Wireshark's `tcp.stream`.
    @inline(__always)
    public mutating func find(
        _ packet: TCPPacket,
        number: Int,
        time: Timestamp
    ) -> (index: Int, side: Side) {
        if used >= slots.count / 2 { grow() }
        let hash = hash(packet.source, packet.destination)
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place].entry != 0 {
            if slots[place].tag == tag {
                let index = Int(slots[place].entry) &- 1
                if let side = side(of: packet, in: index) {
                    guard packet.flags.contains(.syn), connections[index].isReused(by: packet, from: side)
                    else {
                        return (index, side)
                    }
                    slots[place].entry = UInt32(connections.count &+ 1)
                    return open(packet, number, time, reusesPorts: true)
                }
            }
            place = (place &+ 1) & mask
        }
        slots[place] = Slot(tag: tag, entry: UInt32(connections.count &+ 1))
        used += 1
        return open(packet, number, time, reusesPorts: false)
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
        reusesPorts: Bool
    ) -> (index: Int, side: Side) {
        let side = Self.opener(packet)
        let index = connections.count
        connections.append(
            Connection(
                index: index,
                client: side == .client ? packet.source : packet.destination,
                server: side == .client ? packet.destination : packet.source,
                opening: packet.flags.contains(.syn) ? .syn : .midstream,
                reusesPorts: reusesPorts,
                packet: number,
                time: time
            )
        )
        return (index, side)
    }

    /// Which side sent the first packet of a connection (DESIGN section 5).
    private static func opener(_ packet: TCPPacket) -> Side {
        if packet.flags.contains(.syn) { return packet.flags.contains(.ack) ? .server : .client }
        return packet.source.port < packet.destination.port ? .server : .client
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(tag: 0, entry: 0), count: old.count * 2)
        let mask = slots.count - 1
        for slot in old where slot.entry != 0 {
            let index = Int(slot.entry) - 1
            let hash = hash(connections[index].client, connections[index].server)
            var place = Int(truncatingIfNeeded: hash) & mask
            while slots[place].entry != 0 { place = (place + 1) & mask }
            slots[place] = slot
        }
    }

    /// The same for both directions of a connection.
    @inline(__always)
    private func hash(_ one: Endpoint, _ other: Endpoint) -> UInt64 { mix(one) &+ mix(other) }

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
