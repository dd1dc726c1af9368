import SeamBytes

/// A packet whose bytes are replaced, and the checksums over them with them.
///
/// A checksum is moved by the difference that the new bytes make (RFC 1624 §3): one that was right stays right, one
/// that was wrong, as offload leaves it in honest captures, stays wrong by the same amount. That also works where the
/// snap length cut the packet.
struct PacketEditor {
    private let original: [UInt8]
    /// The packet with what has been replaced so far.
    private(set) var bytes: [UInt8]

    init(_ bytes: RawSpan) {
        original = [UInt8](copying: bytes)
        self.bytes = original
    }

    /// Replaces bytes from `start` on; what would stand behind the captured ones is left out.
    mutating func replace(at start: Int, with new: some Sequence<UInt8>) {
        var index = start
        for byte in new where index < bytes.count {
            bytes[index] = byte
            index += 1
        }
    }

    /// Replaces the bytes of a range by zeros.
    mutating func clear(_ range: Range<Int>) {
        for index in range.clamped(to: bytes.indices) { bytes[index] = 0 }
    }

    /// Moves the checksum at `place` by the difference of the bytes in `ranges`, each of which starts at an even
    /// place of what is summed up. Its own bytes do not count.
    ///
    /// A field of 0 is one that was not computed when `isOptional` (UDP, RFC 768), and stays so.
    mutating func move(checksumAt place: Int, over ranges: [Range<Int>], isOptional: Bool = false) {
        guard place >= 0, place + 2 <= bytes.count else { return }
        let field = UInt16(original[place]) << 8 | UInt16(original[place + 1])
        if isOptional, field == 0 { return }
        var sum = UInt64(~field)
        for range in ranges {
            for index in range.clamped(to: bytes.indices) where index != place && index != place + 1 {
                guard bytes[index] != original[index] else { continue }
                let isHigh = (index - range.lowerBound).isMultiple(of: 2)
                // In ones' complement the negative of a number is its complement.
                let old = ~(isHigh ? UInt16(original[index]) << 8 : UInt16(original[index]))
                let new = isHigh ? UInt16(bytes[index]) << 8 : UInt16(bytes[index])
                sum += UInt64(old) + UInt64(new)
            }
        }
        while sum > 0xFFFF { sum = (sum >> 16) + (sum & 0xFFFF) }
        var value = ~UInt16(sum)
        // All ones is how UDP writes a checksum of zero.
        if isOptional, value == 0 { value = 0xFFFF }
        bytes[place] = UInt8(value >> 8)
        bytes[place + 1] = UInt8(value & 0xFF)
    }
}
