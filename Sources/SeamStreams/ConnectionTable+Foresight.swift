import SeamBytes
import SeamPackets

/// The packets to come, as far as they have been looked at: hashes of their endpoints, and then their connections.
struct Foresight: ~Copyable {
    /// How many packets before its turn a connection's key is asked for.
    static let near = 8
    private static let size = 32

    // Rows: to read an element of an `InlineArray` that is stored copies all of it (Swift 6.3).
    private var hashes = Row<UInt64>(repeating: 0, count: size)
    private var places = Row<Int32>(repeating: -1, count: size)
    /// How many packets were looked at.
    private(set) var seen = 0

    mutating func add(_ hash: UInt64) {
        hashes[seen & (Self.size &- 1)] = hash
        seen &+= 1
    }

    mutating func found(_ place: Int, _ packet: Int) {
        places[packet & (Self.size &- 1)] = Int32(truncatingIfNeeded: place)
    }

    func hash(of packet: Int) -> UInt64 { hashes[packet & (Self.size &- 1)] }
    func place(of packet: Int) -> Int { Int(places[packet & (Self.size &- 1)]) }
}

extension ConnectionTable {
    /// Whether the slots are so many that a look-up has to wait for memory, unless it was asked before.
    public var isSpread: Bool {
        @inline(__always) get { slots.count >= 1 << 14 }
    }

    /// Asks memory for what the look-up of a packet to come will need.
    public mutating func foresee(_ bytes: RawSpan) {
        var hash: UInt64 = 0
        if let (source, destination) = FlowKey.read(bytes) {
            hash = self.hash(source, destination)
            prefetchSlot(hash)
        }
        foresight.add(hash)
        let near = foresight.seen &- 1 &- Foresight.near
        guard near >= 0 else { return }
        let place = place(of: foresight.hash(of: near))
        foresight.found(place, near)
        foreseeKey(place)
    }

    /// Asks memory for what is known here of the connection at a place.
    public func foreseeKey(_ place: Int) { keys.prefetch(place, count: MemoryLayout<Key>.size) }

    /// Asks memory for the slot of the connection at a place, whose key was asked for before.
    public func foreseeSlot(_ place: Int) {
        prefetchSlot(hash(keys[place].client, keys[place].server))
    }

    @inline(__always)
    private func prefetchSlot(_ hash: UInt64) {
        let slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
        Prefetch.request(slots, skipping: slot &* MemoryLayout<Slot>.stride, count: 1)
    }

    /// The place of the connection that a packet to come most likely belongs to, of those whose keys were asked for the
    /// one `count` before the last; -1 where nothing is known of it.
    public func foreseen(_ count: Int) -> Int {
        let packet = foresight.seen &- 1 &- Foresight.near &- count
        return packet >= 0 ? foresight.place(of: packet) : -1
    }

    /// The place of the connection that packets with this hash most likely belong to, -1 for none.
    @inline(__always)
    private func place(of hash: UInt64) -> Int {
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].entry != 0 {
            if slots[slot].tag == tag { return Int(slots[slot].entry & ~Slot.retired) &- 1 }
            slot = (slot &+ 1) & mask
        }
        return -1
    }
}
