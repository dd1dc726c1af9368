import SeamBytes
import SeamPackets
import SeamStreams

/// The packets to come, as far as they have been looked at: hashes of their endpoints.
struct Foresight: ~Copyable {
    /// How many packets before its turn a connection's state is asked for.
    static let near = 8
    /// How many packets before its turn what that points to is asked for.
    static let next = 4
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

    func hash(of packet: Int) -> UInt64 { hashes[packet & (Self.size &- 1)] }
    func place(of packet: Int) -> Int { Int(places[packet & (Self.size &- 1)]) }
    mutating func found(_ place: Int, _ packet: Int) {
        places[packet & (Self.size &- 1)] = Int32(truncatingIfNeeded: place)
    }
}

extension Pipeline {
    /// Asks memory for what a look-up of a packet to come will need.
    @inline(__always)
    mutating func foreseeLookUp(_ bytes: RawSpan) {
        var hash: UInt64 = 0
        if let (source, destination) = FlowKey.read(bytes) {
            hash = table.hash(source, destination)
            table.prefetchSlot(hash)
        }
        let seen = foresight.seen
        foresight.add(hash)
        guard seen >= Foresight.near else { return }
        let packet = seen - Foresight.near
        let place = table.foresee(foresight.hash(of: packet))
        foresight.found(place, packet)
        if place >= 0 { table.prefetchKey(place) }
    }

    /// Asks memory for the state that a packet to come will need.
    @inline(__always)
    mutating func foresee(_ bytes: RawSpan) {
        foreseeLookUp(bytes)
        let near = foresight.seen &- 1 &- Foresight.near
        if near >= 0, foresight.place(of: near) >= 0 {
            let place = foresight.place(of: near)
            lanes[place % Lane.count].foresee(place / Lane.count)
        }
        let next = near &- Foresight.next
        if next >= 0, foresight.place(of: next) >= 0 {
            let place = foresight.place(of: next)
            lanes[place % Lane.count].foreseeNext(place / Lane.count)
        }
    }
}
