public import SeamCodecs

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
}

/// Why a seam is where it is (DESIGN section 6).
public enum Cause: UInt8, Hashable, Sendable, CaseIterable {
    /// The evidence does not decide.
    case unknown

    /// The name as it is written in output.
    public var name: StaticString { "unknown" }
}

extension UnitKind {
    /// Whether a carrier border inside counts as a cut: only of what was written as one piece.
    public var canBeCut: Bool { self == .message || self == .heartbeat }
}
