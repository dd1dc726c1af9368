/// The address of a host: IPv6, or IPv4 in its mapped form `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2).
///
/// One form for both families, so that a table of connections has one key. An IPv6 packet between
/// mapped addresses therefore counts as IPv4, which is what its writer meant. The order is that of
/// the address's bytes.
public struct IPAddress: Hashable, Comparable, BitwiseCopyable, Sendable {
    /// The first 8 bytes, the first one highest.
    public var high: UInt64
    /// The last 8 bytes, the last one lowest.
    public var low: UInt64

    /// The address with these 16 bytes.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The IPv4 address with these 4 bytes, the first one highest: 10.0.0.1 is 0x0a000001.
    @inlinable
    public init(ipv4 bits: UInt32) {
        self.init(high: 0, low: 0x0000_FFFF_0000_0000 | UInt64(bits))
    }

    /// The unspecified address `::` (RFC 4291 §2.5.2).
    @inlinable public static var unspecified: IPAddress { IPAddress(high: 0, low: 0) }

    /// Whether this is an IPv4 address.
    @inlinable public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The 4 bytes of an IPv4 address, the first one highest; for IPv6 its last 4 bytes.
    @inlinable public var ipv4Bits: UInt32 { UInt32(truncatingIfNeeded: low) }

    /// Whether one address stands before another, byte by byte.
    @inlinable
    public static func < (left: IPAddress, right: IPAddress) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
