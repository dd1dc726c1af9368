public import SeamBytes

/// What Linux's netfilter logged (https://www.tcpdump.org/linktypes/LINKTYPE_NFLOG.html).
///
///     | family 1 | version 1 | resource 2 | then attributes: | length 2, itself among it | type 2 | value, padded to 4 |
///
/// Length and type are in the order of the machine that captured, which the file may not tell. As no type
/// passes 255, a type with a high byte only is one in the other order.
public enum NFLog {
    /// The length of what stands in front of the attributes, in bytes.
    public static let headerLength = 4
    private static let attributeLength = 4
    /// The attribute whose value is the packet (NFULA_PAYLOAD).
    private static let payload: UInt16 = 9

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .nflog, in: bytes)
        let family = header[0]
        guard header[1] == 0 else { throw .badVersion(.nflog, header[1]) }
        guard family == 2 || family == 10 else { throw .notIP(.nflog, UInt32(family)) }
        try walk.rest.pass(headerLength, of: .nflog)
        while true {
            let attribute = try walk.rest.header(attributeLength, of: .nflog, in: bytes)
            let isLittle = attribute.word(2) & 0x00FF == 0 || attribute.word(2) & 0xFF00 != 0
            let type = isLittle ? attribute.word(2).byteSwapped : attribute.word(2)
            let length = Int(isLittle ? attribute.word(0).byteSwapped : attribute.word(0))
            guard length >= attributeLength else { throw .badHeaderLength(.nflog, length) }
            if type & 0x7FFF == payload {
                try walk.rest.pass(attributeLength, of: .nflog)
                walk.rest.narrow(to: length - attributeLength)
                return family == 2 ? .ipv4 : .ipv6
            }
            try walk.rest.pass((length + 3) / 4 * 4, of: .nflog)
        }
    }

    /// Writes what stands in front of an IP packet of `payloadLength` bytes, from the machine with this order.
    public static func emit(
        _ family: Loopback.Family,
        payloadLength: Int,
        order: ByteOrder,
        into writer: inout ByteWriter
    ) {
        writer.write([family == .ipv4 ? 2 : 10, 0, 0, 0])
        writer.write(UInt64(truncatingIfNeeded: payloadLength + attributeLength), width: 2, order: order)
        writer.write(UInt64(payload), width: 2, order: order)
    }
}
