/// Why a seam is where it is (DESIGN section 6).
public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
    /// The evidence does not decide.
    case unknown
    /// The capture saw a piece larger than any on the wire: TSO, GSO, GRO or LRO.
    case offload
    /// A segment that was sent again has other borders than those sent first.
    case retransmit
    /// A small segment was unacknowledged, and Nagle's algorithm held the next ones until its ACK came.
    case nagle
    /// The congestion window was full.
    case congestion
    /// The receiver's window was full or zero.
    case window
    /// The sender's queue held more than a full segment.
    case backlog
    /// The application, or its buffer, wrote messages together.
    case batch
    /// The reader was slower than the segments.
    case read
    /// The segment before the cut is full.
    case mss
    /// The application wrote the message in pieces.
    case write
    /// Bytes are not in the capture.
    case gap

    /// The name as it is written in output.
    public var name: StaticString {
        switch self {
        case .unknown: "unknown"
        case .offload: "offload"
        case .retransmit: "retransmit"
        case .nagle: "nagle"
        case .congestion: "congestion"
        case .window: "window"
        case .backlog: "backlog"
        case .batch: "batch"
        case .read: "read"
        case .mss: "mss"
        case .write: "write"
        case .gap: "gap"
        }
    }
}

/// Counts of seams by cause.
public typealias CauseCounts = CountTable<Cause, 12>
