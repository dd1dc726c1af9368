public import SeamBytes

/// IEEE 802.2 logical link control, as far as it carries IP (RFC 1042).
///
///     | DSAP 1 | SSAP 1 | control 1 |                         SAP 0x06: IPv4
///     | aa     | aa     | 03        | OUI 3 | type 2 |        SNAP
public enum LLC {
    private static let headerLength = 3
    private static let snapLength = 8

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .llc, in: bytes)
        let access = header.word(0)
        switch (access, header[2]) {
        case (0x0606, 0x03):
            try walk.rest.pass(headerLength, of: .llc)
            return .ipv4
        case (0xAAAA, 0x03):
            let snap = try walk.rest.header(snapLength, of: .llc, in: bytes)
            // 00-00-00 is encapsulated Ethernet, 00-00-f8 the same from a bridge tunnel (IEEE 802.1H).
            let organisation = snap.long(2) & 0x00FF_FFFF
            let type = EtherType(rawValue: snap.word(6))
            guard organisation == 0 || organisation == 0xF8 else { throw .notIP(.llc, organisation) }
            try walk.rest.pass(snapLength, of: .llc)
            return try type.next(after: .llc)
        default:
            throw .notIP(.llc, UInt32(access))
        }
    }

    /// Writes an LLC and SNAP header for a payload of type `type`.
    public static func emit(type: EtherType, into writer: inout ByteWriter) {
        writer.write([0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00])
        writer.write(bigEndian: type.rawValue)
    }
}
