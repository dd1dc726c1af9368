internal import SeamBytes
internal import SeamCodecs

/// What was counted of one half of a connection, to be compared with a capture of it.
public struct HalfTally: Equatable, Sendable {
    /// Bytes.
    public private(set) var bytes = 0
    /// Reads, or writes.
    public private(set) var pieces = 0
    /// Messages.
    public private(set) var messages = 0
    /// Heart-beats.
    public private(set) var heartbeats = 0
    /// Bytes that could not be decoded.
    public private(set) var undecoded = 0
    /// Messages of the outermost layer whose bytes came in several pieces.
    public private(set) var split = 0
    /// Messages of the outermost layer that a piece brought together with bytes of others.
    public private(set) var coalesced = 0

    /// The first end of a piece behind the last unit; all but the last such end are inside the unit in hand.
    private var firstBorder: Int?
    /// Whether the last unit ended where a piece did.
    private var startsAtBorder = true

    /// Nothing yet.
    init() {}

    /// Takes note of a read or a write.
    mutating func takePiece(_ count: Int) {
        bytes += count
        pieces += 1
        firstBorder = firstBorder ?? bytes
    }

    /// Counts a unit of the layer that messages are of.
    mutating func count(_ kind: UnitKind, _ range: ByteRange) {
        switch kind {
        case .message: messages += 1
        case .heartbeat: heartbeats += 1
        case .undecoded: undecoded += range.count
        case .gap, .leftover: break
        }
    }

    /// Compares a unit of the outermost layer with the pieces that brought it.
    mutating func compare(_ kind: UnitKind, _ range: ByteRange) {
        let endsAtBorder = range.end == bytes
        if kind == .message {
            if let firstBorder, firstBorder < range.end { split += 1 }
            if !startsAtBorder || !endsAtBorder { coalesced += 1 }
        }
        startsAtBorder = endsAtBorder
        firstBorder = endsAtBorder ? nil : bytes
    }
}
