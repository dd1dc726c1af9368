/// What Wireshark says of a TCP packet, exactly as version 4.0 does.
///
/// A label is a guess from what the capture shows, and some guesses are wrong for our purpose: a resent message
/// of one byte is a `keepAlive`, the first of two outstanding segments sent again at once is `outOfOrder`
/// (`Arrival` is our own view). So labels never decide bytes.
public enum Label: UInt8, Hashable, Sendable, CaseIterable {
    /// Sequence numbers that were sent before; `fastRetransmission` and `spuriousRetransmission` come with it.
    case retransmission
    /// Sent again at once, upon duplicate ACKs that ask for it.
    case fastRetransmission
    /// Sent again though the peer had acknowledged it.
    case spuriousRetransmission
    /// Older sequence numbers that come too early for a retransmission.
    case outOfOrder
    /// Sequence numbers before this packet are not in the capture, so far.
    case lostSegment
    /// The packet acknowledges what is not in the capture, so far.
    case ackLostSegment
    /// No byte or one, just before what comes next.
    case keepAlive
    /// The answer to a keep-alive.
    case keepAliveACK
    /// An ACK that says the same as the one before.
    case duplicateACK
    /// The sender takes no more data.
    case zeroWindow
    /// One byte sent into a window of zero.
    case zeroWindowProbe
    /// The answer to a probe: still zero.
    case zeroWindowProbeACK
    /// An ACK that changes the window only.
    case windowUpdate
    /// The data reach the edge of the receiver's window.
    case windowFull
    /// The SYN opens a connection between endpoints that had one.
    case reusedPorts
    /// A SYN with a Fast Open cookie (RFC 7413 §4.1.1).
    case fastOpenSYN
    /// A SYN-ACK that acknowledges data of the SYN (RFC 7413 §4.2).
    case fastOpenACK
    /// A SYN-ACK that does not acknowledge the data of a SYN with a cookie.
    case fastOpenIgnored

    /// The name of the field, without `tcp.analysis.`: as labels are written in output.
    public var name: StaticString {
        switch self {
        case .retransmission: "retransmission"
        case .fastRetransmission: "fast_retransmission"
        case .spuriousRetransmission: "spurious_retransmission"
        case .outOfOrder: "out_of_order"
        case .lostSegment: "lost_segment"
        case .ackLostSegment: "ack_lost_segment"
        case .keepAlive: "keep_alive"
        case .keepAliveACK: "keep_alive_ack"
        case .duplicateACK: "duplicate_ack"
        case .zeroWindow: "zero_window"
        case .zeroWindowProbe: "zero_window_probe"
        case .zeroWindowProbeACK: "zero_window_probe_ack"
        case .windowUpdate: "window_update"
        case .windowFull: "window_full"
        case .reusedPorts: "reused_ports"
        case .fastOpenSYN: "tfo_syn"
        case .fastOpenACK: "tfo_ack"
        case .fastOpenIgnored: "tfo_ignored"
        }
    }
}

/// The labels of one packet, a bit each.
public struct LabelSet: Hashable, BitwiseCopyable, Sendable {
    private var bits: UInt32 = 0

    /// No labels.
    @inline(__always)
    public init() {}

    /// Whether there is no label.
    public var isEmpty: Bool { bits == 0 }

    /// Whether the label is among them.
    @inline(__always)
    public func contains(_ label: Label) -> Bool { bits & 1 << UInt32(label.rawValue) != 0 }

    /// Adds a label.
    @inline(__always)
    public mutating func insert(_ label: Label) { bits |= 1 << UInt32(label.rawValue) }
}

extension LabelSet: ExpressibleByArrayLiteral {
    /// These labels.
    public init(arrayLiteral labels: Label...) {
        for label in labels { insert(label) }
    }
}

extension LabelSet: Sequence {
    /// Gives the labels in the order of `Label`.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: UInt32

        /// The next label, nil at the end.
        public mutating func next() -> Label? {
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return Label(rawValue: UInt8(rest.trailingZeroBitCount))
        }
    }

    /// An iterator over the labels.
    public func makeIterator() -> Iterator { Iterator(rest: bits) }
}
