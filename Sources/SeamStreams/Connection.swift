public import SeamBytes
public import SeamPackets

/// A TCP connection: two endpoints and two halves.
public struct Connection: ~Copyable, Sendable {
    /// How the capture met it.
    public enum Opening: UInt8, Hashable, Sendable {
        /// With its SYN.
        case syn
        /// When it was under way.
        case midstream

        /// The name as it is written in output.
        public var name: StaticString { self == .syn ? "syn" : "midstream" }
    }

    /// Who ended it first, and how.
    public enum Closing: UInt8, Hashable, Sendable {
        /// Nobody, as far as the capture goes.
        case open
        /// The client with a FIN.
        case clientFIN
        /// The server with a FIN.
        case serverFIN
        /// The client with a reset.
        case clientReset
        /// The server with a reset.
        case serverReset
        /// Nobody: it was silent for longer than the limit.
        case timeout

        /// The name as it is written in output.
        public var name: StaticString {
            switch self {
            case .open: "open"
            case .clientFIN: "client-fin"
            case .serverFIN: "server-fin"
            case .clientReset: "client-reset"
            case .serverReset: "server-reset"
            case .timeout: "timeout"
            }
        }
    }

    // What every packet touches stands first and together: with ten thousand connections every cache line is a miss.

    /// The end that opened it.
    public let client: Endpoint
    /// How the capture met it.
    public internal(set) var opening: Opening
    /// Who ended it first.
    public internal(set) var closing = Closing.open
    /// Whether a connection of the same endpoints came before.
    private let reusesPorts: Bool
    /// The end that was connected to.
    public let server: Endpoint
    /// The number of its last packet.
    public internal(set) var lastPacket: Int
    /// When its last packet was captured.
    public internal(set) var lastTime: Timestamp
    var tracker = LabelTracker()
    /// Where the capture was taken.
    public internal(set) var handshake = Handshake()
    /// The bytes of waiting segments that whoever bounds them has counted.
    public private(set) var countedHeld = 0
    /// What each side sent, by its place.
    @usableFromInline var halves: InlineArray<2, Half> = InlineArray { _ in Half() }

    /// The number, from 0 in order of first packet, as `tcp.stream`.
    public let index: Int
    /// The number of its first packet, from 1.
    public let firstPacket: Int
    /// When its first packet was captured.
    public let firstTime: Timestamp
    private var oddities = Oddities()
    private let pin = Pin()

    /// The connection that the packet `number` begins, before the packet itself is taken; `reusesPorts` says that its
    /// endpoints had one before.
    public init(index: Int, openedBy packet: TCPPacket, number: Int, time: Timestamp, reusesPorts: Bool) {
        self.reusesPorts = reusesPorts
        self.index = index
        let side = Self.opener(packet)
        client = side == .client ? packet.source : packet.destination
        server = side == .client ? packet.destination : packet.source
        opening = packet.flags.contains(.syn) ? .syn : .midstream
        firstPacket = number
        lastPacket = number
        firstTime = time
        lastTime = time
    }

    /// Which side sent the first packet of a connection (DESIGN section 5).
    static func opener(_ packet: TCPPacket) -> Side {
        if packet.flags.contains(.syn) { return packet.flags.contains(.ack) ? .server : .client }
        return packet.source.port < packet.destination.port ? .server : .client
    }

    /// The half that a side sends.
    @inlinable
    public subscript(side: Side) -> Half {
        @inline(__always)
        _read { yield halves[side.place] }
        @inline(__always)
        _modify { yield &halves[side.place] }
    }

    /// How many packets of the client have each of Wireshark's labels.
    public var clientLabels: LabelCounts { labels(of: .client) }
    /// How many packets of the server have each of Wireshark's labels.
    public var serverLabels: LabelCounts { labels(of: .server) }
    /// What was odd, the first of it.
    public var anomalies: [Anomaly] { oddities.anomalies }
    /// How many more anomalies there were than are kept.
    public var anomaliesLeftOut: Int { oddities.anomaliesLeftOut }

    /// What the client sent.
    @inlinable public var clientHalf: Half {
        @inline(__always)
        _read { yield halves[0] }
    }

    /// What the server sent.
    @inlinable public var serverHalf: Half {
        @inline(__always)
        _read { yield halves[1] }
    }

    /// Whether a side's half was ended by a FIN or a reset, rather than by the capture's end.
    public func isClosed(_ side: Side) -> Bool {
        halves[side.place].isComplete || closing == .clientReset || closing == .serverReset
    }

    /// Whether it was reset, or both halves are complete: no more data can come.
    public var isOver: Bool {
        switch closing {
        case .open, .timeout: false
        case .clientReset, .serverReset: true
        case .clientFIN, .serverFIN: halves[0].isComplete && halves[1].isComplete
        }
    }

