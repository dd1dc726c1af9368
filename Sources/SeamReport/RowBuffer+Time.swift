public import SeamBytes

// Times as text, in whole nanoseconds: no floating point, so that what is printed is what was captured.

extension RowBuffer {
    /// Appends a moment in UTC with nine decimals: `2026-01-02T03:04:05.000000006Z` (RFC 3339 §5.6).
    public mutating func append(_ time: Timestamp) {
        append(secondOf: time)
        append(fractionOf: time)
    }

    /// Appends a moment up to its whole second.
    mutating func append(secondOf time: Timestamp) {
        let date = time.civil
        // 64 bits of nanoseconds reach from 1677 to 2262.
        append(decimal: date.year.magnitude, digits: 4)
        append(UInt8(ascii: "-"))
        append(decimal: date.month.magnitude, digits: 2)
        append(UInt8(ascii: "-"))
        append(decimal: date.day.magnitude, digits: 2)
        append(UInt8(ascii: "T"))
        let seconds = date.nanosecondOfDay.magnitude / .second
        append(decimal: seconds / 3600, digits: 2)
        append(UInt8(ascii: ":"))
        append(decimal: seconds / 60 % 60, digits: 2)
        append(UInt8(ascii: ":"))
        append(decimal: seconds % 60, digits: 2)
    }

    /// Appends the rest, from the point on.
    mutating func append(fractionOf time: Timestamp) {
        let remainder = time.nanoseconds % Int(UInt.second)
        append(UInt8(ascii: "."))
        append(decimal: (remainder < 0 ? remainder + Int(UInt.second) : remainder).magnitude, digits: 9)
        append(UInt8(ascii: "Z"))
    }

    /// Appends a span of time in seconds, with one to nine decimals: `0.0`, `1.25`, `-0.000000001`.
    public mutating func append(seconds nanoseconds: Int) {
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, remainder) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: .second)
        append(decimal: whole)
        append(UInt8(ascii: "."))
        var fraction = remainder
        var digits = 9
        // Most captures count in microseconds.
        if fraction % 1000 == 0 {
            fraction /= 1000
            digits = 6
        }
        while digits > 1, fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        append(decimal: fraction, digits: digits)
    }
}

extension UInt {
    /// Nanoseconds.
    fileprivate static let second: UInt = 1_000_000_000
}
