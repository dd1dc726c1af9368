/// The checksum of IP and TCP: the complement of the sum of 16-bit words in ones' complement (RFC 1071).
struct InternetChecksum {
    private var sum: UInt64 = 0

    /// Adds a number of at most 32 bits as its 16-bit words.
    mutating func add(_ number: UInt32) { sum += UInt64(number >> 16) + UInt64(number & 0xFFFF) }

    /// Adds an address of either family.
    mutating func add(_ address: IPAddress) {
        if !address.isIPv4 {
            add(UInt32(address.high >> 32))
            add(UInt32(truncatingIfNeeded: address.high))
            add(UInt32(address.low >> 32))
        }
        add(address.ipv4Bits)
    }

    /// Adds bytes; an odd one at the end counts as the high half of a word, so only the last bytes may be odd.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var isHigh = true
        for byte in bytes {
            sum += isHigh ? UInt64(byte) << 8 : UInt64(byte)
            isHigh.toggle()
        }
    }

    /// The checksum as it stands in a header.
    var value: UInt16 {
        var folded = sum
        while folded > 0xFFFF { folded = (folded >> 16) + (folded & 0xFFFF) }
        return ~UInt16(folded)
    }
}
