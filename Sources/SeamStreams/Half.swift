public import SeamBytes

/// One direction of a connection: puts its segments in order of their sequence numbers.
///
/// The bytes that are in order are handed out at once, those ahead of a hole are kept. Whoever drives a half
/// calls `place` for each packet and then takes `nextDelivery` until there is none.
///
///     place(segment) -> the part that is in order now, straight from the packet
///     nextDelivery() -> what waited behind it, or a gap that was given up
public struct Half: ~Copyable, Sendable {
    /// Something that becomes part of the in-order stream.
    public enum Delivery: Sendable {
        /// Bytes that had waited for a hole to be filled.
        case held(Carrier, [UInt8])
        /// Bytes that are not in the capture.
        case gap(ByteRange)
    }

    /// What became of one packet's payload.
    public struct Placement: BitwiseCopyable, Sendable {
        /// Where the payload belongs in the stream; empty, at the current end, when there is none.
        public var range = ByteRange(0, 0)
        /// How the payload came.
        public var arrival = Arrival.none
        /// The part of the payload that is in order now: indices into it, empty when there is none.
        public var direct: Range<Int> {
            @inline(__always) get { inOrder.start..<inOrder.end }
            @inline(__always) set { inOrder = ByteRange(newValue.lowerBound, newValue.upperBound) }
        }
        /// The same: a `Range` cannot be copied bit by bit (Swift 6.3).
        private var inOrder = ByteRange(0, 0)
        /// What the packet brought first, if `direct` is not empty.
        ///
        /// No optional: it is filled where it stands, since to copy what was just written makes the processor wait.
        public var brought = Carrier(ByteRange(0, 0), packet: 0, time: Timestamp(nanoseconds: 0))
        /// Whether nothing is to be handed on in either half, and as much waits as was counted, so that neither
        /// `nextDelivery` nor `recount` need be asked.
        public var isSettled = false
        /// What Wireshark says of the packet.
        public var labels = LabelSet()
        /// When the last packet of the other side was captured.
        public internal(set) var peerTime = Timestamp(nanoseconds: 0)

        /// Nothing known yet.
        @inline(__always)
        public init() {}

        /// Notes, in an empty placement, where a packet's payload belongs: none of it in order as far as is known.
        @inline(__always)
        mutating func begin(_ range: ByteRange, _ arrival: Arrival, _ number: Int, _ time: Timestamp) {
            self.range = range
            self.arrival = arrival
            brought.range = range
            brought.packet = number
            brought.time = time
        }

        /// The bytes that the packet brought first; its range is that of `direct`.
        public var carrier: Carrier? { direct.isEmpty ? nil : brought }
    }

    // What every packet touches stands first and together: with ten thousand connections every cache line is a miss.

    /// The offset behind the last byte handed out, gaps among them.
    public internal(set) var next = 0
    /// The offset behind the highest byte that was seen.
    public internal(set) var highest = 0
    /// The offset behind the highest byte that the other side acknowledged.
    public internal(set) var acknowledged = 0
    /// Holes below this offset are gaps.
    var givenUp = 0
    var holes = HoleList()
    /// The sequence number of offset 0; nothing before `isStarted`.
    var base = SequenceNumber(0)
    var isStarted = false
    /// Whether the sender has sent a packet.
    var isHeard = false
    /// Whether offset 0 is where the sender's stream began, by a SYN or the peer's answer to one.
    var knowsStart = false
    /// Whether the half is in line to have its first hole given up in time; kept by whoever does that.
    public var isWatched = false
    /// The last record of this half in `RecentBytes`, -1 for none.
    public var lastRecord = -1
    /// Where the stream ends, `Int.max` before a FIN told.
    var end = Int.max

    /// What its sender has in flight and knows of it.
    var flight = Flight()
    /// ACKs on their way from the capture to the sender.
    var pendingACKs = Row<PendingACK>(room: 0)

    /// Bytes handed out.
    public internal(set) var bytes = 0
    /// Segments with payload.
    public internal(set) var segments = 0
    /// How many times the in-order stream grew.
    public internal(set) var deliveries = 0
    /// The sequence number of the SYN, if one was seen.
    var initial: SequenceNumber?
    /// Whether what was handed out last is a gap.
    var isBehindGap = false
    /// One entry, or none as long as there is nothing to say in it.
    private var losses: [Losses] = []
    private let pin = Pin()

    /// What most halves never need to remember.
    private struct Losses: Sendable {
        var missing = 0
        var waited = 0
        var acknowledgedUnseen: (last: SequenceNumber, count: Int)?
    }

    /// A half of which nothing is known.
    public init() {}

    /// Bytes handed out as gaps.
    public internal(set) var missing: Int {
        get { losses.first?.missing ?? 0 }
        set { update { $0.missing = newValue } }
    }

    /// How many packets of the connection passed since the other side acknowledged the first hole.
    var waited: Int {
        get { losses.first?.waited ?? 0 }
        set { if newValue != waited { update { $0.waited = newValue } } }
    }

    /// What the other side acknowledged last while nothing of this half was seen, and how many bytes since the first time.
    var acknowledgedUnseen: (last: SequenceNumber, count: Int)? {
        get { losses.first?.acknowledgedUnseen }
        set { update { $0.acknowledgedUnseen = newValue } }
    }

    private mutating func update(_ change: (inout Losses) -> Void) {
        if losses.isEmpty { losses = [Losses()] }
        change(&losses[0])
    }

    /// Segments that are larger than the peer takes: the capture saw what offload makes, not the wire.
    public var oversized: Int { Int(flight.oversized) }
    /// Packets on the wire that those were, by the steps of the IP identification behind them; 0 where it does not step.
    public var wirePackets: Int { Int(flight.wirePackets) }

    /// Where the stream ends, once a FIN told.
    public internal(set) var fin: Int? {
        get { end == .max ? nil : end }
        set { end = newValue ?? .max }
    }

    /// Whether offset 0 is only the first byte seen: the stream may have begun before.
    public var isMidstream: Bool { !knowsStart }

    /// The bytes that the segments wait for; nil when none does.
    public var firstHole: ByteRange? { holes.firstStart.map { ByteRange(next, max(next, $0)) } }

    /// Whether segments wait behind a hole.
    public var hasHoles: Bool { !holes.isEmpty }

    /// The bytes that waiting segments cost.
    public var heldCost: Int { holes.cost }

    /// Puts the half in line to have its first hole given up in time; false where it stands there, or has none.
    public mutating func beginToWait() -> Bool {
        guard !holes.isEmpty, !isWatched else { return false }
        isWatched = true
        return true
    }

    /// Whether all bytes up to the FIN were handed out.
    public var isComplete: Bool { next >= end }

    /// The offset of a sequence number, by the nearer way from the end of what is in order.
    @inline(__always)
    func offset(of number: SequenceNumber) -> Int {
        next &+ number.distance(from: base.advanced(by: next))
    }
}

/// How a segment came, in our own view (labels are Wireshark's).
public enum Arrival: UInt8, BitwiseCopyable, Hashable, Sendable, CaseIterable {
    /// It brings bytes behind all that were seen.
    case new
    /// It brings bytes again.
    case retransmission
    /// It brings bytes for a hole before others that were seen.
    case reordered
    /// It is the same packet once more.
    case duplicate
    /// It asks whether the peer is alive or its window open.
    case probe
    /// It has no payload.
    case none

    /// The name as it is written in output.
    public var name: StaticString {
        switch self {
        case .new: "new"
        case .retransmission: "retransmission"
        case .reordered: "reordered"
        case .duplicate: "duplicate"
        case .probe: "probe"
        case .none: "none"
        }
    }
}
