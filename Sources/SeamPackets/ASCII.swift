// Numbers to and from ASCII without String, for addresses and ports.

extension UInt8 {
    static let zero = UInt8(ascii: "0")
    static let dot = UInt8(ascii: ".")
    static let colon = UInt8(ascii: ":")
}

extension [UInt8] {
    /// Appends a number in decimal.
    mutating func append(decimal value: UInt32) {
        var divisor: UInt32 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(.zero + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends a number in lower-case hex without leading zeros.
    mutating func append(hex value: UInt16) {
        for shift: UInt16 in [12, 8, 4, 0] where shift == 0 || value >> shift != 0 {
            let digit = UInt8(value >> shift & 0xF)
            append(digit < 10 ? .zero + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The decimal number that all of the bytes write, nil when they do not or it is greater than `limit`.
    func decimalValue(atMost limit: Int) -> Int? {
        guard !isEmpty else { return nil }
        var value = 0
        for byte in self {
            guard byte >= .zero, byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(byte - .zero)
            guard value <= limit else { return nil }
        }
        return value
    }

    /// The number that one to four hex digits write, nil when the bytes are anything else.
    var hexGroup: UInt16? {
        guard (1...4).contains(count) else { return nil }
        var value: UInt16 = 0
        for byte in self {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
