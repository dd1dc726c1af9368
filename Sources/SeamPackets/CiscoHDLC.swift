public import SeamBytes

/// HDLC as Cisco's routers speak it (https://www.tcpdump.org/linktypes.html, LINKTYPE_C_HDLC).
///
///     | address 1 | control 1 | EtherType 2 |
public enum CiscoHDLC {
    /// The header's length in bytes.
    public static let headerLength = 4

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let type = try walk.rest.header(headerLength, of: .ciscoHDLC, in: bytes).word(2)
        try walk.rest.pass(headerLength, of: .ciscoHDLC)
        return try EtherType(rawValue: type).next(after: .ciscoHDLC)
    }

    /// Writes the header of a unicast frame with a payload of type `type`.
    public static func emit(type: EtherType, into writer: inout ByteWriter) {
        writer.write([0x0F, 0x00])
        writer.write(bigEndian: type.rawValue)
    }
}
