import SeamBytes
import SeamPackets

/// What the labels' rules remember of a connection's handshake and options.
struct LabelOpening: Sendable {
    /// When the last SYN without ACK came, 0 before.
    private var synTime = 0
    /// From that SYN to the first ACK without SYN, in nanoseconds; 0 when not known.
    private var roundTrip = 0
    /// The kinds of MPTCP options that were seen, a bit each.
    private(set) var multipathOptions: UInt8 = 0
    /// Whether MPTCP is in use.
    private(set) var isMultipath = false
    /// Whether a SYN had data and a Fast Open cookie.
    private var hasFastOpenData = false

    /// How long after the highest sequence number an older one counts as reordered, in nanoseconds.
    ///
    /// A clock that went back makes a round trip of "for ever": Wireshark takes the difference unsigned.
    @inline(__always)
    var patience: UInt64 { roundTrip == 0 ? 3_000_000 : UInt64(bitPattern: Int64(roundTrip)) }

    /// Takes what a segment says of the handshake, after it was judged by what was known before.
    @inline(__always)
    mutating func take(
        _ segment: LabelSegment,
        _ options: RawSpan,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: inout LabelFlow
    ) {
        if segment.flags.contains(.syn) {
            takeSYN(segment, options, &labels, &sender, &receiver)
        } else {
            if segment.flags.contains(.ack) {
                if roundTrip == 0, synTime != 0 { roundTrip = segment.time &- synTime }
                sender.isBeforeFirstACK = false
            }
            if !LabelOptions.areUsual(options) { takeOptions(segment, options, &labels, &sender) }
        }
    }

    private mutating func takeSYN(
        _ segment: LabelSegment,
        _ options: RawSpan,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow,
        _ receiver: inout LabelFlow
    ) {
        sender.isBeforeFirstACK = true
        let isACK = segment.flags.contains(.ack)
        if isACK {
            if segment.acknowledgment &- receiver.initial > 1 {
                labels.insert(.fastOpenACK)
            } else if hasFastOpenData {
                labels.insert(.fastOpenIgnored)
            }
        } else {
            synTime = segment.time
        }
        takeOptions(segment, options, &labels, &sender)
        // Both sides must offer the scale, or neither uses it (RFC 7323 §2.2).
        if sender.scale == .unknown {
            sender.scale = .unused
            receiver.scale = .unused
        } else if isACK, receiver.scale == .unused {
            sender.scale = .unused
        }
    }

    private mutating func takeOptions(
        _ segment: LabelSegment,
        _ bytes: RawSpan,
        _ labels: inout LabelSet,
        _ sender: inout LabelFlow
    ) {
        let options = LabelOptions(bytes)
        if let shift = options.windowScale { sender.scale = .shift(shift) }
        if options.hasFastOpenCookie, segment.flags.contains(.syn), !segment.flags.contains(.ack) {
            labels.insert(.fastOpenSYN)
            if segment.length > 0 { hasFastOpenData = true }
        }
        if options.startsMultipath { isMultipath = true }
        if isMultipath { multipathOptions |= options.multipathOptions }
    }
}
