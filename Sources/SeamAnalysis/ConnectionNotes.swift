public import SeamBytes
public import SeamStreams

/// What was odd on a connection, kept for its findings and its story: of each side, and how it ended.
///
/// Packets that carry a label, a FIN or a reset come here, and those that the snap length cut; all others are not seen.
public struct ConnectionNotes: Sendable {
    /// A packet that ends something, with what was known when it came.
    public struct Event: Sendable {
        /// The packet's number, from 1.
        public var packet: Int
        /// When it was captured.
        public var time: Timestamp
        /// Nanoseconds since either side sent bytes.
        public var silence: Int
        /// When the peer was heard before.
        public var peerTime: Timestamp
        /// Whether it is a reset without an ACK: its host knows nothing of the connection (RFC 9293 §3.10.7.1).
        public var isBare: Bool
    }

    /// What matters of a packet's header here.
    public struct Packet: Sendable {
        /// Bytes of payload on the wire.
        public var payloadLength: Int
        /// Bytes of it that were captured.
        public var captured: Int
        /// Whether its window is zero.
        public var isClosed: Bool
        /// Whether it is the last one of its sender.
        public var isFIN: Bool
        /// Whether it is a reset.
        public var isReset: Bool
        /// Whether it acknowledges something.
        public var isACK: Bool

        /// What matters of a packet.
        public init(
            payloadLength: Int,
            captured: Int,
            isClosed: Bool,
            isFIN: Bool,
            isReset: Bool,
            isACK: Bool
        ) {
            self.isACK = isACK
            self.payloadLength = payloadLength
            self.captured = captured
            self.isClosed = isClosed
            self.isFIN = isFIN
            self.isReset = isReset
        }
    }

    /// Packets in a row that a side got no answer to.
    public struct Run: Sendable {
        /// How many there are.
        public var count = 0
        /// The first and last packet.
        public var packets = 0...0
        /// When the first one left.
        public var firstTime: Timestamp
        /// When the last one left.
        public var lastTime: Timestamp
        /// When the peer was heard before.
        public var peerTime: Timestamp
        /// The offset behind the data sent again, 0 for keep-alives.
        public var end = 0
    }

    /// What was odd about one side.
    ///
    /// Nearly every connection has a FIN of each, and most nothing else: what is rarer is in memory of its own.
    public struct SideNotes: Sendable {
        /// What most sides never have.
        struct Oddities: Sendable {
            var zeroWindow = HalfNotes.Tally()
            var full = HalfNotes.Tally()
            var keepAlives = HalfNotes.Tally()
            var keepAliveTime: Timestamp?
            var keepAliveAnswers = 0
            var unanswered: Run?
            var reset: Event?
            var afterFIN: (packet: Int, range: ByteRange)?
            var cutShort = HalfNotes.Tally()
        }

        /// Its first FIN.
        public internal(set) var fin: Event?
        /// When and in which packet its window was closed, if it still is.
        public internal(set) var closed: (time: Timestamp, packet: Int)?
        private var oddities = Rare<Oddities>()

        /// Times at which the side took no more data; nanoseconds.
        public var zeroWindow: HalfNotes.Tally { oddities.value?.zeroWindow ?? HalfNotes.Tally() }
        /// Segments of its that filled the peer's window.
        public var full: HalfNotes.Tally { oddities.value?.full ?? HalfNotes.Tally() }
        /// Its keep-alives; nanoseconds since the one before.
        public var keepAlives: HalfNotes.Tally { oddities.value?.keepAlives ?? HalfNotes.Tally() }
        /// When the last one was sent.
        public var keepAliveTime: Timestamp? { oddities.value?.keepAliveTime }
        /// Answers of the peer to them.
        public var keepAliveAnswers: Int { oddities.value?.keepAliveAnswers ?? 0 }
        /// The packets in a row that it got no answer to.
        public var unanswered: Run? { oddities.value?.unanswered }
        /// Its first reset.
        public var reset: Event? { oddities.value?.reset }
        /// Its first data behind the peer's FIN.
        public var afterFIN: (packet: Int, range: ByteRange)? { oddities.value?.afterFIN }
        /// Packets of its that the snap length cut, and the bytes that they lost.
        public var cutShort: HalfNotes.Tally { oddities.value?.cutShort ?? HalfNotes.Tally() }

        /// Notes something that most sides never have.
        mutating func note(_ change: (inout Oddities) -> Void) { oddities.update(Oddities(), change) }
    }

    /// What was odd about the sides, by their places.
    public internal(set) var sides: InlineArray<2, SideNotes> = [SideNotes(), SideNotes()]

    /// Nothing yet.
    public init() {}

