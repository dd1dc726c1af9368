public import SeamBytes

/// The user plane of GTP: what a phone sends, through the mobile network (3GPP TS 29.281 §5).
///
///     | version 3 bits, flags 1 | type 1 | length 2 | tunnel 4 | sequence 2, number 1, next extension 1 | extensions |
///                                                              if any of their three flags is set
public enum GTPU {
    /// The length of a header without its optional fields, in bytes.
    public static let minimumLength = 8
    private static let optionalLength = 4
    /// The type of a message that carries a packet (G-PDU).
    private static let packet: UInt8 = 255

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(minimumLength, of: .gtpu, in: bytes)
        let flags = header[0]
        // Version 1, and not its variant for charging.
        guard flags & 0xF0 == 0x30 else { throw .badVersion(.gtpu, flags >> 5) }
        guard header[1] == packet else { throw .notIP(.gtpu, UInt32(header[1])) }
        let length = Int(header.word(2))
        try walk.rest.pass(minimumLength, of: .gtpu)
        walk.rest.narrow(to: length)
        if flags & 0x07 != 0 {
            let hasExtensions = flags & 0x04 != 0
            var next = try walk.rest.header(optionalLength, of: .gtpu, in: bytes)[3]
            try walk.rest.pass(optionalLength, of: .gtpu)
            while hasExtensions, next != 0 { next = try passExtension(bytes, &walk) }
        }
        return .rawIP
    }

    /// Goes behind an extension, whose first byte is its length in 4 bytes and whose last the type of the next (§5.2.1).
    private static func passExtension(
        _ bytes: RawSpan,
        _ walk: inout PacketWalk
    ) throws(PacketIssue) -> UInt8 {
        let length = Int(try walk.rest.header(1, of: .gtpu, in: bytes)[0]) * 4
        guard length > 0 else { throw .badHeaderLength(.gtpu, length) }
        let next = try walk.rest.header(length, of: .gtpu, in: bytes)[length - 1]
        try walk.rest.pass(length, of: .gtpu)
        return next
    }

    /// Writes the header of a packet of `payloadLength` bytes in a tunnel, with a sequence number or without.
    public static func emit(
        tunnel: UInt32,
        payloadLength: Int,
        sequence: UInt16? = nil,
        into writer: inout ByteWriter
    ) {
        let length = payloadLength + (sequence == nil ? 0 : optionalLength)
        writer.write([sequence == nil ? 0x30 : 0x32, packet])
        writer.write(bigEndian: UInt16(truncatingIfNeeded: length))
        writer.write(bigEndian: tunnel)
        guard let sequence else { return }
        writer.write(bigEndian: sequence)
        writer.write([0, 0])
    }
}
