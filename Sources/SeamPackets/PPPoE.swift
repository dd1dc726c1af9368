public import SeamBytes

/// The session stage of PPP over Ethernet (RFC 2516 §4).
///
///     | version, type 1 | code 1 | session 2 | length 2 | PPP |
public enum PPPoE {
    /// The header's length in bytes.
    public static let headerLength = 6

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .pppoe, in: bytes)
        guard header[0] >> 4 == 1 else { throw .badVersion(.pppoe, header[0] >> 4) }
        // Any other code is a packet of the discovery stage.
        guard header[1] == 0 else { throw .notIP(.pppoe, UInt32(header[1])) }
        let length = Int(header.word(4))
        try walk.rest.pass(headerLength, of: .pppoe)
        walk.rest.narrow(to: length)
        return .ppp
    }

    /// Writes the header of a PPP frame of `payloadLength` bytes, its protocol number among them.
    ///
    /// A length that does not fit is written as its low 16 bits.
    public static func emit(session: UInt16, payloadLength: Int, into writer: inout ByteWriter) {
        writer.write([0x11, 0])
        writer.write(bigEndian: session)
        writer.write(bigEndian: UInt16(truncatingIfNeeded: payloadLength))
    }
}
