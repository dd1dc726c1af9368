extension Array where Element == UInt8 {
    /// Appends an integer as decimal digits, without making a String.
    public mutating func appendDecimal(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDecimal(unsigned: value.magnitude)
    }

    /// Appends an unsigned integer as decimal digits, with zeros in front up to `digits` of them.
    public mutating func appendDecimal(unsigned value: UInt, digits: Int = 1) {
        var width = 1
        var bound: UInt = 10
        while value >= bound {
            width += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        var place = count + Swift.max(width, digits)
        while count < place { append(UInt8(ascii: "0")) }
        var rest = value
        while rest > 0 {
            place -= 1
            self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
