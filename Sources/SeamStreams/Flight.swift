import SeamBytes
import SeamPackets

/// What the sender of a half has in flight and what it has heard of it, to tell why its segments left when they did.
///
/// It stands beside the order of the bytes and decides none of it. It owns no memory, so that a look at it copies
/// nothing: the ACKs that are still on their way to the sender, where that is away from the capture, are the half's.
struct Flight: BitwiseCopyable, Sendable {
    /// Segments of one burst are less than a millisecond apart: an interface takes 12 µs for one at 1 Gbit/s;
    /// nanoseconds.
    static let burst = 1_000_000
    /// No sender's full segment is smaller (RFC 9293 §3.7.1: the default MSS for IPv4).
    static let leastFullSize: UInt32 = 536
    /// Where no MSS option was seen: so many segments of the greatest size make it the full size.
    static let greatestCount: UInt8 = 3
    /// A tail-loss probe waits two smoothed round trips and, at HZ 1000, two ticks of the clock (RFC 8985 §7.2, Linux).
    ///
    /// Nanoseconds. The handshake's round trip may be twice the smoothed one, as hosts look for each other then.
    static let probeTicks = 2_000_000
    /// Of a single segment in flight the ACK may be delayed: it is sent again, or probed for, no sooner than this
    /// (RFC 8985 §7.2, RFC 6298 §2.4 with the least time-out of Linux); nanoseconds.
    static let longestACKDelay = 200_000_000
    /// In less time a program hardly writes several messages, each with a call of its own; nanoseconds.
    static let brief = 100_000

    /// Where the round trip is not known, what comes within 3 ms was overtaken (as in Wireshark); nanoseconds.
    static let unknownRoundTrip = 3_000_000

    // What an ACK touches stands first, and numbers are as small as they can be: with ten thousand connections
    // every cache line of a half is a miss.

    /// The offset behind what the sender knows to be acknowledged.
    var acknowledged = 0
    /// Where the window ends that the sender knows, -1 when the scale is not known.
    var edge = -1
    /// The offset behind the last small segment.
    var smallEnd = -1
    /// The last ACK that acknowledged more.
    var ack = Heard()
    /// How many segments were in flight before it.
    var ackSegments: UInt8 = 0
    /// Segments in flight; an estimate after an ACK of a part, as no list of them is kept.
    var segments: UInt8 = 0
    /// The last window of the peer as it stands in the header.
    var window: UInt16 = 0
    /// The IP identification of the last packet.
    var identification: UInt16 = 0
    /// What is known of the sender and of the ACK it heard last: the traits of the next departure.
    var traits = Departure.Traits()
    /// How much of the round trip lies between the capture and the sender, in microseconds; 0 at the sender.
    var delay: Int32 = 0
    /// The handshake's round trip in microseconds, 0 when not known.
    var roundTrip: Int32 = 0
    /// The packet that moved the window's edge.
    var growth = Heard()
    /// Where the window ended before it moved, at once or in steps: what goes beyond waited for that; -1 when it never did.
    var heldEdge = -1
    /// The last ACK that acknowledged nothing more while data were in flight.
    var duplicate = Heard()
    /// When the sender heard data of the peer last.
    var dataTime = Int.min

    /// When the last segment left that brought new bytes.
    var lastTime = Int.min
    /// When the first hole was opened.
    var holeTime = Int.min
    /// The room in the window behind the last segment, and behind the one before its burst.
    var lastRoom = Int32.max
    var lastRoomBefore = Int32.max
    /// The packet and size of the last small segment.
    var smallPacket: UInt32 = 0
    var smallSize: UInt16 = 0
    /// The greatest size that was seen, and how often up to `greatestCount`.
    var greatest: UInt32 = 0
    var greatestSeen: UInt8 = 0
    /// How many identifications in a row counted up by one.
    var countedUp: Int8 = 0
    /// The lesser of the announced maximum segment sizes, 0 when none was seen.
    var limit: UInt16 = 0
    /// How soon the sender's kernel answered in the handshake, in microseconds; 0 where the capture was taken elsewhere.
    var reaction: UInt16 = 0
    /// What the last segment was.
    var last = LastSegment()
    /// Segments larger than what the MSS options allow.
    var oversized: UInt32 = 0
    /// Packets on the wire that these were, by the steps of the IP identification behind them.
    var wirePackets: UInt32 = 0

    /// Facts of the last segment that brought new bytes.
    struct LastSegment: OptionSet, BitwiseCopyable, Sendable {
        var rawValue: UInt8
        static var full: LastSegment { LastSegment(rawValue: 1) }
        static var oversized: LastSegment { LastSegment(rawValue: 2) }
        static var windowHeld: LastSegment { LastSegment(rawValue: 4) }
        static var freshBurst: LastSegment { LastSegment(rawValue: 8) }
        /// The last byte sent is that of a window probe.
        static var probe: LastSegment { LastSegment(rawValue: 16) }
    }

