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
    public func isReuse(_ packet: TCPPacket, from side: Side) -> Bool {
        guard packet.flags.contains(.syn), !packet.flags.contains(.ack) else { return false }
        let sender = side == .client ? client : server
        return sender.knowsInitial && sender.initial != packet.sequence
    }

    /// The labels of the next packet.
    ///
    /// `options` are the captured bytes of its TCP options; `isReuse` says that it opened this connection
    /// between endpoints that had one before.
    public mutating func label(
        _ packet: TCPPacket,
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
        meet(segment, &labels, &sender, &receiver)
        judgeWindow(segment, &labels, &sender, receiver, opening)
        if segment.acknowledgment != sender.acknowledgment { sender.duplicateACKs = 0 }
        judgeAcknowledgment(segment, &labels, &receiver)
        if segment.length > 0 || segment.isSYNOrFIN, !labels.contains(.keepAlive) {
            judgeRepetition(segment, &labels, sender, receiver, opening)
        }
        sender.take(segment, labels)
        if opening.isMultipath { sender.multipathOptions = opening.multipathOptions }
        opening.take(segment, options, &labels, &sender, &receiver)
    }

    /// Where the sequence numbers of both sides start.
    @inline(__always)
    private static func meet(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: inout LabelFlow
    ) {
        let isSYN = segment.flags.contains(.syn)
        let isACK = segment.flags.contains(.ack)
        if !sender.knowsInitial {
            sender.initial = isSYN ? segment.sequence : segment.sequence &- 1
            sender.knowsInitial = true
        } else if isSYN, isACK, segment.sequence != sender.initial {
            sender.initial = segment.sequence
            labels.insert(.reusedPorts)
        } else if isSYN, !isACK, segment.sequence == sender.initial {
            // A reset in between may have had any sequence number.
            sender.next = sender.contiguous
        }
        if isACK, !receiver.knowsInitial {
            receiver.initial = segment.acknowledgment &- 1
            receiver.knowsInitial = true
        }
    }

    /// Windows, keep-alives and repeated ACKs; a hole before the segment.
    @inline(__always)
    private static func judgeWindow(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: LabelFlow,
        _ opening: LabelOpening
    ) {
        if segment.length == 1, segment.sequence == sender.next, receiver.window == 0 {
            labels.insert(.zeroWindowProbe)
            return
        }
        if segment.window == 0, segment.isPlain { labels.insert(.zeroWindow) }
        if sender.next != 0, LabelFlow.isAhead(segment.sequence, of: sender.next),
            !segment.flags.contains(.rst)
        {
            labels.insert(.lostSegment)
        }
        if sender.isKeepAlive(segment) { labels.insert(.keepAlive) }
        if segment.length > 0, receiver.scale != .unknown, segment.isPlain,
            segment.sequence &+ segment.length == receiver.windowEdge
        {
            labels.insert(.windowFull)
        }
        if sender.isRepeatedACK(segment) { judgeRepeatedACK(segment, &labels, &sender, receiver, opening) }
    }

    private static func judgeRepeatedACK(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: LabelFlow,
        _ opening: LabelOpening
    ) {
        guard segment.window == sender.window else {
            if segment.window != 0 { labels.insert(.windowUpdate) }
            return
        }
        if segment.window == 0 {
            if receiver.lastWasProbe { labels.insert(.zeroWindowProbeACK) }
        } else if receiver.lastWasKeepAlive {
            labels.insert(.keepAliveACK)
        } else if !opening.isMultipath || opening.multipathOptions == sender.multipathOptions {
            // An ACK for the sake of a new MPTCP option repeats nothing (RFC 8684 §4).
            let before = sender.duplicateACKs == LabelFlow.unseenReported ? 0 : sender.duplicateACKs
            sender.duplicateACKs = before &+ 1
            labels.insert(.duplicateACK)
        }
    }

    /// An ACK of what the capture does not have, reported once a hole.
    @inline(__always)
    private static func judgeAcknowledgment(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ receiver: inout LabelFlow
    ) {
        guard segment.flags.contains(.ack), receiver.contiguous != 0,
            LabelFlow.isAhead(segment.acknowledgment, of: receiver.contiguous)
        else { return }
        if LabelFlow.isAhead(receiver.next, of: receiver.contiguous) {
            receiver.contiguous = receiver.next
            labels.insert(.ackLostSegment)
        } else {
            if receiver.duplicateACKs == 0 { labels.insert(.ackLostSegment) }
            receiver.duplicateACKs = LabelFlow.unseenReported
        }
    }

    /// Sequence numbers that were there before: one label of four, the first that fits.
    private static func judgeRepetition(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ sender: LabelFlow,
        _ receiver: LabelFlow,
        _ opening: LabelOpening
    ) {
        let end = segment.sequence &+ segment.length
        if segment.length > 0, receiver.acknowledgment != 0,
            end == receiver.acknowledgment || LabelFlow.isAhead(receiver.acknowledgment, of: end)
        {
            labels.insert(.retransmission)
            labels.insert(.spuriousRetransmission)
            return
        }
        guard sender.next != 0, LabelFlow.isAhead(sender.next, of: segment.sequence) else { return }
        // Behind a probe whose byte did not count there is new data.
        if segment.length > 1, segment.sequence == sender.next &- 1 { return }
        // Of a clock that went back the difference is huge: Wireshark takes it unsigned.
        let sinceReceiver = UInt64(bitPattern: Int64(segment.time &- receiver.lastTime))
        let sinceNext = UInt64(bitPattern: Int64(segment.time &- sender.nextTime))
        if receiver.duplicateACKs >= 2, receiver.acknowledgment == segment.sequence,
            sinceReceiver < LabelFlow.fastest
        {
            labels.insert(.retransmission)
            labels.insert(.fastRetransmission)
        } else if sinceNext < opening.patience, sender.next != segment.end {
            labels.insert(.outOfOrder)
        } else {
            labels.insert(.retransmission)
        }
    }
}
