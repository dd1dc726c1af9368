public import SeamBytes

/// Teredo: IPv6 over UDP (RFC 4380 §5.1.1).
///
///     | 00 01 | length of client 1 | length of value 1 | client | value | nonce 8 | confirmation 1 |   authentication
///     | 00 00 | port 2 | address 4 |                                                                  origin
///     | IPv6 |                                       both of them may be missing
public enum Teredo {
    private static let originLength = 8

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        if try walk.rest.header(2, of: .teredo, in: bytes).word(0) == 0x0001 {
            let start = try walk.rest.header(4, of: .teredo, in: bytes)
            try walk.rest.pass(4 + Int(start[2]) + Int(start[3]) + 9, of: .teredo)
        }
        if try walk.rest.header(2, of: .teredo, in: bytes).word(0) == 0x0000 {
            try walk.rest.pass(originLength, of: .teredo)
        }
        return .ipv6
    }

    /// Writes an origin indication; without one there is no header.
    public static func emit(origin: Endpoint, into writer: inout ByteWriter) {
        // The receiver's own port and address as the server sees them, obfuscated with ones.
        writer.write(bigEndian: 0 as UInt16)
        writer.write(bigEndian: ~origin.port)
        writer.write(bigEndian: ~origin.address.ipv4Bits)
    }
}