    /// Notes that it was silent for longer than the limit, unless it has ended.
    public mutating func timeOut() {
        if closing == .open { closing = .timeout }
    }

    /// Counts anew what the segments that wait cost, in bytes; answers how much more it is than before.
    public mutating func recount() -> Int {
        let cost = halves[0].heldCost + halves[1].heldCost
        defer { countedHeld = cost }
        return cost - countedHeld
    }

    /// Takes one packet of a side: labels it, acknowledges, places its payload, notes how the connection ends.
    ///
    /// `bytes` are those that `segment` has its ranges in; `placement`, which is empty, gets what became of it.
    public mutating func take(
        _ segment: CapturedSegment,
        _ bytes: RawSpan,
        from side: Side,
        limits: StreamLimits,
        into placement: inout Half.Placement
    ) {
        lastPacket = segment.number
        lastTime = segment.time
        let options = bytes.extracting(segment.options)
        let labels = label(segment, options, from: side)
        if segment.flags.contains(.ack), !segment.flags.contains(.rst) {
            hear(segment, options, from: side)
        }
        if !handshake.isOver { locate(segment, options, from: side) }
        halves[side.place].place(
            segment,
            bytes.extracting(segment.payload),
            from: side,
            options: options,
            limits: limits,
            oddities: &oddities,
            into: &placement
        )
        if labels.contains(.zeroWindowProbe), placement.arrival != .none { placement.arrival = .probe }
        if !segment.flags.isDisjoint(with: [.syn, .fin, .rst]) { openOrClose(segment.segment, side) }
        let clientWaits = halves[0].pass(patience: limits.patience)
        let serverWaits = halves[1].pass(patience: limits.patience)
        placement.isSettled = !clientWaits && !serverWaits && countedHeld == 0 || isSettled
        placement.labels = labels
        placement.peerTime = tracker.lastTime(of: side.peer)
    }

    /// Whether nothing is to be handed on in either half, and as much waits as was counted.
    private var isSettled: Bool {
        @inline(never)
        mutating get {
            let cost = halves[0].heldCost + halves[1].heldCost
            return !halves[0].hasDelivery && !halves[1].hasDelivery && cost == countedHeld
        }
    }

    /// Keeps the beginning of bytes in `recent` that a packet delivered; answers how far what has waited for them reaches.
    @inline(__always)
    public mutating func remember(
        _ bytes: RawSpan,
        at range: ByteRange,
        packet: Int,
        from side: Side,
        in recent: inout RecentBytes
    ) -> Int {
        recent.remember(bytes, at: range.start, packet: packet, last: &halves[side.place].lastRecord)
        return halves[side.place].reach(from: range.end)
    }

    /// Asks memory for what stands outside: the ACKs that are on their way.
    @inline(__always)
    public func prefetch() {
        halves[0].pendingACKs.prefetch(0)
        halves[1].pendingACKs.prefetch(0)
    }

    /// The bytes that the window of a side's last packet has room for, -1 when its scale is not known.
    @inline(__always)
    func room(of side: Side) -> Int { tracker.room(of: side) }

    /// Whether a SYN opens another connection of the same endpoints: it has another initial sequence number than the
    /// one known (port numbers used again), as in Wireshark's `tcp.stream`.
    public func isReused(by segment: TCPSegment, from side: Side) -> Bool {
        tracker.isReuse(segment, from: side)
    }

    /// How many packets of a side have each of Wireshark's labels.
    public func labels(of side: Side) -> LabelCounts { oddities.labels(of: side) }

    @inline(__always)
    private mutating func label(
        _ segment: CapturedSegment,
        _ options: RawSpan,
        from side: Side
    ) -> LabelSet {
        let isReuse = reusesPorts && segment.number == firstPacket
        let labels = tracker.label(
            segment.segment,
            options: options,
            from: side,
            time: segment.time,
            isReuse: isReuse
        )
        if !labels.isEmpty { oddities.count(labels, side) }
        return labels
    }

    /// Keeps an anomaly up to the limit, counts those beyond it.
    public mutating func note(_ odd: Anomaly, _ limits: StreamLimits) {
        oddities.note(odd, limit: limits.anomalies)
    }

    @inline(never)
    private mutating func openOrClose(_ segment: TCPSegment, _ side: Side) {
        let flags = segment.flags
        if flags.contains(.syn), halves[side.place].initial == SequenceNumber(segment.sequence) {
            opening = .syn
        }
        guard closing == .open, !flags.isDisjoint(with: [.fin, .rst]) else { return }
        if flags.contains(.rst) {
            closing = side == .client ? .clientReset : .serverReset
        } else {
            closing = side == .client ? .clientFIN : .serverFIN
        }
    }
}
