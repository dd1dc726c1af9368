public import SeamBytes

/// BSD loopback: NULL and LOOP (https://www.tcpdump.org/linktypes.html).
///
///     | address family 4 | IP packet |
///
/// NULL has the family in the order of the machine that captured, LOOP the highest byte first. No family
/// is another one read backwards, so either order is taken for both.
public enum Loopback {
    /// The header's length in bytes.
    public static let headerLength = 4

    /// The number of an address family in the headers of one system or more.
    public enum Family: UInt32, Hashable, Sendable, CaseIterable {
        /// IPv4, everywhere.
        case ipv4 = 2
        /// IPv6 on Linux.
        case ipv6Linux = 10
        /// IPv6 on NetBSD and OpenBSD.
        case ipv6BSD = 24
        /// IPv6 on FreeBSD.
        case ipv6FreeBSD = 28
        /// IPv6 on Darwin.
        case ipv6Darwin = 30

        /// The family of an address, for IPv6 as Darwin has it.
        public init(of address: IPAddress) { self = address.isIPv4 ? .ipv4 : .ipv6Darwin }

        var layer: PacketLayer { self == .ipv4 ? .ipv4 : .ipv6 }
    }

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let field = try walk.rest.header(headerLength, of: .loopback, in: bytes).long(0)
        guard let family = Family(rawValue: field) ?? Family(rawValue: field.byteSwapped) else {
            throw .notIP(.loopback, field)
        }
        try walk.rest.pass(headerLength, of: .loopback)
        return family.layer
    }

    /// Writes a header with this family in this order.
    public static func emit(_ family: Family, order: ByteOrder, into writer: inout ByteWriter) {
        writer.write(UInt64(family.rawValue), width: headerLength, order: order)
    }
}
