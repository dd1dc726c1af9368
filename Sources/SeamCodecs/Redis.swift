import SeamBytes

/// RESP 2 and 3, the protocol of Redis: values that nest, and inline commands, which are plain lines.
///
/// A value is waited for whole; how far it has been read is kept, so that nothing is read twice.
struct Redis: Decoder {
    /// A value at the top.
    struct Output: Equatable, Sendable {
        /// Its first byte; that of an inline command is no sign of the protocol.
        var sign: UInt8
        /// How many elements it has; 0 where it does not nest.
        var count: Int
        /// The first text in it: the name of a command.
        var word: ByteRange
    }

    static let rules = [sign, number, bulkEnd, tooLong, tooDeep]
    static let sign = Rule(
        "redis.type",
        "no value starts with this byte",
        source: "RESP protocol specification"
    )
    static let number = Rule(
        "redis.number",
        "a length or count is no number",
        source: "RESP protocol specification"
    )
    static let bulkEnd = Rule(
        "redis.bulk-end",
        "no CR LF behind a text",
        source: "RESP protocol specification"
    )
    static let tooLong = Rule("redis.too-long", "the value is longer than the limit")
    static let tooDeep = Rule("redis.too-deep", "values nest more than 128 deep")

    private static let deepest = 128
    /// The longest line: of a number, a simple text, an inline command (64 KiB in Redis).
    private static let longestLine = 64 << 10
    /// Stands for a count that only a closing sign ends.
    private static let open = Int.max

    private let side: Side
    private let maximum: Int
    /// How many bytes of the value have been read.
    private var read = 0
    /// How far the end of the line at `read` has been searched for.
    private var searched = 0
    /// How many elements each open value still lacks, the innermost last.
    private var missing: [Int] = []
    private var count = 0
    private var word: Range<Int>?

    init(from side: Side, maximum: Int) {
        self.side = side
        self.maximum = maximum
    }

