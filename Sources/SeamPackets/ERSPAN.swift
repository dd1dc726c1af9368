public import SeamBytes

/// The header in front of an Ethernet frame that a switch mirrors through GRE (draft-foschiano-erspan-03 §4).
///
///     | version 4 bits, VLAN 12 bits | class, flags, session 2 | index 4 |                      type II
///     | version 4 bits, VLAN 12 bits | class, flags, session 2 | time 4 | tag, flags 4 | more 8 |    type III
public enum ERSPAN {
    /// The type in GRE of the first two types.
    static let type: UInt16 = 0x88BE
    /// The type in GRE of the third one.
    static let type3: UInt16 = 0x22EB
    /// The length of a header of type II, in bytes.
    public static let headerLength = 8
    private static let longHeaderLength = 12
    private static let subheaderLength = 8

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let version = try walk.rest.header(headerLength, of: .erspan, in: bytes)[0] >> 4
        switch version {
        case 1: try walk.rest.pass(headerLength, of: .erspan)
        case 2:
            let header = try walk.rest.header(longHeaderLength, of: .erspan, in: bytes)
            let hasSubheader = header[11] & 0x01 != 0
            try walk.rest.pass(longHeaderLength + (hasSubheader ? subheaderLength : 0), of: .erspan)
        default: throw .badVersion(.erspan, version)
        }
        return .ethernet
    }

    /// Writes the GRE header with the number of the packet, and the header of type II of a session (10 bits).
    public static func emit(session: UInt16, sequence: UInt32, into writer: inout ByteWriter) {
        GRE(EtherType(rawValue: type), sequence: sequence).emit(payload: [], into: &writer)
        writer.write(bigEndian: 0x1000 as UInt16)
        writer.write(bigEndian: session & 0x03FF)
        writer.write(bigEndian: 0 as UInt32)
    }
}
