/// Base 64 with the usual alphabet (RFC 4648 §4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8?] = (0...255).map { sign in
        alphabet.firstIndex(of: UInt8(sign)).map { UInt8($0) }
    }

    /// The bytes as text, padded to a multiple of 4 signs.
    static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes
        while !rest.isEmpty {
            let part = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            let number = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
            for place in 0..<4 {
                let value = Int(number >> UInt32(18 - 6 * place)) & 0x3F
                text.append(place <= part.count ? alphabet[value] : UInt8(ascii: "="))
            }
        }
        return text
    }

    /// The bytes of a text, with or without padding; nil when it has other signs.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var number: UInt32 = 0
        var count = 0
        var isPadded = false
        for sign in text {
            if sign == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let value = values[Int(sign)] else { return nil }
            number = number << 6 | UInt32(value)
            count += 1
            if count % 4 != 1 {
                let shift = UInt32(6 - 2 * ((count - 1) % 4))
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return count % 4 == 1 ? nil : bytes
    }
}