    /// What was odd about a side.
    public subscript(side: Side) -> SideNotes { sides[side.place] }

    /// Whether every packet is wanted: a window is closed, or one side sends on after the other's FIN.
    public var isAlert: Bool {
        sides[0].closed != nil || sides[1].closed != nil || (sides[0].fin == nil) != (sides[1].fin == nil)
    }

    /// Takes a packet that a side sent; `bytesTime` is when either side sent bytes before, `peerTime` when the peer was heard.
    public mutating func take(
        _ packet: Packet,
        _ placement: Half.Placement,
        from side: Side,
        number: Int,
        time: Timestamp,
        bytesTime: Timestamp,
        peerTime: Timestamp
    ) {
        let place = HalfNotes.Place(offset: placement.range.start, packet: number)
        let labels = placement.labels
        takeWindow(labels, packet, side, place, time)
        takeKeepAlive(labels, placement.arrival, side, place, time)
        takeUnanswered(labels, packet, placement, side, number, time, peerTime)
        if packet.captured < packet.payloadLength {
            let lost = packet.payloadLength - packet.captured
            sides[side.place].note { $0.cutShort.add(lost, at: place) }
        }
        if packet.payloadLength > 0, placement.arrival == .new, sides[side.peer.place].fin != nil,
            sides[side.place].afterFIN == nil
        {
            sides[side.place].note { $0.afterFIN = (number, placement.range) }
        }
        guard packet.isFIN || packet.isReset else { return }
        let event = Event(
            packet: number,
            time: time,
            silence: max(0, time.since(bytesTime)),
            peerTime: peerTime,
            isBare: packet.isReset && !packet.isACK
        )
        if packet.isReset {
            if sides[side.place].reset == nil { sides[side.place].note { $0.reset = event } }
        } else if sides[side.place].fin == nil {
            sides[side.place].fin = event
        }
    }

    private mutating func takeWindow(
        _ labels: LabelSet,
        _ packet: Packet,
        _ side: Side,
        _ place: HalfNotes.Place,
        _ time: Timestamp
    ) {
        if labels.contains(.windowFull) { sides[side.place].note { $0.full.add(1, at: place) } }
        if packet.isClosed, !packet.isFIN, !packet.isReset {
            if labels.contains(.zeroWindow), sides[side.place].closed == nil {
                sides[side.place].closed = (time, place.packet)
            }
        } else {
            openWindow(side, place, time)
        }
    }

    /// The side takes data again, or the connection ends.
    private mutating func openWindow(_ side: Side, _ place: HalfNotes.Place, _ time: Timestamp) {
        guard let closed = sides[side.place].closed else { return }
        sides[side.place].closed = nil
        let start = HalfNotes.Place(offset: place.offset, packet: closed.packet)
        let wait = max(0, time.since(closed.time))
        sides[side.place].note { $0.zeroWindow.add(wait, at: place, since: start) }
    }

    private mutating func takeKeepAlive(
        _ labels: LabelSet,
        _ arrival: Arrival,
        _ side: Side,
        _ place: HalfNotes.Place,
        _ time: Timestamp
    ) {
        // Asking whether a closed window has opened looks the same, and so does a message of one byte sent again.
        let isKeepAlive = sides[side.peer.place].closed == nil && arrival != .retransmission
        if labels.contains(.keepAlive), isKeepAlive {
            let before = sides[side.place].keepAliveTime ?? time
            sides[side.place].note { side in
                side.keepAlives.add(max(0, time.since(before)), at: place)
                side.keepAliveTime = time
            }
        }
        if labels.contains(.keepAliveACK) { sides[side.peer.place].note { $0.keepAliveAnswers += 1 } }
    }

    private mutating func takeUnanswered(
        _ labels: LabelSet,
        _ packet: Packet,
        _ placement: Half.Placement,
        _ side: Side,
        _ number: Int,
        _ time: Timestamp,
        _ peerTime: Timestamp
    ) {
        let isAgain = labels.contains(.retransmission) && packet.payloadLength > 0
        guard isAgain || labels.contains(.keepAlive) else { return }
        var run = sides[side.place].unanswered ?? Run(firstTime: time, lastTime: time, peerTime: peerTime)
        if run.count == 0 || peerTime > run.firstTime {
            run = Run(packets: number...number, firstTime: time, lastTime: time, peerTime: peerTime)
        }
        run.count += 1
        run.packets = run.packets.lowerBound...max(number, run.packets.lowerBound)
        run.lastTime = time
        if isAgain { run.end = max(run.end, placement.range.end) }
        sides[side.place].note { $0.unanswered = run }
    }
}
