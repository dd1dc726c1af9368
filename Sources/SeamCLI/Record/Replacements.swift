import Seam

/// What payload is replaced by, byte for byte, drawn at random so that the recording does not tell.
enum Replacements {
    /// Another letter of the same case for a letter, another digit for a digit; other bytes stay.
    ///
    /// A byte that ends a character of several bytes in UTF-8 becomes another that does. A digit but zero never becomes
    /// zero, since a number does not start with one.
    static func letters(_ bytes: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return bytes.indices.map { place in
            let byte = bytes[place]
            let before = place > 0 ? bytes[place - 1] : 0
            let after = place + 1 < bytes.count ? bytes[place + 1] : 0
            let endsCharacter = (before >= 0xC2 || before & 0xC0 == 0x80) && after & 0xC0 != 0x80
            if let other = letter(byte, &generator) { return other }
            guard endsCharacter, byte & 0xC0 == 0x80 else { return byte }
            return other(byte, in: 0x80...0xBF, &generator)
        }
    }

    /// Another letter or digit of the same kind; nil for other bytes.
    private static func letter(_ byte: UInt8, _ generator: inout SystemRandomNumberGenerator) -> UInt8? {
        let digits = UInt8(ascii: "1")...UInt8(ascii: "9")
        switch byte {
        case UInt8(ascii: "0"): return UInt8.random(in: digits, using: &generator)
        case digits: return other(byte, in: digits, &generator)
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            return other(byte, in: UInt8(ascii: "a")...UInt8(ascii: "z"), &generator)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return other(byte, in: UInt8(ascii: "A")...UInt8(ascii: "Z"), &generator)
        default: return nil
        }
    }

    private static func other(
        _ byte: UInt8,
        in kind: ClosedRange<UInt8>,
        _ generator: inout SystemRandomNumberGenerator
    ) -> UInt8 {
        let step = UInt8.random(in: 1..<UInt8(kind.count), using: &generator)
        return kind.lowerBound + (byte - kind.lowerBound + step) % UInt8(kind.count)
    }

    /// What stands for the bytes of an address: others behind the same beginning that `start` gives.
    static func address(_ bytes: [UInt8], startingWith start: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let rest = bytes.dropFirst(start.count).map { $0 ^ UInt8.random(in: 1...255, using: &generator) }
        return start + rest
    }

    /// What stands for the text of a host's or card's address: of the same length, and of the same form.
    static func address(_ text: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let isHex = text.contains(UInt8(ascii: ":")) || text.contains(UInt8(ascii: "-"))
        guard !isHex else {
            return text.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "f"):
                    other(byte, in: UInt8(ascii: "a")...UInt8(ascii: "f"), &generator)
                case UInt8(ascii: "A")...UInt8(ascii: "F"):
                    other(byte, in: UInt8(ascii: "A")...UInt8(ascii: "F"), &generator)
                default: letter(byte, &generator) ?? byte
                }
            }
        }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { part in
            // Up to 99 any number of so many digits will do; of three digits, those up to 255.
            let numbers = part.count == 1 ? 1...9 : part.count == 2 ? 10...99 : 100...254
            let old = part.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
            let new = numbers.filter { $0 != old }.randomElement(using: &generator) ?? old
            return Array("\(new)".utf8)
        }
        return Array(parts.joined(separator: [UInt8(ascii: ".")]))
    }
}
