public import SeamBytes

/// Per-packet information: fields in front of a packet of any link type (CACE PPI header format 1.0.7 §3).
///
///     | version 1 | flags 1 | length 2 | link type 4 | fields |      lowest byte first
public enum PPI {
    /// The length of a header without fields, in bytes.
    public static let minimumLength = 8

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(minimumLength, of: .ppi, in: bytes)
        guard header[0] == 0 else { throw .badVersion(.ppi, header[0]) }
        let length = Int(header.word(2).byteSwapped)
        let type = LinkType(rawValue: Int32(bitPattern: header.long(4).byteSwapped))
        guard length >= minimumLength else { throw .badHeaderLength(.ppi, length) }
        try walk.rest.pass(length, of: .ppi)
        guard let next = type.firstLayer else { throw .unsupportedLinkType(type) }
        return next
    }

    /// Writes a header without fields in front of a packet of a link type.
    public static func emit(_ linkType: LinkType, into writer: inout ByteWriter) {
        writer.write([0, 0, UInt8(minimumLength), 0])
        writer.write(UInt64(UInt32(bitPattern: linkType.rawValue)), width: 4, order: .little)
    }
}
