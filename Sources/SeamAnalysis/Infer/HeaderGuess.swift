public import SeamBytes
import SeamCodecs

/// What a byte or a few at one place of every message seem to be.
public struct HeaderGuess: Sendable, Equatable {
    /// The roles that are recognised.
    public enum Role: String, Sendable {
        /// The number that says how long the message is.
        case length
        /// The same in all messages.
        case constant
        /// One of a few values.
        case type
        /// Grows by the same step from message to message.
        case counter
        /// Seconds or milliseconds since 1970, near to when the packets were captured.
        case timestamp
        /// Only a few bits ever change.
        case flags
        /// The sum or the exclusive or of the bytes before it.
        case checksum
    }

    /// Where it stands: an offset from the message's start, or from its end when negative.
    public var offset: Int
    /// How many bytes it has.
    public var width: Int
    /// What it seems to be.
    public var role: Role
    /// The bytes of a constant; else none.
    public var value: [UInt8] = []
    /// How many different values it has.
    public var variety = 1
    /// The order of the bytes of a number that has several.
    public var order = ByteOrder.big
    /// How a checksum is made, in a word; else empty.
    public var method = ""
}

extension HeaderGuess {
    /// Most bytes of a header that are looked at, and most messages.
    private static let depth = 16
    private static let most = 512

    /// The guesses for the messages that a framing cuts, in the order of their places.
    static func all(_ framing: FramingRule, _ sample: InferSample) -> [HeaderGuess] {
        var messages: [[UInt8]] = []
        for run in sample.runs where messages.count < most {
            let first = framing.preamble(of: run)
            let cut = FramingWalk(framing, run, limit: 1 << 20).messages
            for message in cut.prefix(most - messages.count) where message.start >= first {
                messages.append(Array(run.bytes[message.start..<message.end]))
            }
        }
        guard messages.count >= 4, let shortest = messages.map(\.count).min() else { return [] }
        var guesses: [HeaderGuess] = []
        var place = 0
        // Behind a delimiter's text there is no header to speak of.
        let depth = min(shortest, Self.depth)
        let field: LengthField? = if case .length(let field, _) = framing { field } else { nil }
        while place < depth {
            let room = depth - place
            let guess =
                length(field, at: place) ?? number(messages, place, room, sample.time)
                ?? column(messages, place)
            if let guess { guesses.append(guess) }
            place += max(1, guess?.width ?? 1)
        }
        if let sum = checksum(messages) { guesses.append(sum) }
        return merged(guesses)
    }

    private static func length(_ field: LengthField?, at place: Int) -> HeaderGuess? {
        guard let field, field.offset == place, field.width > 0 else { return nil }
        var guess = HeaderGuess(offset: place, width: field.width, role: .length)
        if case .binary(_, let order) = field.number { guess.order = order }
        return guess
    }

    /// A counter or a time, the wider first.
    private static func number(
        _ messages: [[UInt8]],
        _ place: Int,
        _ room: Int,
        _ time: Timestamp?
    ) -> HeaderGuess? {
        for width in [8, 4, 2, 1] where width <= room {
            for order in width == 1 ? [ByteOrder.big] : [.big, .little] {
                let values = messages.compactMap {
                    ByteCursor($0.rawSpan).unsigned(at: place, width: width, order)
                }
                var guess = HeaderGuess(offset: place, width: width, role: .counter)
                guess.order = order
                guess.variety = Set(values).count
                guard guess.variety > 2 else { continue }
                if isTime(values, width, time) {
                    guess.role = .timestamp
                    return guess
                }
                // A counter of 8 bytes whose upper ones never change is one of fewer.
                if counts(values), width == 1 || !hasConstantTop(values, width) { return guess }
            }
        }
        return nil
    }

    /// Whether the uppermost byte of numbers never changes and is not 0: it is no part of a counter.
    ///
    /// Nor are the upper bytes of 8 that are always 0: such a counter is one of fewer.
    private static func hasConstantTop(_ values: [UInt64], _ width: Int) -> Bool {
        guard let first = values.first, let last = values.last, last < 1 << 40 else { return true }
        let top = first >> (8 * (width - 1))
        return top != 0 && values.allSatisfy { $0 >> (8 * (width - 1)) == top }
    }

    private static func counts(_ values: [UInt64]) -> Bool {
        var steps: [UInt64: Int] = [:]
        for (one, next) in zip(values, values.dropFirst()) where next > one {
            steps[next - one, default: 0] += 1
        }
        guard let usual = steps.max(by: { $0.value < $1.value }), usual.key <= 16 else { return false }
        return 10 * usual.value >= 8 * (values.count - 1)
    }

    /// Whether numbers are moments within a week of the capture, in seconds or milliseconds.
    private static func isTime(_ values: [UInt64], _ width: Int, _ time: Timestamp?) -> Bool {
        guard let time, width >= 4, time.nanoseconds > 0 else { return false }
        let scale = width == 4 ? 1_000_000_000 : 1_000_000
        let moment = UInt64(time.nanoseconds / scale)
        let week = UInt64(7 * 86_400 * (1_000_000_000 / scale))
        return values.allSatisfy { $0 < moment + week && $0 + week > moment }
    }

    private static func column(_ messages: [[UInt8]], _ place: Int) -> HeaderGuess? {
        let values = messages.map { $0[place] }
        let kinds = Set(values)
        var guess = HeaderGuess(offset: place, width: 1, role: .constant, value: [values[0]])
        guess.variety = kinds.count
        if kinds.count == 1 { return guess }
        guess.value = []
        let ones = kinds.reduce(0) { $0 | $1 } ^ kinds.reduce(0xff) { $0 & $1 }
        if kinds.count * 4 <= messages.count, kinds.count <= 16 {
            guess.role = ones.nonzeroBitCount <= 3 && kinds.count > 2 && !isDense(kinds) ? .flags : .type
            return guess
        }
        return nil
    }

    /// Whether values are small and follow one another, as types do.
    private static func isDense(_ kinds: Set<UInt8>) -> Bool {
        guard let low = kinds.min(), let high = kinds.max() else { return false }
        return Int(high) - Int(low) < 2 * kinds.count
    }

    /// A last byte that is the sum or the exclusive or of those before.
    private static func checksum(_ messages: [[UInt8]]) -> HeaderGuess? {
        guard messages.allSatisfy({ $0.count >= 3 }), Set(messages.compactMap(\.last)).count > 2 else {
            return nil
        }
        let methods: [(String, ([UInt8]) -> UInt8)] = [
            ("sum", { $0.reduce(0, &+) }), ("exclusive or", { $0.reduce(0, ^) }),
            ("negative sum", { 0 &- $0.reduce(0, &+) }),
        ]
        for start in 0..<3 {
            for (name, method) in methods
            where messages.allSatisfy({ method(Array($0[start..<$0.count - 1])) == $0.last }) {
                return HeaderGuess(offset: -1, width: 1, role: .checksum, method: name)
            }
        }
        return nil
    }

    /// Constants beside each other are one.
    private static func merged(_ guesses: [HeaderGuess]) -> [HeaderGuess] {
        var result: [HeaderGuess] = []
        for guess in guesses {
            if guess.role == .constant, let last = result.last, last.role == .constant,
                last.offset + last.width == guess.offset
            {
                result[result.count - 1].width += 1
                result[result.count - 1].value += guess.value
            } else {
                result.append(guess)
            }
        }
        return result
    }
}
