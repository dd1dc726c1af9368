public import SeamBytes

/// The fragment header of IPv6 (RFC 8200 §4.5).
///
///     | next header 1 | reserved 1 | offset in 8 bytes (13 bits), reserved (2), more (1) | identification 4 |
public enum IPv6Fragment {
    /// The header's length in bytes.
    public static let headerLength = 8

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .ipv6Fragment, in: bytes)
        let number = IPProtocol(rawValue: header[0])
        let field = header.word(2)
        let identification = header.long(4)
        try walk.rest.pass(headerLength, of: .ipv6Fragment)
        let next = try number.next()
        // An atomic fragment is the whole packet (RFC 6946 §2).
        guard field & 0xFFF9 != 0 else { return next }
        throw .fragment(
            walk.fragment(
                of: number,
                identification: identification,
                offset: Int(field & 0xFFF8),
                hasMore: field & 1 != 0
            )
        )
    }

    /// Writes a header in front of `next`; the offset in the whole is in bytes, a multiple of 8 below 65536.
    public static func emit(
        next: IPProtocol,
        offset: Int,
        hasMore: Bool,
        identification: UInt32,
        into writer: inout ByteWriter
    ) {
        precondition(offset & ~0xFFF8 == 0, "the offset counts 8 bytes")
        writer.write(next.rawValue)
        writer.write(0)
        writer.write(bigEndian: UInt16(offset) | (hasMore ? 1 : 0))
        writer.write(bigEndian: identification)
    }
}
