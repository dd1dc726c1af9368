import SeamBytes

/// The header lines in front of a body, read on from where the last bytes ended: how long they are, and
/// the one that says how long the body is.
struct HeaderBlock: Sendable {
    /// What is known once the empty line has come.
    struct Head: Equatable, Sendable {
        /// The bytes up to and including the empty line.
        var size: Int
        /// The bytes of the body; nil where no header says so.
        var length: Int?
    }

    enum Reading {
        case needMore
        case head(Head)
        /// The header's value is no length.
        case notNumber
        case tooLong
    }

    /// The names that say how long the body is, in small letters.
    let names: [StaticString]
    /// The most bytes of all lines.
    let maximum: Int
    // Hints: where the line in hand starts, and what was found before it.
    private var line = 0
    private var searched = 0
    private var length: Int?
    private var head: Head?

    init(names: [StaticString], maximum: Int) {
        self.names = names
        self.maximum = maximum
    }

    mutating func forget() {
        line = 0
        searched = 0
        length = nil
        head = nil
    }

    /// Reads lines behind the `start` bytes at the cursor, which are no header.
    mutating func read(_ input: borrowing ByteCursor, from start: Int = 0) -> Reading {
        if let head { return .head(head) }
        line = max(line, start)
        while let end = input.firstIndex(of: 0x0a, from: max(searched, line)) {
            searched = end + 1
            guard end < maximum else { return .tooLong }
            var stop = end
            if stop > line, input.peek(stop - 1) == 0x0d { stop -= 1 }
            if stop == line {
                let found = Head(size: end + 1, length: length)
                head = found
                return .head(found)
            }
            if let value = value(input, line..<stop) {
                guard let number = Self.number(input, value) else { return .notNumber }
                // The first counts: a second one that differs is for HTTP's decoder to judge.
                length = length ?? number
            }
            line = end + 1
        }
        searched = input.available
        return searched > maximum ? .tooLong : .needMore
    }

    /// The place of the value behind one of the names and a colon; nil for another header.
    private func value(_ input: borrowing ByteCursor, _ range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        while start < range.upperBound, input.peek(start) == 0x20 || input.peek(start) == 9 { start += 1 }
        for name in names {
            var index = start + name.utf8CodeUnitCount
            guard index < range.upperBound, Self.matches(input, start, name) else { continue }
            while index < range.upperBound, input.peek(index) == 0x20 || input.peek(index) == 9 { index += 1 }
            guard index < range.upperBound, input.peek(index) == UInt8(ascii: ":") else { continue }
            return index + 1..<range.upperBound
        }
        return nil
    }

    private static func matches(_ input: borrowing ByteCursor, _ start: Int, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { letters in
            for place in 0..<letters.count {
                guard let byte = input.peek(start + place) else { return false }
                let small = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
                if unsafe small != letters[place] { return false }
            }
            return true
        }
    }

    /// A decimal number of at most 18 digits between spaces.
    private static func number(_ input: borrowing ByteCursor, _ range: Range<Int>) -> Int? {
        var value: Int?
        var digits = 0
        var isOver = false
        for index in range {
            switch input.peek(index) {
            case .some(let byte) where (0x30...0x39).contains(byte) && !isOver && digits < 18:
                value = (value ?? 0) * 10 + Int(byte - 0x30)
                digits += 1
            case 0x20, 9: isOver = value != nil
            default: return nil
            }
        }
        return value
    }
}
