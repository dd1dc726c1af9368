/// Cuts messages into pieces while they come; what belongs to a piece that is not full is kept back.
public struct PieceCutter: Sendable {
    /// A whole piece holds no more than this: what one write hands to the system.
    public static let largestWhole = 64 << 10
    /// Random pieces are shorter than this; half of them are shorter than a few dozen bytes.
    private static let largestRandom = 1 << 12

    private let pieces: Pieces
    /// After how many messages the place moves on at which messages are torn.
    private let period: Int
    private var pending: [UInt8] = []
    /// How many parts came so far.
    private var index = 0
    private var generator: SeededGenerator
    /// The size of the next random piece.
    private var size = 1

    /// Cuts messages as `pieces` says.
    ///
    /// When the same `period` messages are sent again and again, each time they are torn one byte further on.
    public init(_ pieces: Pieces, period: Int = 1) {
        self.pieces = pieces
        self.period = max(1, period)
        if case .random(let seed) = pieces {
            generator = SeededGenerator(seed: seed)
            size = Self.randomSize(&generator)
        } else {
            generator = SeededGenerator(seed: 0)
        }
    }

    /// Takes a message, for `captured` a piece of the capture, and hands out the pieces that are full.
    public mutating func add(_ message: [UInt8]) -> [[UInt8]] {
        defer { index += 1 }
        switch pieces {
        case .captured, .messages: return message.isEmpty ? [] : [message]
        case .bytes: return message.map { [$0] }
        case .whole: return glue(message)
        case .torn: return tear(message)
        case .size(let size): return cut(message) { _ in size }
        case .random: return cut(message) { Self.randomSize(&$0) }
        }
    }

    /// Hands out what was kept back.
    public mutating func finish() -> [UInt8]? {
        guard !pending.isEmpty else { return nil }
        defer { pending = [] }
        return pending
    }

    private mutating func glue(_ message: [UInt8]) -> [[UInt8]] {
        pending += message
        return pending.count >= Self.largestWhole ? [finish()].compactMap { $0 } : []
    }

    private mutating func tear(_ message: [UInt8]) -> [[UInt8]] {
        guard message.count > 1 else { return glue(message) }
        let place = 1 + index / period % (message.count - 1)
        let piece = pending + message[..<place]
        pending = Array(message[place...])
        return [piece]
    }

    private mutating func cut(
        _ message: [UInt8],
        next: (inout SeededGenerator) -> Int
    ) -> [[UInt8]] {
        if case .size(let size) = pieces { self.size = size }
        var result: [[UInt8]] = []
        var rest = message[...]
        while pending.count + rest.count >= size {
            let taken = size - pending.count
            result.append(pending + rest.prefix(taken))
            rest = rest.dropFirst(taken)
            pending.removeAll(keepingCapacity: true)
            size = next(&generator)
        }
        pending += rest
        return result
    }

    /// Short ones and long ones: first how many bits, then the bits.
    private static func randomSize(_ generator: inout SeededGenerator) -> Int {
        let bound = 2 << generator.next(below: largestRandom.trailingZeroBitCount)
        return 1 + generator.next(below: bound - 1)
    }
}
