import SeamPackets

/// What the labels' rules look at in a packet.
struct LabelSegment {
    var sequence: UInt32
    var acknowledgment: UInt32
    /// Bytes of payload on the wire.
    var length: UInt32
    /// As it stands in the header.
    var window: UInt32
    var flags: TCPFlags
    /// Nanoseconds since the epoch.
    var time: Int

    /// Whether it neither opens nor closes.
    @inline(__always)
    var isPlain: Bool { flags.isDisjoint(with: [.syn, .fin, .rst]) }

    /// Whether it has a SYN or FIN, which takes a sequence number.
    @inline(__always)
    var isSYNOrFIN: Bool { !flags.isDisjoint(with: [.syn, .fin]) }

    /// The sequence number behind it; SYN and FIN take one, not one each.
    @inline(__always)
    var end: UInt32 { sequence &+ length &+ (isSYNOrFIN ? 1 : 0) }
}

/// What the labels' rules remember of one direction, 48 bytes.
///
/// The numbers are raw, not `SequenceNumber`s: Wireshark takes 0 for "not known", though it is a sequence number
/// as well, and compares in its own way.
struct LabelFlow: Sendable {
    /// By how much the windows of a direction are shifted.
    enum WindowScale: Hashable {
        /// No SYN was seen.
        case unknown
        /// One side did not offer it, so it is not in use.
        case unused
        /// The shift in bits.
        case shift(UInt8)
    }

    /// When `next` grew.
    var nextTime = 0
    /// When the last packet came.
    var lastTime = 0
    /// The sequence number behind the highest that was sent.
    var next: UInt32 = 0
    /// The sequence number behind the highest before any hole: an ACK beyond it acknowledges the unseen.
    var contiguous: UInt32 = 0
    /// The acknowledgment field of the last packet.
    var acknowledgment: UInt32 = 0
    /// The window of the last packet, and more than fits into the field before there was one.
    var window = UInt32.max
    /// The sequence number of the SYN, or the one before the first that was heard of.
    var initial: UInt32 = 0
    /// How many duplicate ACKs were sent in a row; `unseenReported` after an ACK of the unseen.
    var duplicateACKs: UInt32 = 0
    var scale = WindowScale.unknown
    /// The kinds of MPTCP options that were known when the last packet came.
    var multipathOptions: UInt8 = 0
    var knowsInitial = false
    /// Whether a SYN was sent and no ACK after it: the window of a SYN is not scaled.
    var isBeforeFirstACK = false
    var lastWasKeepAlive = false
    var lastWasProbe = false

    /// Wireshark's mark that an ACK of the unseen was reported; as a number of duplicate ACKs it is "many".
    static let unseenReported = UInt32.max
    /// How soon after the last packet of the peer a fast retransmission comes, in nanoseconds.
    static let fastest: UInt64 = 20_000_000

    /// Whether `left` lies ahead of `right`, the nearer way round (RFC 1982 §3.2).
    ///
    /// Half way round, where the RFC leaves it open, each of two numbers is ahead of the other in Wireshark.
    @inline(__always)
    static func isAhead(_ left: UInt32, of right: UInt32) -> Bool {
        Int32(bitPattern: right &- left) < 0
    }

    /// Whether a segment brings at most a window: empty, in its place, with the acknowledgment of the last one.
    @inline(__always)
    func isRepeatedACK(_ segment: LabelSegment) -> Bool {
        segment.length == 0 && segment.sequence == next && segment.acknowledgment == acknowledgment
            && segment.isPlain
    }

    @inline(__always)
    func isKeepAlive(_ segment: LabelSegment) -> Bool {
        segment.length <= 1 && segment.sequence == next &- 1 && segment.isPlain
    }

    /// Where the window that this direction offers ends.
    @inline(__always)
    var windowEdge: UInt32 {
        guard case .shift(let bits) = scale, !isBeforeFirstACK else { return acknowledgment &+ window }
        return acknowledgment &+ window << UInt32(bits)
    }

    /// The bytes that the window of the last packet has room for, -1 when its scale is not known.
    @inline(__always)
    var room: Int {
        switch scale {
        case .shift(let bits) where !isBeforeFirstACK: Int(window) << Int(bits)
        case .unknown where window > 0: -1
        default: Int(window)
        }
    }

    /// Remembers a segment that was labelled.
    @inline(__always)
    mutating func take(_ segment: LabelSegment, _ labels: LabelSet) {
        lastWasProbe = labels.contains(.zeroWindowProbe)
        lastWasKeepAlive = labels.contains(.keepAlive)
        if !lastWasProbe {
            let end = segment.end
            if next == 0 || LabelFlow.isAhead(end, of: next) {
                next = end
                nextTime = segment.time
            }
            if contiguous == 0 || segment.sequence == contiguous { contiguous = next }
        }
        window = segment.window
        acknowledgment = segment.acknowledgment
        lastTime = segment.time
    }
}
