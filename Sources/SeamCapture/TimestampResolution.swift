public import SeamBytes

/// How long a unit of an interface's times is, and where they start: `if_tsresol` and `if_tsoffset` of pcapng.
public struct TimestampResolution: Hashable, Sendable {
    /// Units of 10^-n or, with the highest bit set, 2^-n seconds; n is the lower 7 bits.
    public let code: UInt8
    /// Seconds to be added to each time.
    public let offset: Int
    /// Nanoseconds in a unit, 0 where a unit is no whole number of nanoseconds.
    private let nanosecondsPerUnit: UInt64

    /// Microseconds since the epoch, which holds when a file says nothing.
    public static let microseconds = TimestampResolution(code: 6)
    /// Nanoseconds since the epoch.
    public static let nanoseconds = TimestampResolution(code: 9)

    /// A resolution as pcapng encodes it, and seconds to be added.
    public init(code: UInt8, offset: Int = 0) {
        self.code = code
        self.offset = offset
        nanosecondsPerUnit = code <= 9 ? Self.powersOfTen[9 - Int(code)] : 0
    }

    /// The moment `units` after the start, rounded down and clamped to what 64 bits of nanoseconds hold.
    @inline(__always)
    public func time(_ units: UInt64) -> Timestamp {
        let (product, overflow) = units.multipliedReportingOverflow(by: nanosecondsPerUnit)
        guard nanosecondsPerUnit != 0, !overflow, offset == 0, product <= UInt64(Int.max) else {
            return rareTime(units)
        }
        return Timestamp(nanoseconds: Int(product))
    }

    @inline(never)
    private func rareTime(_ units: UInt64) -> Timestamp {
        let exponent = Int(code & 0x7f)
        var wide = UInt128(units)
        if code & 0x80 != 0 {
            wide = (wide * 1_000_000_000) >> exponent
        } else if exponent <= 9 {
            wide *= UInt128(Self.powersOfTen[9 - exponent])
        } else {
            let digits = exponent - 9
            wide = digits < Self.powersOfTen.count ? wide / UInt128(Self.powersOfTen[digits]) : 0
        }
        let nanoseconds = Int(clamping: wide)
        let (shift, isFar) = offset.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = nanoseconds.addingReportingOverflow(isFar ? (offset < 0 ? .min : .max) : shift)
        return Timestamp(nanoseconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }

    /// 10^0 to 10^19, the last that 64 bits hold.
    private static let powersOfTen: [UInt64] = (0..<20).map { exponent in
        (0..<exponent).reduce(1) { product, _ in product * 10 }
    }
}
