import SeamBytes
import SeamPackets

// What each sender knows when its segments leave: see `Flight`.

extension Connection {
    /// Lets the peer hear the ACK of a packet, and the sender what was on its way to it.
    @inline(__always)
    mutating func hear(_ packet: TCPPacket, _ bytes: RawSpan, from side: Side, time: Timestamp) {
        let options = bytes.extracting(packet.options)
        let window = room(of: side)
        let isEchoed = isEchoed(packet, from: side)
        halves[side.peer.place].hear(
            packet,
            options,
            room: window,
            isEchoed: isEchoed,
            number: lastPacket,
            time: time
        )
        if halves[side.place].flight.isWaiting { halves[side.place].catchUp(packet, options, time: time) }
    }

    /// Whether the peer will echo a packet's timestamp.
    ///
    /// Not that of one behind data that it has not acknowledged yet (RFC 7323 §4.3: only where SEG.SEQ <= Last.ACK.sent).
    /// Asked only where the capture is away from the peer.
    @inline(__always)
    private func isEchoed(_ packet: TCPPacket, from side: Side) -> Bool {
        guard halves[side.peer.place].flight.delay > 0 else { return false }
        let first = halves[side.place].offset(of: SequenceNumber(packet.sequence))
        return first <= halves[side.place].acknowledged
    }

    /// Learns from the handshake how far both senders are from the capture, and what a full segment is.
    mutating func locate(_ packet: TCPPacket, _ bytes: RawSpan, from side: Side, time: Timestamp) {
        if packet.flags.contains(.syn) { limit(TCPOptions(bytes.extracting(packet.options)), side) }
        let isComplete = handshake.take(packet.flags, from: side, time: time.nanoseconds)
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
        _ packet: TCPPacket,
        _ options: RawSpan,
        room: Int,
        isEchoed: Bool,
        number: Int,
        time: Timestamp
    ) {
        guard isStarted else { return }
        let ack = PendingACK(
            offset: offset(of: SequenceNumber(packet.acknowledgment)),
            time: time.nanoseconds,
            packet: UInt32(truncatingIfNeeded: number),
            room: Int32(clamping: room),
            stamp: isEchoed ? Flight.stamp(options, at: 4) : nil,
            window: packet.window,
            hasData: packet.payloadLength > 0
        )
        flight.take(ack, highest: highest)
    }

    /// Lets this sender, away from the capture, hear what had reached it when its packet left.
    mutating func catchUp(_ packet: TCPPacket, _ options: RawSpan, time: Timestamp) {
        guard packet.payloadLength > 0 else { return }
        flight.catchUp(Flight.stamp(options, at: 8), highest: highest, time: time.nanoseconds)
    }
}