    /// A packet of the peer: when the sender heard it, in nanoseconds, and its number.
    struct Heard: BitwiseCopyable, Sendable {
        var time = Int.min
        var packet: UInt32 = 0
    }

    /// How exactly the time is known at which the sender heard a packet, in nanoseconds.
    ///
    /// A millisecond for kernels and captures on busy machines, and a quarter of the way where packets travel:
    /// the handshake is one sample of a varying round trip (RFC 6298 §2 starts with half of it).
    var reach: Int { Int(delay) * 250 + 1_000_000 }

    /// Notes a segment that leaves, before its bytes are placed, and what its sender knows in `departure`, which is
    /// empty; `highest` is the offset behind all that were sent.
    mutating func depart(
        _ segment: CapturedSegment,
        _ first: Int,
        highest: Int,
        hasHoles: Bool,
        _ departure: inout Departure
    ) {
        let (size, time) = (segment.payloadLength, segment.time.nanoseconds)
        // What a SYN may carry depends on what the ends knew before (RFC 7413 §4.1).
        if segment.flags.contains(.syn) { return }
        // A keep-alive has an old byte or none (RFC 9293 §3.8.4).
        if size == 1, first == highest - 1, first >= 0, !last.contains(.probe) { return }
        // The byte of a window probe does not count as sent: the segment that brings it again is new.
        let isNew = first >= (last.contains(.probe) ? highest - 1 : highest)
        describe(segment.segment, first, highest, time, &departure)
        guard isNew else { return repeatBytes(&departure, hasHoles, time) }
        if first > highest { skip(first - highest, &departure, hasHoles, time) }
        judgeBurst(&departure, time)
        if size == 1, edge >= 0, edge <= first {
            last.insert(.probe)
        } else {
            send(&departure, first + size, segment.number, time)
        }
    }

    /// Bytes before a segment are missing: at the sender the capture missed them, elsewhere they may be late.
    private mutating func skip(_ count: Int, _ departure: inout Departure, _ hasHoles: Bool, _ time: Int) {
        if !hasHoles { holeTime = time }
        // They are in flight, too: as many segments as so many bytes are of those that were seen.
        let seen = max(1, Int(departure.bytesInFlight) - count)
        let share = Double(segments) * Double(count) / Double(seen)
        segments = UInt8(clamping: Int(segments) + max(1, Int(min(share, 255).rounded(.up))))
        departure.segmentsInFlight = segments
        if delay == 0 { departure.traits.insert(.afterUnseen) }
    }

    @inline(__always)
    private mutating func note(_ size: UInt32) {
        if size > greatest {
            greatest = size
            greatestSeen = 1
        } else if size == greatest, greatestSeen < Self.greatestCount {
            greatestSeen &+= 1
        }
    }

    /// Bytes of a full segment, 0 when not known.
    @inline(__always)
    private func fullSize(_ segment: TCPSegment) -> UInt16 {
        if limit > 0 { return UInt16(max(1, Int(limit) - segment.options.count)) }
        let isKnown = greatestSeen >= Self.greatestCount && greatest >= Self.leastFullSize
        return isKnown ? UInt16(clamping: greatest) : 0
    }

    /// Notes the size of a segment, and says what its sender knows.
    @inline(__always)
    private mutating func describe(
        _ segment: TCPSegment,
        _ first: Int,
        _ highest: Int,
        _ time: Int,
        _ departure: inout Departure
    ) {
        note(UInt32(truncatingIfNeeded: segment.payloadLength))
        departure.traits = traits
        if segment.flags.contains(.fin) { departure.traits.insert(.fin) }
        if segment.flags.contains(.psh) { departure.traits.insert(.push) }
        if smallEnd > acknowledged { departure.traits.insert(.smallInFlight) }
        if limit > 0 { departure.traits.insert(.announced) }
        departure.size = UInt32(truncatingIfNeeded: segment.payloadLength)
        if departure.size == greatest, greatestSeen >= Self.greatestCount {
            departure.traits.insert(.greatest)
        }
        departure.fullSize = fullSize(segment)
        // Bytes that were lost on their way here, or are late, are in flight too.
        departure.bytesInFlight = UInt32(truncatingIfNeeded: max(0, max(highest, first) - acknowledged))
        departure.segmentsInFlight = segments
        departure.segmentsBeforeACK = ackSegments
        let isRepeated = duplicate.time > ack.time
        if isRepeated { departure.traits.insert(.repeatedACK) }
        departure.heard(isRepeated ? duplicate : ack, time)
        if delay == 0, departure.since < 2 * Int32(reaction) {
            departure.traits.insert(departure.since < Int32(reaction) ? [.atOnce, .soon] : .soon)
        }
        let probeTime = segments > 1 ? 1000 * Int(roundTrip) + Self.probeTicks : Self.longestACKDelay
        if segments > 0, Self.elapsed(time, since: lastTime) > probeTime {
            departure.traits.insert(.mayBeProbe)
        }
        if delay == 0, Self.elapsed(ack.time, since: lastTime) < Self.brief {
            departure.traits.insert(.briefWait)
        }
        departure.delay = delay
        departure.smallPacket = smallPacket
        departure.smallSize = smallSize
        departure.roomBefore = lastRoom
        if edge >= 0 { departure.room = Int32(clamping: edge - first - segment.payloadLength) }
    }

