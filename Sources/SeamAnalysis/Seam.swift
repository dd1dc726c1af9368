public import SeamCodecs
public import SeamStreams

/// A border of one partition strictly inside a piece of the other.
public struct Seam: Equatable, Sendable {
    /// What kinds there are.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A message border inside a carrier.
        case join
        /// A carrier border inside a message.
        case cut

        /// The name as it is written in output.
        public var name: StaticString { self == .join ? "join" : "cut" }
    }

    /// Which of the two it is.
    public var kind: Kind
    /// Where it is in the stream.
    public var offset: Int
    /// For a join the packet that holds the border, for a cut the packet that ends there; from 1.
    public var packet: Int
    /// Why it is there.
    public var cause: Cause
    /// The evidence: what was known when the segment left that holds the join, or ends at the cut.
    public var departure = Departure()
    /// The same of the segment behind a cut.
    public var next: Departure?
    /// Nanoseconds from the segment that ends at a cut to the next one; negative when that came first.
    public var pause = 0
    /// How long the rest of the message waited for an ACK, in milliseconds; only for cuts by `write`.
    public var stall: Int?
    /// Where reads are the carriers, the number of the one that holds the join or ends at the cut; from 1.
    public var read: Int?
    /// For a join by `read` the packet that the read went on with.
    public var nextPacket = 0
}

extension UnitKind {
    /// Whether a carrier border inside counts as a cut: only of what was written as one piece.
    public var canBeCut: Bool { self == .message || self == .heartbeat }
}
