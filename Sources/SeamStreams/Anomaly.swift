public import SeamBytes

/// Something odd in the TCP of a half: a value with a stable id, never a crash, and never what decides bytes
/// beyond what is said here.
public struct Anomaly: Equatable, Sendable {
    /// What kinds there are.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A segment brings other bytes for a place that is filled; the first copy stays.
        case overlapConflict
        /// Data below the place where the half starts; they are left out.
        case beforeStart
        /// Data more than 2^30 bytes ahead of what is known; they are left out.
        case farAhead
        /// Data behind the FIN of the half; they are kept.
        case afterFIN
        /// A second SYN with another initial sequence number; the first counts.
        case secondISN
        /// Out-of-order bytes were given up because too many waited; they are a gap.
        case heldLimit
        /// A hole was given up because it was not filled for too long; it is a gap.
        case waitLimit
        /// A packet was put together from IP fragments that bring different bytes for the same place; the first copy stays.
        case fragmentConflict
        /// Packets were dropped while the capture was made, perhaps some of this connection.
        case captureDrops

        /// The stable id.
        public var id: StaticString {
            switch self {
            case .overlapConflict: "tcp.overlap-conflict"
            case .beforeStart: "tcp.before-start"
            case .farAhead: "tcp.far-ahead"
            case .afterFIN: "tcp.after-fin"
            case .secondISN: "tcp.second-isn"
            case .heldLimit: "tcp.held-limit"
            case .waitLimit: "tcp.wait-limit"
            case .fragmentConflict: "ip.fragment-conflict"
            case .captureDrops: "capture.drops"
            }
        }
    }

    /// What it is.
    public var kind: Kind
    /// The sender.
    public var from: Side
    /// The number of the packet that shows it.
    public var packet: Int
    /// The bytes of the half that it concerns.
    public var range: ByteRange

    /// An anomaly of a half.
    public init(kind: Kind, from: Side, packet: Int, range: ByteRange) {
        self.kind = kind
        self.from = from
        self.packet = packet
        self.range = range
    }
}
