public import SeamBytes

/// GENEVE: Ethernet, or whatever has an EtherType, over UDP (RFC 8926 §3.4).
///
///     | version 2 bits, options' length in 4 bytes 6 bits | flags 1 | type 2 | network 3 | reserved 1 | options |
public enum GENEVE {
    /// The length of a header without options, in bytes.
    public static let minimumLength = 8

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(minimumLength, of: .geneve, in: bytes)
        guard header[0] >> 6 == 0 else { throw .badVersion(.geneve, header[0] >> 6) }
        let type = EtherType(rawValue: header.word(2))
        try walk.rest.pass(minimumLength + Int(header[0] & 0x3F) * 4, of: .geneve)
        return try type.next(after: .geneve)
    }

    /// Writes a header for a network, 24 bits, with options of a multiple of 4 bytes, at most 252.
    public static func emit(
        _ type: EtherType,
        network: UInt32,
        options: [UInt8] = [],
        into writer: inout ByteWriter
    ) {
        precondition(options.count % 4 == 0 && options.count <= 252, "the length counts 4 bytes in 6 bits")
        writer.write([UInt8(options.count / 4), 0])
        writer.write(bigEndian: type.rawValue)
        writer.write(bigEndian: network << 8)
        writer.write(options)
    }
}
