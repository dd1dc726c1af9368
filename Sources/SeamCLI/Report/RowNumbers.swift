/// What is kept of a row as numbers.
struct RowNumbers: Equatable {
    /// An integer that is not there, or too large.
    static let none = UInt32.max

    var doubles: [Double] = []
    /// Not a number is one that is not there.
    var integers: [Double] = []

    /// Appends them in little-endian order.
    func append(to bytes: inout [UInt8]) {
        for number in doubles { Self.append(number.bitPattern, to: &bytes) }
        for number in integers { Self.append(UInt32(exactly: number) ?? Self.none, to: &bytes) }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

/// How many numbers a row has.
struct NumberLayout: Equatable {
    let doubles: Int
    let integers: Int

    /// The bytes of a row.
    var size: Int { 8 * doubles + 4 * integers }

    /// Puts rows that stand one behind the other into columns: all first numbers, then all second ones.
    func columns(of rows: [UInt8]) -> [UInt8] {
        guard size > 0 else { return [] }
        let count = rows.count / size
        var columns: [UInt8] = []
        columns.reserveCapacity(count * size)
        let places = (0..<doubles).map { ($0 * 8, 8) } + (0..<integers).map { (8 * doubles + 4 * $0, 4) }
        for (place, width) in places {
            for row in 0..<count {
                let start = row * size + place
                for byte in start..<(start + width) { columns.append(rows[byte]) }
            }
        }
        return columns
    }
}
