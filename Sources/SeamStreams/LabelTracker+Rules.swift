import SeamPackets

/// The rules, in the order in which Wireshark asks them.
extension LabelTracker {
    /// Whether no rule gives a segment a label: new data in their place, as nearly all data are, that neither fill the
    /// window nor acknowledge what is not known.
    @inline(__always)
    static func isOrdinary(
        _ segment: LabelSegment,
        _ sender: LabelFlow,
        _ receiver: LabelFlow
    ) -> Bool {
        guard segment.length > 0, segment.isPlain, segment.flags.contains(.ack), sender.next != 0,
            segment.sequence == sender.next, sender.knowsInitial, receiver.knowsInitial,
            segment.window != 0, receiver.window != 0
        else { return false }
        return !fillsWindow(segment, receiver) && !isUnseen(segment, receiver)
            && !isSpurious(segment, receiver)
    }

    /// Asks all rules.
    @inline(never)
    static func judge(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: inout LabelFlow,
        _ opening: LabelOpening
    ) {
        meet(segment, &labels, &sender, &receiver)
        judgeWindow(segment, &labels, &sender, receiver, opening)
        if segment.acknowledgment != sender.acknowledgment { sender.duplicateACKs = 0 }
        judgeAcknowledgment(segment, &labels, &receiver)
        if segment.length > 0 || segment.isSYNOrFIN, !labels.contains(.keepAlive) {
            judgeRepetition(segment, &labels, sender, receiver, opening)
        }
    }

    /// Whether data reach the edge of the receiver's window.
    @inline(__always)
    private static func fillsWindow(_ segment: LabelSegment, _ receiver: LabelFlow) -> Bool {
        segment.length > 0 && receiver.scale != .unknown && segment.isPlain
            && segment.sequence &+ segment.length == receiver.windowEdge
    }

    /// Whether a segment acknowledges what the capture does not have.
    @inline(__always)
    private static func isUnseen(_ segment: LabelSegment, _ receiver: LabelFlow) -> Bool {
        segment.flags.contains(.ack) && receiver.contiguous != 0
            && LabelFlow.isAhead(segment.acknowledgment, of: receiver.contiguous)
    }

    /// Whether data were acknowledged before they came.
    @inline(__always)
    private static func isSpurious(_ segment: LabelSegment, _ receiver: LabelFlow) -> Bool {
        let end = segment.sequence &+ segment.length
        return segment.length > 0 && receiver.acknowledgment != 0
            && (end == receiver.acknowledgment || LabelFlow.isAhead(receiver.acknowledgment, of: end))
    }

    /// Where the sequence numbers of both sides start.
    @inline(__always)
    static func meet(
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
    static func judgeWindow(
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
        if fillsWindow(segment, receiver) { labels.insert(.windowFull) }
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
    static func judgeAcknowledgment(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ receiver: inout LabelFlow
    ) {
        guard isUnseen(segment, receiver) else { return }
        if LabelFlow.isAhead(receiver.next, of: receiver.contiguous) {
            receiver.contiguous = receiver.next
            labels.insert(.ackLostSegment)
        } else {
            if receiver.duplicateACKs == 0 { labels.insert(.ackLostSegment) }
            receiver.duplicateACKs = LabelFlow.unseenReported
        }
    }

    /// Sequence numbers that were there before: one label of four, the first that fits.
    static func judgeRepetition(
        _ segment: LabelSegment,
        _ labels: inout LabelSet,
        _ sender: LabelFlow,
        _ receiver: LabelFlow,
        _ opening: LabelOpening
    ) {
        if isSpurious(segment, receiver) {
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
