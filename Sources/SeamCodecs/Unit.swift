public import SeamBytes

/// What a unit of a half is (DESIGN section 1): every byte belongs to exactly one.
public enum UnitKind: UInt8, Hashable, Sendable, CaseIterable {
    /// A message of the protocol.
    case message
    /// Bytes that only keep the line alive.
    case heartbeat
    /// Bytes that the decoder could not place.
    case undecoded
    /// Bytes that are not in the capture.
    case gap
    /// An incomplete message at the end of the half.
    case leftover

    /// The name as it is written in output.
    public var name: StaticString {
        switch self {
        case .message: "message"
        case .heartbeat: "heartbeat"
        case .undecoded: "undecoded"
        case .gap: "gap"
        case .leftover: "leftover"
        }
    }
}

/// One piece of the partition of a half into messages and what lies between them.
public struct Unit: Equatable, Sendable {
    /// What it is.
    public var kind: UnitKind
    /// How many bytes into the unit its terminator stands though it does not end there, 0 where none does: a NUL
    /// in a STOMP body whose length is counted.
    public var earlyEnd: UInt32 = 0
    /// Its bytes in the stream of its layer.
    public var range: ByteRange
    /// How many of its bytes are not in the capture: a hole inside a body whose length is known.
    public var missing: Int
    /// The rule that its bytes break.
    public var violation: Violation?

    /// A unit of the kind at the range.
    @inlinable
    public init(_ kind: UnitKind, _ range: ByteRange, missing: Int = 0, violation: Violation? = nil) {
        self.kind = kind
        self.range = range
        self.missing = missing
        self.violation = violation
    }
}
