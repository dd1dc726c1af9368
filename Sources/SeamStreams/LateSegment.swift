import SeamBytes
import SeamPackets

/// When a sender made a packet, by the counters that it wrote into it.
struct PacketMark: Equatable, Sendable {
    /// Identifications count up; of two that are further apart than this nothing can be said.
    static let farthest = 64

    /// The value of the timestamps option (RFC 7323 §3.2).
    var stamp: UInt32?
    /// The identification of the IPv4 header; nil where the sender writes none (RFC 6864 §4.1).
    var identification: UInt16?

    /// Nothing known.
    init() {}

    /// The counters of a packet with these options.
    init(_ segment: TCPSegment, _ options: RawSpan) {
        stamp = Flight.stamp(options, at: 4)
        identification = segment.identification.flatMap { $0 == 0 ? nil : $0 }
    }

    /// Whether this packet was made after `other`; nil where the counters do not tell.
    func isLater(than other: PacketMark) -> Bool? {
        if let stamp, let earlier = other.stamp, stamp != earlier {
            return Int32(bitPattern: stamp &- earlier) > 0
        }
        guard let identification, let earlier = other.identification else { return nil }
        let step = Int(Int16(bitPattern: identification &- earlier))
        return step != 0 && abs(step) <= Self.farthest ? step > 0 : nil
    }
}

/// A segment that is not simply the next one.
struct LateSegment {
    /// Where its payload belongs, also before offset 0.
    var range: Range<Int>
    /// How it came, by its place.
    var arrival: Arrival
    var departure: Departure
    var mark: PacketMark
    var number: Int
    var time: Timestamp
    var from: Side

    /// Whether it fills a hole because it was sent again; else it was overtaken on its way.
    ///
    /// `other` is the segment behind the hole. What was made before it was overtaken by it, what was made after it was
    /// sent again. Where the counters do not tell, the time must: to learn of a loss takes a round trip.
    func isSentAgain(before other: PacketMark?) -> Bool {
        if let other, let isLater = mark.isLater(than: other) { return isLater }
        return departure.traits.contains(.repeat)
    }
}
