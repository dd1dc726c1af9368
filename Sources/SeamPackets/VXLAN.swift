public import SeamBytes

/// VXLAN: Ethernet over UDP (RFC 7348 §5).
///
///     | flags 1 | reserved 3 | network 3 | reserved 1 | Ethernet |
public enum VXLAN {
    /// The header's length in bytes.
    public static let headerLength = 8
    /// The flag that says that there is a network.
    private static let hasNetwork: UInt8 = 0x08

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let flags = try walk.rest.header(headerLength, of: .vxlan, in: bytes)[0]
        // Both ports may be somebody else's: a client's, as there is no port kept for VXLAN in answers.
        guard flags & hasNetwork != 0 else { throw .notTCP(.udp) }
        try walk.rest.pass(headerLength, of: .vxlan)
        return .ethernet
    }

    /// Writes a header for a network, 24 bits.
    public static func emit(network: UInt32, into writer: inout ByteWriter) {
        writer.write([hasNetwork, 0, 0, 0])
        writer.write(bigEndian: network << 8)
    }
}
