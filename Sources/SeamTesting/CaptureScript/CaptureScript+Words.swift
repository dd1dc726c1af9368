import SeamBytes
import SeamPackets

extension CaptureScript {
    /// A `key=value` of a line.
    struct Setting {
        var line: Int
        var key: String
        var value: String

        /// The parts around the first `=`, nil for a word without one.
        init?(_ word: String, line: Int) {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else { return nil }
            self.line = line
            key = String(word[..<equals])
            value = String(word[word.index(after: equals)...])
        }

        func error(_ meant: String) -> CaptureScriptError {
            CaptureScriptError(line: line, "\(key)=\(value): \(meant)")
        }

        func number(_ range: ClosedRange<Int>) throws(CaptureScriptError) -> Int {
            guard let number = CaptureScript.number(value), range.contains(number) else {
                throw error("a number from \(range.lowerBound) to \(range.upperBound) is meant")
            }
            return number
        }

        func number<T: FixedWidthInteger & UnsignedInteger>(as type: T.Type) throws(CaptureScriptError) -> T {
            T(truncatingIfNeeded: try number(0...Int(T.max)))
        }

        func endpoint() throws(CaptureScriptError) -> Endpoint {
            guard let endpoint = Endpoint(value) else {
                throw error("an endpoint is meant: 10.0.0.1:40000 or [2001:db8::1]:40000")
            }
            return endpoint
        }

        func duration() throws(CaptureScriptError) -> Int {
            guard let duration = CaptureScript.duration(value[...]) else {
                throw error("a time is meant: 20ms (s, ms, us or ns)")
            }
            return duration
        }

        func side() throws(CaptureScriptError) -> Side {
            guard let side = CaptureScript.side(value) else { throw error("client or server is meant") }
            return side
        }

        /// Reads `20..30,40..50`.
        func ranges() throws(CaptureScriptError) -> [ByteRange] {
            var ranges: [ByteRange] = []
            for part in value.split(separator: ",") {
                let ends = part.split(separator: ".").compactMap { CaptureScript.number(String($0)) }
                guard ends.count == 2, ends[0] < ends[1], part.contains("..") else {
                    throw error("offsets are meant: 20..30,40..50")
                }
                ranges.append(ByteRange(ends[0], ends[1]))
            }
            guard !ranges.isEmpty, ranges.count <= SACKBlocks.capacity else {
                throw error("one to four ranges are meant")
            }
            return ranges
        }
    }

    static func side(_ word: String) -> Side? {
        switch word {
        case "client": .client
        case "server": .server
        default: nil
        }
    }

    /// A decimal number, with `_` between digits where that helps; nil for anything else and beyond a tebibyte.
    static func number(_ text: String) -> Int? {
        let digits = text.filter { $0 != "_" }
        guard text.first != "_", !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            return nil
        }
        return Int(digits).flatMap { $0 <= 1 << 40 ? $0 : nil }
    }

    /// Nanoseconds of `1.5ms`; nil when it is no time.
    static func duration(_ text: Substring) -> Int? {
        let units: [(String, Int)] = [("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000)]
        guard let unit = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
        let parts = text.dropLast(unit.0.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = number(String(parts[0])), whole <= 1_000_000 else { return nil }
        guard parts.count == 2 else { return whole * unit.1 }
        guard parts[1].count <= 9, let fraction = number(String(parts[1])) else { return nil }
        let scale = parts[1].reduce(1) { scale, _ in scale * 10 }
        return whole * unit.1 + fraction * unit.1 / scale
    }
}
