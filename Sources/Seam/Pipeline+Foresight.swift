import SeamBytes
import SeamPackets
import SeamStreams

/// The packets to come, as far as they have been looked at: hashes of their endpoints.
struct Foresight {
    /// How many packets before its turn a connection's state is asked for.
    static let near = 8
    /// How many packets before its turn what that points to is asked for.
    static let next = 4
    private static let size = 32

    private var hashes: InlineArray<32, UInt64> = .init(repeating: 0)
    private var places: InlineArray<32, Int32> = .init(repeating: -1)
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
    /// Asks memory for where a packet to come will be looked up; answers the hash of its endpoints, 0 where that is unknown.
    @inline(__always)
    @discardableResult
    func foreseeSlot(_ bytes: RawSpan) -> UInt64 {
        guard let (source, destination) = FlowKey.read(bytes) else { return 0 }
        let hash = table.hash(source, destination)
        table.prefetchSlot(hash)
        return hash
    }

    /// Asks memory for the state that a packet to come will need.
    @inline(__always)
    mutating func foresee(_ bytes: RawSpan) {
        let hash = foreseeSlot(bytes)
        let seen = foresight.seen
        foresight.add(hash)
        if seen >= Foresight.near {
            let packet = seen - Foresight.near
            let place = table.foresee(foresight.hash(of: packet))
            foresight.found(place, packet)
            if place >= 0 {
                lanes[place % Lane.count].foresee(place / Lane.count)
            }
        }
        if seen >= Foresight.near + Foresight.next {
            let place = foresight.place(of: seen - Foresight.near - Foresight.next)
            let (lane, index) = (place % Lane.count, place / Lane.count)
            if place >= 0, index < lanes[lane].analyses.count { lanes[lane].analyses[index].prefetch() }
        }
    }
}
