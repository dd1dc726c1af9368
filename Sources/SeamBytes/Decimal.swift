extension Array where Element == UInt8 {
    /// Appends an integer as decimal digits, without making a String.
    public mutating func appendDecimal(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDecimal(unsigned: value.magnitude)
    }

    /// Appends an unsigned integer as decimal digits, with zeros in front up to `digits` of them.
    public mutating func appendDecimal(unsigned value: UInt, digits: Int = 1) {
        let start = count
        var rest = value
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        while count - start < digits { append(UInt8(ascii: "0")) }
        self[start...].reverse()
    }
}
