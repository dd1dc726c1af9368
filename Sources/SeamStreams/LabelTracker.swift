public import SeamBytes
public import SeamPackets

/// Labels the packets of one connection as Wireshark 4.0 does.
///
/// It stands beside the halves and shares nothing with them: what it takes for lost or repeated changes no byte
/// of a stream. It allocates nothing and has 120 bytes. All packets of the connection go through it in the
/// order of the capture, also those without payload.
///
/// Two things that Wireshark knows are left out, since they cost memory for little. The subflows of an MPTCP
/// connection are taken each for itself. And after 10000 segments that nobody acknowledged Wireshark stops
/// counting the FIN, so that it does not see a FIN that is sent again.
public struct LabelTracker: Sendable {
    private var client = LabelFlow()
    private var server = LabelFlow()
    private var opening = LabelOpening()

    /// A tracker before the first packet.
    public init() {}

    /// Whether a packet opens another connection between the same endpoints: a SYN that does not start
    /// where the sender's sequence numbers are known to start, by its own packets or by the peer's ACK.
    ///
    /// The packet then is the first of a new tracker, as it is the first of a new `tcp.stream`.
    public func isReuse(_ packet: TCPSegment, from side: Side) -> Bool {
        guard packet.flags.contains(.syn), !packet.flags.contains(.ack) else { return false }
        let sender = side == .client ? client : server
        return sender.knowsInitial && sender.initial != packet.sequence
    }

    /// The bytes that the window of a side's last packet has room for, -1 when its scale is not known.
    @inline(__always)
    func room(of side: Side) -> Int { side == .client ? client.room : server.room }

    /// When the last packet of a side came.
    func lastTime(of side: Side) -> Timestamp {
        Timestamp(nanoseconds: side == .client ? client.lastTime : server.lastTime)
    }

    /// The labels of the next packet.
    ///
    /// `options` are the captured bytes of its TCP options; `isReuse` says that it opened this connection
    /// between endpoints that had one before.
    public mutating func label(
        _ packet: TCPSegment,
        options: RawSpan,
        from side: Side,
        time: Timestamp,
        isReuse: Bool = false
    ) -> LabelSet {
        let segment = LabelSegment(
            sequence: packet.sequence,
            acknowledgment: packet.acknowledgment,
            length: UInt32(truncatingIfNeeded: packet.payloadLength),
            window: UInt32(packet.window),
            flags: packet.flags,
            time: time.nanoseconds
        )
        var labels = LabelSet()
        if isReuse { labels.insert(.reusedPorts) }
        switch side {
        case .client: Self.label(segment, options, &labels, &client, &server, &opening)
        case .server: Self.label(segment, options, &labels, &server, &client, &opening)
        }
        return labels
    }

    private static func label(
        _ segment: LabelSegment,
        _ options: RawSpan,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: inout LabelFlow,
        _ opening: inout LabelOpening
    ) {
        if !isOrdinary(segment, sender, receiver) {
            judge(segment, &labels, &sender, &receiver, opening)
        } else if segment.acknowledgment != sender.acknowledgment {
            sender.duplicateACKs = 0
        }
        sender.take(segment, labels)
        if opening.isMultipath { sender.multipathOptions = opening.multipathOptions }
        opening.take(segment, options, &labels, &sender, &receiver)
    }
}
