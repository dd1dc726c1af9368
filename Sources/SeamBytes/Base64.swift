/// Base 64 with the usual alphabet (RFC 4648 §4).
public enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let values: [UInt8?] = (0...255).map { sign in
        alphabet.firstIndex(of: UInt8(sign)).map { UInt8($0) }
    }

    /// The bytes as text, padded to a multiple of 4 signs.
    public static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
            let count = min(3, bytes.endIndex - start)
            var number: UInt32 = 0
            for place in 0..<3 { number = number << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
            for place in 0..<4 {
                let value = Int(number >> UInt32(18 - 6 * place)) & 0x3F
                text.append(place <= count ? alphabet[value] : UInt8(ascii: "="))
            }
        }
        return text
    }

    /// The bytes of a text, with or without padding; nil when it has other signs.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
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
