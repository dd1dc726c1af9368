public import SeamBytes

/// The routing header of IPv6 (RFC 8200 §4.4).
///
///     | next header 1 | length 1, in 8 bytes without the first | type 1 | segments left 1 | data |
///
/// While segments are left the fixed header's destination is only the next stop. TCP's other end is the
/// final one (RFC 8200 §8.1), so the walk takes that from the header where its type says where it stands.
public enum IPv6Routing {
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let start = try walk.rest.header(8, of: .ipv6Routing, in: bytes)
        let length = 8 + Int(start[1]) * 8
        let header = try walk.rest.header(length, of: .ipv6Routing, in: bytes)
        let next = IPProtocol(rawValue: header[0])
        if header[3] > 0, let index = finalAddress(type: header[2], headerLength: length) {
            walk.destination = header.ipv6Address(index)
        }
        try walk.rest.pass(length, of: .ipv6Routing)
        return try next.next()
    }

    /// Where the final destination stands in a header of this type and length; nil when it has none that is known.
    private static func finalAddress(type: UInt8, headerLength: Int) -> Int? {
        guard headerLength >= 24 else { return nil }
        switch type {
        // Source route (RFC 2460 §4.4), whose addresses are the data but for 4 bytes: the last one.
        case 0: return (headerLength - 8) / 16 * 16 - 8
        // Mobile IPv6 (RFC 6275 §6.4), the home address: the only one.
        case 2: return 8
        // Segment routing (RFC 8754 §2), which lists the last stop first.
        case 4: return 8
        default: return nil
        }
    }

    /// Writes a header of type 0 or 4 in front of `next` with these addresses in the order they stand in.
    public static func emit(
        next: IPProtocol,
        type: UInt8,
        segmentsLeft: UInt8,
        addresses: [IPAddress],
        into writer: inout ByteWriter
    ) {
        precondition(addresses.count <= 127, "the length field has 8 bits")
        writer.write([next.rawValue, UInt8(addresses.count * 2), type, segmentsLeft])
        // The last entry's index for type 4, reserved for type 0.
        writer.write([type == 4 ? UInt8(max(0, addresses.count - 1)) : 0, 0, 0, 0])
        for address in addresses {
            writer.write(bigEndian: address.high)
            writer.write(bigEndian: address.low)
        }
    }
}
