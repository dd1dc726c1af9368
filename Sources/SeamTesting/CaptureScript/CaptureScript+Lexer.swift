import SeamBytes

extension CaptureScript {
    /// A piece of a line.
    enum Token: Hashable, Sendable {
        /// Signs up to the next blank: `client`, `+1ms`, `@8`, `win=0`.
        case word(String)
        /// Bytes: `"text"`, `<01 ff>`, or both in parentheses; repeated where `*N` follows.
        case data([UInt8])
    }

    /// Cuts a line into its pieces; a comment ends it.
    struct Lexer {
        /// More bytes than fit into a packet need no writing down.
        static let dataLimit = 65_535

        private let bytes: [UInt8]
        private let line: Int
        private var index = 0

        init(_ bytes: [UInt8], line: Int) {
            self.bytes = bytes
            self.line = line
        }

        /// All pieces of the line.
        static func tokens(_ bytes: [UInt8], line: Int) throws(CaptureScriptError) -> [Token] {
            var lexer = Lexer(bytes, line: line)
            var tokens: [Token] = []
            while let token = try lexer.next() { tokens.append(token) }
            return tokens
        }

        private func error(_ text: String) -> CaptureScriptError { CaptureScriptError(line: line, text) }

        private var sign: UInt8? { index < bytes.count ? bytes[index] : nil }

        private mutating func next() throws(CaptureScriptError) -> Token? {
            skipBlanks()
            switch sign {
            case nil, UInt8(ascii: "#"): return nil
            case UInt8(ascii: "("): return .data(try repeated(try group()))
            case UInt8(ascii: ")"): throw error("a ) without a ( before it")
            default: return try data().map { .data($0) } ?? .word(word())
            }
        }

        private mutating func skipBlanks() {
            while let sign, Self.isBlank(sign) { index += 1 }
        }

        private mutating func word() -> String {
            let start = index
            while let sign, !Self.isBlank(sign), !"#\"()".utf8.contains(sign) { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }

        private mutating func data() throws(CaptureScriptError) -> [UInt8]? {
            switch sign {
            case UInt8(ascii: "\""): try repeated(try text())
            case UInt8(ascii: "<"): try repeated(try hex())
            default: nil
            }
        }

        /// Data in parentheses, to be repeated together.
        private mutating func group() throws(CaptureScriptError) -> [UInt8] {
            index += 1
            var group: [UInt8] = []
            while true {
                skipBlanks()
                if sign == UInt8(ascii: ")") {
                    index += 1
                    return group
                }
                guard let data = try data(), group.count <= Self.dataLimit - data.count else {
                    throw error("(\"text\" <01 ff>) is meant: data of one packet in parentheses")
                }
                group += data
            }
        }

        private mutating func text() throws(CaptureScriptError) -> [UInt8] {
            index += 1
            var text: [UInt8] = []
            while let sign {
                index += 1
                switch sign {
                case UInt8(ascii: "\""): return text
                case UInt8(ascii: "\\"): text.append(try escape())
                default: text.append(sign)
                }
            }
            throw error("a text is not closed: its second \" is missing")
        }

        /// The byte that stands behind a backslash.
        private mutating func escape() throws(CaptureScriptError) -> UInt8 {
            let escaped = sign
            index += 1
            switch escaped {
            case UInt8(ascii: "n"): return 0x0A
            case UInt8(ascii: "r"): return 0x0D
            case UInt8(ascii: "t"): return 0x09
            case UInt8(ascii: "0"): return 0x00
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): return escaped ?? 0
            case UInt8(ascii: "x"):
                if let byte = hexByte() { return byte }
            default: break
            }
            throw error("an unknown escape: those known are \\n \\r \\t \\0 \\\\ \\\" and \\x41")
        }

        private mutating func hex() throws(CaptureScriptError) -> [UInt8] {
            index += 1
            var data: [UInt8] = []
            while let sign {
                if sign == UInt8(ascii: ">") {
                    index += 1
                    return data
                }
                if Self.isBlank(sign) {
                    index += 1
                } else if let byte = hexByte() {
                    data.append(byte)
                } else {
                    throw error("hex bytes are pairs of 0-9 and a-f: <01 ff>")
                }
            }
            throw error("hex bytes are not closed: the > is missing")
        }

        private mutating func hexByte() -> UInt8? {
            guard index + 1 < bytes.count else { return nil }
            guard let high = Self.digit(bytes[index]), let low = Self.digit(bytes[index + 1]) else {
                return nil
            }
            index += 2
            return high << 4 | low
        }

        /// Repeats the bytes where `*N` stands behind them.
        private mutating func repeated(_ data: [UInt8]) throws(CaptureScriptError) -> [UInt8] {
            var count = 1
            if sign == UInt8(ascii: "*") {
                index += 1
                let digits = word()
                guard let number = Int(digits), number >= 0, number <= Self.dataLimit else {
                    throw error("'*\(digits)': behind * stands how often, up to \(Self.dataLimit)")
                }
                count = number
            }
            guard data.isEmpty || count <= Self.dataLimit / data.count else {
                throw error("more than \(Self.dataLimit) bytes fit into no packet")
            }
            return Array(repeatElement(data, count: count).joined())
        }

        private static func isBlank(_ sign: UInt8) -> Bool { sign == 0x20 || sign == 0x09 || sign == 0x0D }

        private static func digit(_ sign: UInt8) -> UInt8? {
            switch sign {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): sign - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): sign - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): sign - UInt8(ascii: "A") + 10
            default: nil
            }
        }
    }
}