    private enum Progress {
        case more
        case needMore
        case broken(Violation)
    }

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard let first = input.peek() else { return .needMore }
        if !Self.isSign(first) { return inline(&input, first) }
        repeat {
            switch element(input) {
            case .more: break
            case .needMore: return .needMore
            case .broken(let violation):
                forget()
                return .violation(violation)
            }
        } while !missing.isEmpty
        let start = input.position
        let name = word ?? 0..<0
        let range = ByteRange(start + name.lowerBound, start + name.upperBound)
        let output = Output(sign: first, count: count, word: range)
        let size = read
        forget()
        return input.take(size) == nil ? .needMore : .output(output)
    }

    mutating func resynchronise(_ input: inout ByteCursor, after violation: Violation?) -> Resynchronisation {
        forget()
        return .stop
    }

    private mutating func forget() {
        read = 0
        searched = 0
        count = 0
        word = nil
        missing.removeAll(keepingCapacity: true)
    }

    private mutating func inline(_ input: inout ByteCursor, _ first: UInt8) -> Step<Output> {
        guard side == .client, first >= 0x20 || first == 0x0d || first == 0x0a else {
            return .violation(
                Violation(Self.sign.id, number: WireNumber(UInt64(first), width: 1, order: .big))
            )
        }
        guard let end = input.firstIndex(of: 0x0a, from: searched) else {
            searched = input.available
            guard searched <= Self.longestLine else { return tooLongLine() }
            return .needMore
        }
        guard end < Self.longestLine else { return tooLongLine() }
        var name = 0
        while name < end, let byte = input.peek(name), byte > 0x20 { name += 1 }
        let range = ByteRange(input.position, input.position + name)
        forget()
        guard input.take(end + 1) != nil else { return .needMore }
        return .output(Output(sign: first, count: 0, word: range))
    }

    private mutating func tooLongLine() -> Step<Output> {
        forget()
        return .violation(Violation(Self.tooLong.id, limit: Self.longestLine))
    }

    /// Reads the next element, without those in it.
    private mutating func element(_ input: borrowing ByteCursor) -> Progress {
        guard let sign = input.peek(read) else { return .needMore }
        guard Self.isSign(sign) || sign == UInt8(ascii: ";") || sign == UInt8(ascii: ".") else {
            let number = WireNumber(UInt64(sign), width: 1, order: .big)
            return .broken(Violation(Self.sign.id, number: number))
        }
        guard let end = input.firstIndex(of: 0x0a, from: max(searched, read)) else {
            searched = input.available
            return searched - read > Self.longestLine
                ? .broken(Violation(Self.tooLong.id, limit: Self.longestLine)) : .needMore
        }
        guard end - read <= Self.longestLine, input.peek(end - 1) == 0x0d else {
            return .broken(Violation(Self.number.id))
        }
        let line = read + 1..<end - 1
        switch sign {
        case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: ";"):
            return text(input, sign, line)
        case UInt8(ascii: "*"), UInt8(ascii: "~"), UInt8(ascii: ">"), UInt8(ascii: "%"), UInt8(ascii: "|"):
            return aggregate(input, sign, line)
        case UInt8(ascii: "."):
            guard missing.last == Self.open else { return .broken(Violation(Self.sign.id)) }
            missing.removeLast()
            return complete(upTo: end + 1)
        default:
            if word == nil { word = line }
            return complete(upTo: end + 1)
        }
    }

    private mutating func text(_ input: borrowing ByteCursor, _ sign: UInt8, _ line: Range<Int>) -> Progress {
        let start = line.upperBound + 2
        if sign == UInt8(ascii: "$"), line.count == 1, input.peek(line.lowerBound) == UInt8(ascii: "?") {
            return begin(Self.open, upTo: start)
        }
        guard let length = Self.number(input, line), length >= -1 else {
            return .broken(Violation(Self.number.id))
        }
        if sign == UInt8(ascii: ";") {
            guard missing.last == Self.open, length >= 0 else { return .broken(Violation(Self.sign.id)) }
            if length == 0 {
                missing.removeLast()
                return complete(upTo: start)
            }
        }
        guard length >= 0 else { return complete(upTo: start) }
        guard length <= maximum - start else {
            return .broken(Violation(Self.tooLong.id, number: WireNumber(UInt64(length)), limit: maximum))
        }
        guard let last = input.peek(start + length + 1) else { return .needMore }
        guard last == 0x0a, input.peek(start + length) == 0x0d else {
            return .broken(Violation(Self.bulkEnd.id))
        }
        if word == nil { word = start..<start + length }
        return complete(upTo: start + length + 2)
    }

    private mutating func aggregate(
        _ input: borrowing ByteCursor,
        _ sign: UInt8,
        _ line: Range<Int>
    ) -> Progress {
        let start = line.upperBound + 2
        if line.count == 1, input.peek(line.lowerBound) == UInt8(ascii: "?") {
            return begin(Self.open, upTo: start)
        }
        guard let length = Self.number(input, line), length >= -1, length < 1 << 32 else {
            return .broken(Violation(Self.number.id))
        }
        let isMap = sign == UInt8(ascii: "%") || sign == UInt8(ascii: "|")
        let elements = max(0, isMap ? 2 * length : length)
        if missing.isEmpty { count = elements }
        // An attribute stands before the value that it is of: one more to come, which takes its place.
        if sign == UInt8(ascii: "|") { return begin(elements + 1, upTo: start) }
        return elements == 0 ? complete(upTo: start) : begin(elements, upTo: start)
    }

    private mutating func begin(_ elements: Int, upTo end: Int) -> Progress {
        guard missing.count < Self.deepest else { return .broken(Violation(Self.tooDeep.id)) }
        missing.append(elements)
        return advance(to: end)
    }

    private mutating func complete(upTo end: Int) -> Progress {
        while let last = missing.last, last != Self.open {
            missing[missing.count - 1] = last - 1
            if last > 1 { break }
            missing.removeLast()
        }
        return advance(to: end)
    }

    private mutating func advance(to end: Int) -> Progress {
        read = end
        searched = end
        return end > maximum ? .broken(Violation(Self.tooLong.id, limit: maximum)) : .more
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "$"), UInt8(ascii: "*"),
            UInt8(ascii: "_"), UInt8(ascii: "#"), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: "!"),
            UInt8(ascii: "="), UInt8(ascii: "%"), UInt8(ascii: "~"), UInt8(ascii: ">"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    /// A decimal number of at most 18 digits, perhaps with a sign.
    private static func number(_ input: borrowing ByteCursor, _ range: Range<Int>) -> Int? {
        var value = 0
        var start = range.lowerBound
        let isNegative = input.peek(start) == UInt8(ascii: "-")
        if isNegative { start += 1 }
        guard start < range.upperBound, range.upperBound - start <= 18 else { return nil }
        for index in start..<range.upperBound {
            guard let byte = input.peek(index), (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return isNegative ? -value : value
    }
}
