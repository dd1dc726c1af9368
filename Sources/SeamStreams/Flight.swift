import SeamBytes
import SeamPackets

/// What the sender of a half has in flight and what it has heard of it, to tell why its segments left when they did.
///
/// It stands beside the order of the bytes and decides none of it. It allocates nothing where the capture was taken
/// at the sender; elsewhere it keeps the ACKs that are still on their way to the sender.
struct Flight: Sendable {
    /// Segments of one burst are less than a millisecond apart: an interface takes 12 µs for one at 1 Gbit/s.
    static let burst = 1_000_000
    /// No sender's full segment is smaller (RFC 9293 §3.7.1: the default MSS for IPv4).
    static let leastFullSize = 536
    /// Where no MSS option was seen: so many segments of the greatest size make it the full size.
    static let greatestCount = 3
    /// A tail-loss probe waits two round trips and, at HZ 1000, two ticks of the clock (RFC 8985 §7.2, Linux).
    static let probeTicks = 2_000_000

    /// Where the round trip is not known, what comes within 3 ms was overtaken (as in Wireshark).
    static let unknownRoundTrip = 3_000_000

    /// How much of the round trip lies between the capture and the sender, in nanoseconds; 0 at the sender.
    var delay = 0
    /// The handshake's round trip in nanoseconds, 0 when not known.
    var roundTrip = 0
    /// The lesser of the announced maximum segment sizes, 0 when none was seen.
    var limit = 0

    /// The offset behind what the sender knows to be acknowledged.
    var acknowledged = 0
    /// Where the window ends that the sender knows, nil when the scale is not known.
    var edge: Int?
    /// The last window of the peer as it stands in the header.
    var window: UInt16 = 0
    /// Segments in flight; an estimate after an ACK of a part, as no list of them is kept.
    var segments = 0

    var ack = Heard()
    var ackSegments = 0
    var duplicate = Heard()
    var growth = Heard()
    var pending: [PendingACK] = []

    /// The last small segment: the offset behind it, its packet and size.
    var smallEnd = -1
    var smallPacket = 0
    var smallSize = 0
    /// The last segment that brought new bytes: time, the room behind it and the edge known then.
    var lastTime = Int.min
    var lastRoom = Int32.max
    var lastEdge: Int?
    /// The offset behind the byte of a window probe.
    var probeEnd = -1
    /// When the first hole was opened.
    var holeTime = Int.min
    /// The greatest size that was seen, and how often.
    var greatest = 0
    var greatestCount = 0
    /// What is known of the sender and of the ACK it heard last: the traits of the next departure.
    var traits = Departure.Traits()
    /// Of the last segment: `windowHeld`, `freshBurst`; and whether it was full.
    var lastTraits = Departure.Traits()
    var lastWasFull = false
    var lastWasOversized = false
    /// Segments larger than what the MSS options allow.
    var oversized = 0
    var lastRoomBefore = Int32.max
    /// The IP identification of the last packet, and how many in a row counted up by one.
    var identification: UInt16 = 0
    var countedUp = 0

    /// A packet of the peer: when the sender heard it, in nanoseconds, and its number.
    struct Heard: Sendable {
        var time = Int.min
        var packet = 0
    }

    /// How exactly the time is known at which the sender heard a packet, in nanoseconds.
    ///
    /// A millisecond for kernels and captures on busy machines, and a quarter of the way where packets travel:
    /// the handshake is one sample of a varying round trip (RFC 6298 §2 starts with half of it).
    var reach: Int { delay / 4 + 1_000_000 }

    /// Notes a segment that leaves, before its bytes are placed; `highest` is the offset behind all that were sent.
    @inline(__always)
    mutating func depart(
        _ packet: TCPPacket,
        _ first: Int,
        highest: Int,
        hasHoles: Bool,
        number: Int,
        time: Int
    ) -> Departure {
        let size = packet.payloadLength
        // What a SYN may carry depends on what the ends knew before (RFC 7413 §4.1).
        if packet.flags.contains(.syn) { return Departure() }
        // A keep-alive has an old byte or none (RFC 9293 §3.8.4).
        if size == 1, first == highest - 1, first >= 0, highest != probeEnd { return Departure() }
        // The byte of a window probe does not count as sent: the segment that brings it again is new.
        let isNew = first >= (highest == probeEnd ? highest - 1 : highest)
        note(size)
        let full = fullSize(packet)
        var departure = describe(packet, first, highest, time)
        departure.fullSize = UInt32(truncatingIfNeeded: full)
        if limit > 0 { departure.traits.insert(.announced) }
        if size == greatest, greatestCount >= Self.greatestCount { departure.traits.insert(.greatest) }
        if isNew {
            if first > highest { skip(&departure, hasHoles, time) }
            judgeBurst(&departure, full, time)
            if size == 1, let edge, edge <= first {
                probeEnd = first + 1
            } else {
                send(departure, first + size, full, number, time)
            }
        } else {
            repeatBytes(&departure, hasHoles, time)
        }
        return departure
    }

    /// Bytes before a segment are missing: at the sender the capture missed them, elsewhere they may be late.
    private mutating func skip(_ departure: inout Departure, _ hasHoles: Bool, _ time: Int) {
        if !hasHoles { holeTime = time }
        if delay == 0 { departure.traits.insert(.afterUnseen) }
    }

