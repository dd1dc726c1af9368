/// A number below 10^8 as eight decimal digits, computed all at once.
///
///     words of 64 bits:  4321 8765 -> 43 21 87 65 -> 4 3 2 1 8 7 6 5, each in its own part of the word
@usableFromInline
struct EightDigits {
    /// The digits as ASCII, the first one in the lowest byte.
    @usableFromInline let text: UInt64
    /// How many zeros are in front, at most 7.
    @usableFromInline let zeros: Int

    /// The digits of `value`, which must be below 10^8.
    @inlinable
    @inline(__always)
    init(_ value: UInt) {
        let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
        let fours = UInt64(high) | UInt64(low) &<< 32
        // 10486 / 2^20 is 1/100 closely enough below 10^4, 103 / 2^10 is 1/10 below 100.
        let hundreds = (fours &* 10_486) &>> 20 & 0x7f_0000_007f
        let twos = hundreds | (fours &- hundreds &* 100) &<< 16
        let tens = (twos &* 103) &>> 10 & 0x000f_000f_000f_000f
        let ones = tens | (twos &- tens &* 10) &<< 8
        text = ones | 0x3030_3030_3030_3030
        zeros = min(ones.trailingZeroBitCount &>> 3, 7)
    }
}

/// Integers as decimal digits.
public enum Decimal {
    /// How much room a number needs: as many as three times eight digits are written.
    @inlinable public static var room: Int { 24 }

    /// Writes a number to memory with `room`, with zeros in front up to `digits` of them, at most 20; answers how many
    /// digits there are.
    @unsafe
    @inlinable
    @inline(__always)
    public static func write(_ value: UInt, digits: Int = 1, to place: UnsafeMutableRawPointer) -> Int {
        if value >= 100_000_000 || digits > 8 { return unsafe writeLong(value, digits, to: place) }
        let eight = EightDigits(value)
        let left = min(eight.zeros, 8 &- digits)
        let text = (eight.text &>> UInt64(truncatingIfNeeded: left &* 8)).littleEndian
        unsafe place.storeBytes(of: text, as: UInt64.self)
        return 8 &- left
    }

    @unsafe
    @inlinable
    @inline(never)
    static func writeLong(_ value: UInt, _ digits: Int, to place: UnsafeMutableRawPointer) -> Int {
        let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
        let count = unsafe write(high, digits: min(max(digits, 9), 20) &- 8, to: place)
        unsafe (place + count).storeBytes(of: EightDigits(low).text.littleEndian, as: UInt64.self)
        return count &+ 8
    }
}

extension Array where Element == UInt8 {
    /// Appends an integer as decimal digits, without making a String.
    @inlinable
    public mutating func appendDecimal(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDecimal(unsigned: value.magnitude)
    }

    /// Appends an unsigned integer as decimal digits, with zeros in front up to `digits` of them, at most 20.
    @inlinable
    public mutating func appendDecimal(unsigned value: UInt, digits: Int = 1) {
        append(addingCapacity: Decimal.room) { $0.append(decimal: value, digits: digits) }
    }
}

extension OutputSpan where Element == UInt8 {
    /// Appends an unsigned integer as decimal digits, where there is room for as many as it may have.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func append(decimal value: UInt, digits: Int = 1) {
        precondition(freeCapacity >= Decimal.room, "room for a number")
        unsafe withUnsafeMutableBufferPointer { target, count in
            guard let start = target.baseAddress else { return }
            count += unsafe Decimal.write(value, digits: digits, to: UnsafeMutableRawPointer(start + count))
        }
    }

    /// Appends words, for which there is room.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func append(words: StaticString) {
        let size = words.utf8CodeUnitCount
        precondition(freeCapacity >= size, "room for the words")
        unsafe withUnsafeMutableBufferPointer { target, count in
            guard let start = target.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: words.utf8Start, byteCount: size)
            count += size
        }
    }
}
