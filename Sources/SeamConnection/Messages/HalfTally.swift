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
    /// Messages whose bytes came in several pieces.
    public private(set) var split = 0
    /// Messages that a piece brought together with bytes of others.
    public private(set) var coalesced = 0

    /// The ends of pieces, in order, from the last that no message has passed.
    private var borders = [0]

    /// Nothing yet.
    init() {}

    mutating func takePiece(_ count: Int) {
        bytes += count
        pieces += 1
        borders.append(bytes)
    }

    mutating func take(_ kind: UnitKind, _ range: ByteRange) {
        switch kind {
        case .message:
            messages += 1
            compare(range)
        case .heartbeat: heartbeats += 1
        case .undecoded: undecoded += range.count
        case .gap, .leftover: break
        }
    }

    private mutating func compare(_ range: ByteRange) {
        let passed = borders.prefix { $0 < range.start }.count
        if passed > 0 { borders.removeFirst(passed) }
        if borders.contains(where: { $0 > range.start && $0 < range.end }) { split += 1 }
        if borders.first != range.start || !borders.contains(range.end) { coalesced += 1 }
    }
}
