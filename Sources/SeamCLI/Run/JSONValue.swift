/// A value of JSON (RFC 8259), read from what a stranger wrote.
///
/// Objects keep the first of members with the same name. Numbers that are no integers of 64 bits are nil in `number`.
enum JSONValue: Equatable {
    case null
    case flag(Bool)
    /// The number as it is written.
    case number(String)
    case text(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSONValue
    }

    /// Deeper values are no value.
    private static let depthLimit = 64

    /// Reads a value that has the whole line; nil when it is none.
    init?(_ line: some Collection<UInt8>) {
        var reader = Reader(rest: Array(line)[...])
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipBlanks()
        guard reader.rest.isEmpty else { return nil }
        self = value
    }

    /// The member of an object; nil for other values and where there is none.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The integer, nil for what is none.
    var number: Int? {
        guard case .number(let digits) = self else { return nil }
        return Int(digits)
    }

    /// The text, nil for what is none.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value on one line, with texts as they read.
    var description: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let digits): digits
        case .text(let text): "\"\(text)\""
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "}"
        }
    }
}

extension JSONValue {
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skipBlanks() {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        }

        mutating func value(depth: Int) -> JSONValue? {
            guard depth < JSONValue.depthLimit else { return nil }
            skipBlanks()
            switch rest.first {
            case UInt8(ascii: "{"): return object(depth)
            case UInt8(ascii: "["): return array(depth)
            case UInt8(ascii: "\""): return string().map { .text($0) }
            case UInt8(ascii: "t"): return take("true") ? .flag(true) : nil
            case UInt8(ascii: "f"): return take("false") ? .flag(false) : nil
            case UInt8(ascii: "n"): return take("null") ? .null : nil
            default: return numeral()
            }
        }

        private mutating func take(_ word: StaticString) -> Bool {
            let count = word.utf8CodeUnitCount
            let isThere = word.withUTF8Buffer { unsafe rest.starts(with: $0) }
            if isThere { rest = rest.dropFirst(count) }
            return isThere
        }

        private mutating func numeral() -> JSONValue? {
            let digits = rest.prefix { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
            let text = String(decoding: digits, as: UTF8.self)
            guard Double(text) != nil else { return nil }
            rest = rest.dropFirst(digits.count)
            return .number(text)
        }

        private mutating func array(_ depth: Int) -> JSONValue? {
            rest = rest.dropFirst()
            var values: [JSONValue] = []
            skipBlanks()
            if take("]") { return .array([]) }
            while let value = value(depth: depth + 1) {
                values.append(value)
                skipBlanks()
                if take("]") { return .array(values) }
                guard take(",") else { return nil }
            }
            return nil
        }

        private mutating func object(_ depth: Int) -> JSONValue? {
            rest = rest.dropFirst()
            var members: [Member] = []
            skipBlanks()
            if take("}") { return .object([]) }
            while true {
                skipBlanks()
                guard rest.first == UInt8(ascii: "\""), let name = string() else { return nil }
                skipBlanks()
                guard take(":"), let value = value(depth: depth + 1) else { return nil }
                members.append(Member(name: name, value: value))
                skipBlanks()
                if take("}") { return .object(members) }
                guard take(",") else { return nil }
            }
        }

        private mutating func string() -> String? {
            rest = rest.dropFirst()
            var words: [UInt16] = []
            var plain: [UInt8] = []
            func flush() {
                words += String(decoding: plain, as: UTF8.self).utf16
                plain = []
            }
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""):
                    flush()
                    return String(decoding: words, as: UTF16.self)
                case UInt8(ascii: "\\"):
                    flush()
                    guard let word = escape() else { return nil }
                    words.append(word)
                default: plain.append(byte)
                }
            }
            return nil
        }

        /// The UTF-16 word of an escape.
        private mutating func escape() -> UInt16? {
            switch rest.popFirst() {
            case UInt8(ascii: "n"): return 0x0A
            case UInt8(ascii: "r"): return 0x0D
            case UInt8(ascii: "t"): return 0x09
            case UInt8(ascii: "b"): return 0x08
            case UInt8(ascii: "f"): return 0x0C
            case UInt8(ascii: "u"):
                let digits = rest.prefix(4)
                rest = rest.dropFirst(4)
                return digits.count == 4 ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            case let sign?: return "\"\\/".utf8.contains(sign) ? UInt16(sign) : nil
            case nil: return nil
            }
        }
    }
}
