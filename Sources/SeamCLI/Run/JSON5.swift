/// A value of a JSON5 text, as far as a project file has them: no fractions.
indirect enum JSON5: Equatable {
    case null
    case flag(Bool)
    case number(Int)
    case text(String)
    case list([JSON5])
    /// The members in the order written.
    case object([Member])

    /// A name and its value.
    struct Member: Equatable {
        var name: String
        var value: JSON5
    }

    /// What is wrong with a text, and in which line.
    struct Fault: Error, Equatable {
        var line: Int
        var problem: String
    }

    /// Parses a text: JSON with comments, unquoted names, single quotes, commas at the end, hexadecimal numbers.
    init(_ bytes: [UInt8]) throws(Fault) {
        var parser = JSON5Parser(bytes)
        self = try parser.value(depth: 0)
        try parser.end()
    }
}

/// Reads a JSON5 text (spec.json5.org), value by value.
private struct JSON5Parser {
    private let bytes: [UInt8]
    private var index = 0
    private static let deepest = 32

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func fault(_ problem: String) -> JSON5.Fault {
        JSON5.Fault(line: 1 + bytes[..<index].count { $0 == 0x0a }, problem: problem)
    }

    /// Skips spaces and comments.
    private mutating func skip() throws(JSON5.Fault) {
        while let byte = next {
            if byte <= 0x20 {
                index += 1
            } else if bytes[index...].starts(with: "\u{feff}".utf8) {
                index += 3
            } else if bytes[index...].starts(with: "//".utf8) {
                while let byte = next, byte != 0x0a { index += 1 }
            } else if bytes[index...].starts(with: "/*".utf8) {
                let start = index
                index += 2
                while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                guard index < bytes.count else {
                    index = start
                    throw fault("a comment that does not end")
                }
                index += 2
            } else {
                return
            }
        }
    }

    mutating func end() throws(JSON5.Fault) {
        try skip()
        if next != nil { throw fault("something behind the last bracket") }
    }

    private mutating func take(_ sign: Unicode.Scalar) throws(JSON5.Fault) -> Bool {
        try skip()
        guard next == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    mutating func value(depth: Int) throws(JSON5.Fault) -> JSON5 {
        guard depth < Self.deepest else { throw fault("brackets nest too deep") }
        if try take("{") { return try object(depth: depth) }
        if try take("[") {
            var values: [JSON5] = []
            while try !take("]") {
                values.append(try value(depth: depth + 1))
                if try !take(",") {
                    guard try take("]") else { throw fault("a comma or ] is missing") }
                    break
                }
            }
            return .list(values)
        }
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return .text(try text()) }
        let word = try word()
        switch word {
        case "null": return .null
        case "true": return .flag(true)
        case "false": return .flag(false)
        default:
            guard let number = Self.number(word) else { throw fault("'\(word)' is no value") }
            return .number(number)
        }
    }

    private mutating func object(depth: Int) throws(JSON5.Fault) -> JSON5 {
        var members: [JSON5.Member] = []
        while try !take("}") {
            let isQuoted = next == UInt8(ascii: "\"") || next == UInt8(ascii: "'")
            let name = isQuoted ? try text() : try word()
            guard try take(":") else { throw fault("a colon is missing behind \(name)") }
            members.append(JSON5.Member(name: name, value: try value(depth: depth + 1)))
            if try !take(",") {
                guard try take("}") else { throw fault("a comma or } is missing") }
                break
            }
        }
        return .object(members)
    }

    /// Letters, digits and signs up to what cannot be part of a name or number.
    private mutating func word() throws(JSON5.Fault) -> String {
        let start = index
        while let byte = next, byte > 0x20, !"{}[]:,\"'/".utf8.contains(byte) { index += 1 }
        guard index > start else { throw fault("a value or name is missing") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func text() throws(JSON5.Fault) -> String {
        guard let quote = next else { throw fault("a text is missing") }
        index += 1
        var content: [UInt8] = []
        while let byte = next, byte != quote {
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                content.append(byte)
                continue
            }
            guard let sign = next else { break }
            index += 1
            switch sign {
            case UInt8(ascii: "n"): content.append(0x0a)
            case UInt8(ascii: "r"): content.append(0x0d)
            case UInt8(ascii: "t"): content.append(0x09)
            case 0x0a: break
            case UInt8(ascii: "u"):
                let digits = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
                guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                    throw fault("\\u\(digits) is no sign")
                }
                content += Array(String(Character(scalar)).utf8)
                index += 4
            default: content.append(sign)
            }
        }
        guard next == quote else { throw fault("a text that does not end") }
        index += 1
        return String(decoding: content, as: UTF8.self)
    }

    static func number(_ word: String) -> Int? {
        let digits = word.hasPrefix("+") ? word.dropFirst() : word[...]
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") { return Int(digits.dropFirst(2), radix: 16) }
        return Int(digits)
    }
}

extension JSON5 {
    /// A number as it is written, also as a name: `16`, `0x10`.
    static func number(_ word: String) -> Int? { JSON5Parser.number(word) }

    /// The value of a member; nil when this is no object or has none of that name.
    subscript(name: String) -> JSON5? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }
}
