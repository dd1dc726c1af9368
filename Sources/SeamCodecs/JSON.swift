import SeamBytes

/// JSON values one behind the other: without anything between them, or a line each, mixed with counter lines.
///
///     bytes      | {"a":[1,"}"]} | {"b":2} LF | 20 LF | [ ] LF |
///     units      |       0       |      1     | beat  |   3    |
///
/// The LF behind a value is its own if the first value had one; so a value in a stream without LFs is
/// complete with its last bracket. A number alone on a line, and an empty line, keep the line alive.
struct JSONDecoder: Decoder {
    /// A value at the top.
    struct Output: Equatable, Sendable {
        /// Its first byte.
        var sign: UInt8
        /// How deep brackets nest.
        var depth: Int
        /// Whether its bytes are UTF-8.
        var isText: Bool
    }

    static let rules = [start, bracket, tooDeep, tooLong, encoding]
    static let start = Rule("json.start", "no JSON value starts with this byte", source: "RFC 8259 §3")
    static let bracket = Rule(
        "json.bracket",
        "a bracket closes one of the other kind",
        source: "RFC 8259 §4, §5"
    )
    static let tooDeep = Rule("json.too-deep", "brackets nest deeper than the limit")
    static let tooLong = Rule("json.too-long", "the value is longer than the limit")
    static let encoding = Rule("json.utf8", "the value is not UTF-8", source: "RFC 8259 §8.1")

    /// Whether the first value was followed by an LF.
    private enum Style {
        case unknown
        case lines
        case bare
    }

    private let maximum: Int
    private let deepest: Int
    private var style = Style.unknown
    private var isEnded = false
    // Hints: how far the value at the cursor has been read.
    private var read = 0
    private var open: [UInt8] = []
    private var deepestSeen = 0
    private var isInString = false
    private var isEscaped = false
    private var endsAt: Int?

    init(maximum: Int = 16 << 20, deepest: Int = 512) {
        self.maximum = maximum
        self.deepest = deepest
    }

    mutating func streamEnded() { isEnded = true }

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        var start = 0
        while let byte = input.peek(start), Self.isSpace(byte) {
            start += 1
            if byte == 0x0a || start >= maximum { return blank(&input, start) }
        }
        guard let first = input.peek(start) else {
            return isEnded && start > 0 ? blank(&input, start) : .needMore
        }
        if read < start { read = start }
        switch endsAt.map(End.ends) ?? value(input, first, start) {
        case .needMore:
            return .needMore
        case .broken(let violation):
            forget()
            return .violation(violation)
        case .ends(let end):
            endsAt = end
            guard let size = tail(input, end, isWord: !Self.isNested(first)) else { return .needMore }
            if style == .unknown, first == Self.brace || first == Self.bracketSign {
                style = size > end ? .lines : .bare
            }
            let text = input.rest.clamped(start..<end)
            let output = Output(sign: first, depth: deepestSeen, isText: UTF8Check.isValid(text))
            forget()
            return input.take(size) == nil ? .needMore : .output(output)
        }
    }

    /// An empty line, or spaces that go on without end.
    private mutating func blank(_ input: inout ByteCursor, _ count: Int) -> Step<Output> {
        forget()
        guard input.take(count) != nil else { return .needMore }
        return .output(Output(sign: 0x0a, depth: 0, isText: true))
    }

    /// Behind a violation, or a gap: where a line begins with a bracket.
    mutating func resynchronise(_ input: inout ByteCursor, after violation: Violation?) -> Resynchronisation {
        forget()
        let start = input.position
        while let end = input.firstIndex(of: 0x0a) {
            guard let next = input.peek(end + 1) else { break }
            guard input.take(end + 1) != nil else { break }
            if next == Self.brace || next == Self.bracketSign { return .skip(input.position - start) }
        }
        return .needMore
    }

    static func kind(of output: Output) -> UnitKind {
        switch output.sign {
        case 0x0a, UInt8(ascii: "0")...UInt8(ascii: "9"): .heartbeat
        default: .message
        }
    }

    static func violation(of output: Output) -> Violation? { output.isText ? nil : Violation(encoding.id) }

    private mutating func forget() {
        read = 0
        deepestSeen = 0
        isInString = false
        isEscaped = false
        endsAt = nil
        open.removeAll(keepingCapacity: true)
    }

    /// How many bytes the value and the line end behind it have; nil when that is not to be told yet.
    private func tail(_ input: borrowing ByteCursor, _ end: Int, isWord: Bool) -> Int? {
        // A word ends where something else begins: that is here already.
        guard isWord || style != .bare else { return end }
        var index = end
        while let byte = input.peek(index) {
            index += 1
            if byte == 0x0a { return index }
            guard Self.isSpace(byte), index - end < 1024 else { return end }
        }
        return isEnded ? end : nil
    }

    private static func isNested(_ first: UInt8) -> Bool {
        first == brace || first == bracketSign || first == UInt8(ascii: "\"")
    }

    private static let brace = UInt8(ascii: "{")
    private static let bracketSign = UInt8(ascii: "[")
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (9...10).contains(byte) || byte == 13
    }
}

extension JSONDecoder {
    private enum End {
        case needMore
        case ends(Int)
        case broken(Violation)
    }

    /// Where the value that starts at `start` ends.
    private mutating func value(_ input: borrowing ByteCursor, _ first: UInt8, _ start: Int) -> End {
        switch first {
        case Self.brace, Self.bracketSign, UInt8(ascii: "\""):
            return nested(input)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
            UInt8(ascii: "n"):
            return word(input)
        default:
            return .broken(Violation(Self.start.id, number: WireNumber(UInt64(first), width: 1, order: .big)))
        }
    }

    /// Reads on in an object, an array or a text.
    private mutating func nested(_ input: borrowing ByteCursor) -> End {
        let bytes = input.rest
        while let byte = bytes.byte(at: read) {
            guard read < maximum else { return .broken(Violation(Self.tooLong.id, limit: maximum)) }
            read += 1
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if open.isEmpty { return .ends(read) }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case Self.brace, Self.bracketSign:
                guard open.count < deepest else { return .broken(Violation(Self.tooDeep.id, limit: deepest)) }
                open.append(byte)
                deepestSeen = max(deepestSeen, open.count)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // In ASCII a closing bracket stands two behind its opening one.
                guard open.popLast() == byte - 2 else { return .broken(Violation(Self.bracket.id)) }
                if open.isEmpty { return .ends(read) }
            default: break
            }
        }
        return .needMore
    }

    /// Reads on in a number or `true`, `false`, `null`: up to what cannot be part of one.
    private mutating func word(_ input: borrowing ByteCursor) -> End {
        while let byte = input.peek(read) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "E"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                guard read < 512 else { return .broken(Violation(Self.tooLong.id, limit: 512)) }
                read += 1
            default: return .ends(read)
            }
        }
        return isEnded ? .ends(read) : .needMore
    }
}
