public import SeamBytes

/// A data message of the layer 2 tunneling protocol, version 2: PPP over UDP (RFC 2661 §3.1).
///
///     | flags, version 2 | length 2 | tunnel 2 | session 2 | sent 2, received 2 | offset 2, padding | PPP |
///                          if flagged                       if flagged            if flagged
public enum L2TP {
    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let flags = try walk.rest.header(2, of: .l2tp, in: bytes).word(0)
        let version = UInt8(truncatingIfNeeded: flags & 0x0F)
        guard version == 2 else { throw .badVersion(.l2tp, version) }
        guard flags & 0x8000 == 0 else { throw .notIP(.l2tp, UInt32(flags)) }
        if flags & 0x4000 != 0 {
            // The length counts from the first byte on.
            walk.rest.narrow(to: Int(try walk.rest.header(4, of: .l2tp, in: bytes).word(2)))
        }
        try walk.rest.pass((flags & 0x4000 != 0 ? 4 : 2) + 4 + (flags & 0x0800 != 0 ? 4 : 0), of: .l2tp)
        if flags & 0x0200 != 0 {
            let padding = Int(try walk.rest.header(2, of: .l2tp, in: bytes).word(0))
            try walk.rest.pass(2 + padding, of: .l2tp)
        }
        return .ppp
    }

    /// Writes the header of a data message with nothing but the session.
    public static func emit(tunnel: UInt16, session: UInt16, into writer: inout ByteWriter) {
        writer.write(bigEndian: 0x0002 as UInt16)
        writer.write(bigEndian: tunnel)
        writer.write(bigEndian: session)
    }
}
