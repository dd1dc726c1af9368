import SeamBytes

/// Finds the bytes of a head that mean something: colon, backslash and controls (LF, CR, NUL).
///
/// Header lines are too short for `memchr`, and there are several signs to look for: eight bytes are
/// compared at a time, as one number.
enum STOMPSigns {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let colons = ones &* UInt64(UInt8(ascii: ":"))
    private static let backslashes = ones &* UInt64(UInt8(ascii: "\\"))
    private static let highHalves = ones &* 0xf0

    /// The index of the first sign at or behind `start`; the count of `bytes` when there is none.
    ///
    /// Any control below 10 hex counts as one.
    @inline(__always)
    static func first(in bytes: RawSpan, from start: Int) -> Int {
        var index = start
        while bytes.byteCount - index >= 8 {
            let word = unsafe UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            )
            let hits = zeros(word & highHalves) | zeros(word ^ colons) | zeros(word ^ backslashes)
            if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
            index += 8
        }
        while let byte = bytes.byte(at: index), byte >= 0x10, byte != UInt8(ascii: ":"),
            byte != UInt8(ascii: "\\")
        {
            index += 1
        }
        return index
    }

    /// Has the high bit of the lowest byte of `word` that is zero, and none below it.
    ///
    /// H. S. Warren, "Hacker's Delight", 6-1.
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
