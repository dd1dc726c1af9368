import SeamBytes
import SeamPackets

// What each sender knows when its segments leave: see `Flight`.

extension Connection {
    /// Lets the peer hear the ACK of a packet, and the sender what was on its way to it.
    @inline(__always)
    mutating func hear(_ segment: CapturedSegment, _ options: RawSpan, from side: Side) {
        let window = room(of: side)
        let isEchoed = halves[side.place].catchUp(segment, options)
        halves[side.peer.place].hear(
            segment,
            options,
            room: window,
            isEchoed: isEchoed
        )
    }

    /// Learns from the handshake how far both senders are from the capture, and what a full segment is.
    @inline(never)
    mutating func locate(_ segment: CapturedSegment, _ options: RawSpan, from side: Side) {
        if segment.flags.contains(.syn) { limit(TCPOptions(options), side) }
        let isComplete = handshake.take(segment.flags, from: side, time: segment.time.nanoseconds)
        // Between ends on one host no packet travels.
        let isLocal = client.address == server.address
        guard isComplete || handshake.isOver && isLocal else { return }
        let roundTrip = (handshake.serverWay ?? 0) + (handshake.clientWay ?? 0)
        for side in Side.allCases {
            halves[side.place].flight.start(
                roundTrip: roundTrip,
                delay: isLocal ? 0 : handshake.delay(of: side),
                reaction: (side == .client ? handshake.clientWay : handshake.serverWay) ?? 0
            )
        }
    }

    /// A sender keeps to what the peer takes, and to what its own link takes, which it announced itself.
    private mutating func limit(_ options: TCPOptions, _ side: Side) {
        halves[side.place].flight.traits.insert(.opened)
        guard let size = options.maximumSegmentSize else { return }
        let known = self[.client].flight.limit
        let limit = known == 0 ? size : min(known, size)
        for side in Side.allCases { halves[side.place].flight.limit = limit }
    }
}

extension Connection {
    /// The most payload that both ends take in a segment, in bytes: the smaller MSS announced; nil where none was seen.
    public var announcedSegmentSize: Int? {
        let limit = self[.client].flight.limit
        return limit > 0 ? Int(limit) : nil
    }
}

extension Half {
    /// Lets this sender hear the ACK of a packet of the peer; `room` is its window in bytes, -1 when not known.
    ///
    /// `isEchoed` tells whether this sender's timestamps show that it heard it.
    @inline(__always)
    mutating func hear(
        _ segment: CapturedSegment,
        _ options: RawSpan,
        room: Int,
        isEchoed: Bool
    ) {
        let acknowledgment = SequenceNumber(segment.acknowledgment)
        if segment.flags.contains(.syn) { open(at: acknowledgment) }
        acknowledge(acknowledgment)
        guard isStarted else { return }
        let ack = PendingACK(
            offset: offset(of: acknowledgment),
            time: segment.time.nanoseconds,
            packet: UInt32(truncatingIfNeeded: segment.number),
            room: Int32(clamping: room),
            // Away from the capture alone it matters when the sender hears it.
            stamp: isEchoed && flight.delay > 0 ? Flight.stamp(options, at: 4) : nil,
            hasData: segment.payloadLength > 0,
            window: segment.window
        )
        flight.take(ack, highest: highest, &pendingACKs)
    }

    /// Lets this sender, away from the capture, hear what had reached it when its packet left.
    ///
    /// Answers whether the peer will echo the packet's timestamp: not that of one behind data that it has not acknowledged
    /// yet (RFC 7323 §4.3: only where SEG.SEQ <= Last.ACK.sent).
    @inline(__always)
    mutating func catchUp(_ segment: CapturedSegment, _ options: RawSpan) -> Bool {
        if segment.payloadLength > 0, !pendingACKs.isEmpty {
            let echo = Flight.stamp(options, at: 8)
            flight.catchUp(echo, highest: highest, time: segment.time.nanoseconds, &pendingACKs)
        }
        return offset(of: SequenceNumber(segment.sequence)) <= acknowledged
    }
}
