import SeamBytes
import SeamPackets

// What each sender knows when its segments leave: see `Flight`.

extension Connection {
    /// Lets the peer's flight take the ACK of a packet.
    @inline(__always)
    mutating func hear(_ packet: TCPPacket, _ bytes: RawSpan, from side: Side, time: Timestamp) {
        guard halves[side.peer.place].isStarted else { return }
        let isFar = halves[side.peer.place].flight.delay > 0
        let ack = PendingACK(
            offset: halves[side.peer.place].offset(of: SequenceNumber(packet.acknowledgment)),
            room: room(of: side),
            window: packet.window,
            hasData: packet.payloadLength > 0,
            stamp: isFar ? TCPOptions(bytes.extracting(packet.options)).timestamps?.value : nil,
            packet: lastPacket,
            time: time.nanoseconds
        )
        let highest = halves[side.peer.place].highest
        halves[side.peer.place].flight.take(ack, highest: highest)
    }

    /// Learns from the handshake how far both senders are from the capture, and what a full segment is.
    mutating func locate(_ packet: TCPPacket, _ bytes: RawSpan, from side: Side, time: Timestamp) {
        if packet.flags.contains(.syn) { halves[side.place].flight.traits.insert(.opened) }
        if packet.flags.contains(.syn),
            let size = TCPOptions(bytes.extracting(packet.options)).maximumSegmentSize
        {
            // A sender keeps to what the peer takes, and to what its own link takes, which it announced itself.
            let known = halves[0].flight.limit
            let limit = known == 0 ? Int(size) : min(known, Int(size))
            for side in Side.allCases { halves[side.place].flight.limit = limit }
        }
        let isComplete = handshake.take(packet.flags, from: side, time: time.nanoseconds)
        guard isComplete || handshake.isOver && isLocal else { return }
        let roundTrip = (handshake.serverWay ?? 0) + (handshake.clientWay ?? 0)
        for side in Side.allCases {
            halves[side.place].flight.traits.insert(.timed)
            halves[side.place].flight.roundTrip = roundTrip
            halves[side.place].flight.delay = isLocal ? 0 : handshake.delay(of: side)
        }
    }

    /// Whether both ends are on one host, so that no packet travels.
    private var isLocal: Bool { client.address == server.address }

    /// Lets a sender away from the capture hear what had reached it when this packet of it left.
    mutating func catchUp(_ packet: TCPPacket, _ bytes: RawSpan, from side: Side, time: Timestamp) {
        guard packet.payloadLength > 0, !halves[side.place].flight.pending.isEmpty else { return }
        let echo = TCPOptions(bytes.extracting(packet.options)).timestamps?.echo
        let highest = halves[side.place].highest
        halves[side.place].flight.catchUp(echo, highest: highest, time: time.nanoseconds)
    }
}
