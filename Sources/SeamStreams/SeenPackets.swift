public import SeamBytes
public import SeamPackets

/// Tells a packet that a capture has twice from one that was sent again.
///
/// The copies of one packet, made by the network or by capturing at two places, have the same identification (RFC 791
/// §2.3) and the same timestamps (RFC 7323 §3.2); what is sent again has others. Where a sender writes neither, nothing
/// can be told. One table serves all halves and keeps the last segments: 32 KiB.
public struct SeenPackets: ~Copyable {
    private static let size = 4096
    private var hashes = Row<UInt64>(repeating: 0, count: size)

    /// Nothing met.
    public init() {}

    /// Notes a segment of a half, and answers whether it was met before.
    @inline(__always)
    public mutating func meet(
        _ segment: TCPSegment,
        _ options: RawSpan,
        connection: Int,
        from side: Side
    ) -> Bool {
        let identification = segment.identification ?? 0
        var stamps: UInt64 = 0
        if let value = Flight.stamp(options, at: 4), let echo = Flight.stamp(options, at: 8) {
            stamps = UInt64(value) << 32 | UInt64(echo)
        }
        guard identification != 0 || stamps != 0 else { return false }
        var hash = Self.mix(UInt64(segment.sequence) << 32 | UInt64(segment.acknowledgment))
        hash = Self.mix(hash ^ stamps)
        let length = UInt64(UInt32(truncatingIfNeeded: segment.payloadLength))
        hash = Self.mix(hash ^ length << 32 ^ UInt64(segment.window) << 16 ^ UInt64(identification))
        let sender = UInt64(truncatingIfNeeded: connection) << 1 ^ UInt64(side.rawValue)
        hash = Self.mix(hash ^ sender << 16 ^ UInt64(segment.flags.rawValue))
        let place = Int(truncatingIfNeeded: hash >> 52)
        let isKnown = hashes[place] == hash
        hashes[place] = hash
        return isKnown
    }

    /// Multiply and shift, as in MurmurHash's finaliser.
    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = (value ^ value >> 29) &* 0xD6E8_FEB8_6659_FD93
        return product ^ product >> 32
    }
}