    /// Whether the window had no room, and whether the segment goes on with what the burst began.
    ///
    /// Mutating, as one that is not would be called with a copy of all that is known (Swift 6.3).
    @inline(__always)
    private mutating func judgeBurst(_ departure: inout Departure, _ time: Int) {
        let follows = last.contains(.full) && Self.elapsed(time, since: lastTime) < Self.burst
        let full = UInt32(departure.fullSize)
        let wanted = full > 0 ? min(full, departure.size) : departure.size
        let end = departure.room < .max ? edge - Int(departure.room) : 0
        let roomBefore = heldEdge - end + Int(departure.size)
        if heldEdge >= 0, roomBefore < Int(wanted), Self.elapsed(time, since: growth.time).magnitude <= reach
        {
            departure.traits.insert(.windowHeld)
            departure.roomBefore = Int32(clamping: roomBefore)
            departure.heard(growth, time)
        } else if follows, last.contains(.windowHeld) {
            departure.traits.insert(.windowHeld)
            departure.roomBefore = lastRoomBefore
            departure.heard(growth, time)
        }
        if departure.bytesInFlight == 0 || (follows && last.contains(.freshBurst)) {
            departure.traits.insert(.freshBurst)
        } else if last.contains(.full), !follows {
            departure.traits.insert(.behindFull)
        }
    }

    /// Notes what the last segment was; `departure` is not changed, only not copied (Swift 6.3).
    @inline(__always)
    private mutating func send(_ departure: inout Departure, _ end: Int, _ number: Int, _ time: Int) {
        let (size, full, facts) = (departure.size, UInt32(departure.fullSize), departure.traits)
        // Without PSH the sender had more: the path takes no larger segment than this, whatever the ends announced.
        let isSmall = size < (full > 0 ? full : Self.leastFullSize) && facts.contains(.push)
        if isSmall {
            // A probe for lost segments leaves whatever Nagle says, and a FIN takes what waited with it.
            if smallEnd > acknowledged, facts.isDisjoint(with: [.fin, .mayBeProbe, .unsure]) {
                traits.insert(.withoutNagle)
            }
            smallEnd = end
            smallPacket = UInt32(truncatingIfNeeded: number)
            smallSize = UInt16(clamping: size)
        }
        if segments < .max { segments &+= 1 }
        lastTime = time
        lastRoom = departure.room
        lastRoomBefore = departure.roomBefore
        last = isSmall || full == 0 ? [] : .full
        if facts.contains(.windowHeld) { last.insert(.windowHeld) }
        if facts.contains(.freshBurst) { last.insert(.freshBurst) }
        if limit > 0, size > full {
            last.insert(.oversized)
            oversized &+= 1
        }
        traits.subtract([.afterUnseen, .windowGrew])
    }

    /// A segment behind a hole comes late because it was overtaken, or again after the sender learned of the loss,
    /// which takes a round trip.
    private mutating func repeatBytes(_ departure: inout Departure, _ hasHoles: Bool, _ time: Int) {
        let patience = roundTrip > 0 ? Int(roundTrip) * 750 : Self.unknownRoundTrip
        if hasHoles, Self.elapsed(time, since: holeTime) < patience {
            departure.traits.insert(.overtaken)
        } else {
            departure.traits.insert(.repeat)
            traits.insert(.afterLoss)
        }
    }

    /// Nanoseconds since `earlier`, clamped; as many as can be when that never was.
    @inline(__always)
    static func elapsed(_ time: Int, since earlier: Int) -> Int {
        let (difference, overflow) = time.subtractingReportingOverflow(earlier)
        return overflow || earlier == .min ? .max : difference
    }
}

extension Departure {
    /// Notes what the sender heard last.
    @inline(__always)
    fileprivate mutating func heard(_ heard: Flight.Heard, _ time: Int) {
        packet = heard.packet
        since = heard.time == .min ? Departure.never : Int32(clamping: (time &- heard.time) / 1000)
    }
}