    private mutating func note(_ size: Int) {
        if size > greatest {
            greatest = size
            greatestCount = 1
        } else if size == greatest {
            greatestCount &+= 1
        }
    }

    private func fullSize(_ packet: TCPPacket) -> Int {
        if limit > 0 { return max(1, limit - packet.options.count) }
        return greatestCount >= Self.greatestCount && greatest >= Self.leastFullSize ? greatest : 0
    }

    @inline(__always)
    private func describe(_ packet: TCPPacket, _ first: Int, _ highest: Int, _ time: Int) -> Departure {
        var departure = Departure()
        departure.traits = traits
        if packet.flags.contains(.fin) { departure.traits.insert(.fin) }
        if packet.flags.contains(.psh) { departure.traits.insert(.push) }
        if smallEnd > acknowledged { departure.traits.insert(.smallInFlight) }
        departure.size = UInt32(truncatingIfNeeded: packet.payloadLength)
        departure.bytesInFlight = UInt32(truncatingIfNeeded: max(0, highest - acknowledged))
        departure.segmentsInFlight = UInt16(clamping: segments)
        departure.segmentsBeforeACK = UInt16(clamping: ackSegments)
        departure.sinceACK = Self.microseconds(time, ack.time)
        departure.sinceDuplicate = Self.microseconds(time, duplicate.time)
        departure.sinceGrowth = Self.microseconds(time, growth.time)
        departure.sincePrevious = Self.microseconds(time, lastTime)
        departure.roundTrip = Int32(clamping: roundTrip / 1000)
        departure.delay = Int32(clamping: delay / 1000)
        departure.ackPacket = UInt32(truncatingIfNeeded: ack.packet)
        departure.duplicatePacket = UInt32(truncatingIfNeeded: duplicate.packet)
        departure.growthPacket = UInt32(truncatingIfNeeded: growth.packet)
        departure.smallPacket = UInt32(truncatingIfNeeded: smallPacket)
        departure.smallSize = UInt32(truncatingIfNeeded: smallSize)
        departure.roomBefore = lastRoom
        if let edge {
            departure.room = Int32(clamping: edge - first - packet.payloadLength)
            if let lastEdge, edge > lastEdge { departure.traits.insert(.windowGrew) }
        }
        return departure
    }

    /// Whether the window had no room, and whether the segment goes on with what the burst began.
    @inline(__always)
    private func judgeBurst(_ departure: inout Departure, _ full: Int, _ time: Int) {
        let follows = lastWasFull && Self.elapsed(time, since: lastTime) < Self.burst
        let wanted = full > 0 ? min(full, Int(departure.size)) : Int(departure.size)
        if departure.traits.contains(.windowGrew), Int(departure.roomBefore) < wanted,
            Self.elapsed(time, since: growth.time).magnitude <= reach
        {
            departure.traits.insert(.windowHeld)
        } else if follows, lastTraits.contains(.windowHeld) {
            departure.traits.insert(.windowHeld)
            departure.roomBefore = lastRoomBefore
        }
        if departure.bytesInFlight == 0 || (follows && lastTraits.contains(.freshBurst)) {
            departure.traits.insert(.freshBurst)
        }
    }

    @inline(__always)
    private mutating func send(_ departure: Departure, _ end: Int, _ full: Int, _ number: Int, _ time: Int) {
        let size = Int(departure.size)
        // Without PSH the sender had more: the path takes no larger segment than this, whatever the ends announced.
        let isSmall = size < (full > 0 ? full : Self.leastFullSize) && departure.traits.contains(.push)
        if isSmall {
            // A probe for lost segments leaves whatever Nagle says, and a FIN takes what waited with it.
            let pause = Self.elapsed(time, since: lastTime)
            let mayBeProbe = segments > 1 && pause >= 2 * roundTrip + Self.probeTicks
            if smallEnd > acknowledged, !departure.traits.contains(.fin), !mayBeProbe {
                traits.insert(.withoutNagle)
            }
            smallEnd = end
            smallPacket = number
            smallSize = size
        }
        segments &+= 1
        lastTime = time
        lastRoom = departure.room
        lastRoomBefore = departure.roomBefore
        lastEdge = edge
        lastTraits = departure.traits
        lastWasFull = !isSmall && full > 0
        lastWasOversized = limit > 0 && size > full
        if lastWasOversized { oversized &+= 1 }
        traits.remove(.afterUnseen)
    }

    /// A segment behind a hole comes late because it was overtaken, or again after the sender learned of the loss,
    /// which takes a round trip.
    private mutating func repeatBytes(_ departure: inout Departure, _ hasHoles: Bool, _ time: Int) {
        let patience = roundTrip > 0 ? roundTrip / 4 * 3 : Self.unknownRoundTrip
        if hasHoles, Self.elapsed(time, since: holeTime) < patience {
            departure.traits.insert(.overtaken)
        } else {
            departure.traits.insert(.repeat)
            traits.insert(.afterLoss)
        }
    }

    private static func microseconds(_ time: Int, _ earlier: Int) -> Int32 {
        guard earlier != .min else { return Departure.never }
        return Int32(clamping: (time &- earlier) / 1000)
    }

    /// Nanoseconds since `earlier`, clamped; as many as can be when that never was.
    @inline(__always)
    static func elapsed(_ time: Int, since earlier: Int) -> Int {
        let (difference, overflow) = time.subtractingReportingOverflow(earlier)
        return overflow || earlier == .min ? .max : difference
    }
}
