/// How a message compares with the carriers that brought it (DESIGN section 1).
public enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
    /// One carrier brought it and nothing else.
    case whole
    /// A carrier of it also brought bytes of another unit.
    case coalesced
    /// Two or more carriers brought it.
    case split
    /// Both.
    case splitAndCoalesced

    /// The verdict from its two parts.
    @inlinable
    public init(isSplit: Bool, isCoalesced: Bool) {
        switch (isSplit, isCoalesced) {
        case (false, false): self = .whole
        case (false, true): self = .coalesced
        case (true, false): self = .split
        case (true, true): self = .splitAndCoalesced
        }
    }

    /// The name as it is written in output.
    public var name: StaticString {
        switch self {
        case .whole: "whole"
        case .coalesced: "coalesced"
        case .split: "split"
        case .splitAndCoalesced: "split+coalesced"
        }
    }
}
