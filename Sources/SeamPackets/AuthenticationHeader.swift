public import SeamBytes

/// The IP authentication header, in front of what it vouches for in either version of IP (RFC 4302 §2).
///
///     | next header 1 | length 1, in 4 bytes without the first 8 | reserved 2 | SPI 4 | sequence 4 | value |
public enum AuthenticationHeader {
    /// The length of a header without a value, in bytes.
    public static let minimumLength = 12

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(minimumLength, of: .authentication, in: bytes)
        let next = IPProtocol(rawValue: header[0])
        let length = 8 + Int(header[1]) * 4
        guard length >= minimumLength else { throw .badHeaderLength(.authentication, length) }
        try walk.rest.pass(length, of: .authentication)
        return try next.next()
    }

    /// Writes a header in front of `next` with a value of `valueLength` zeros, a multiple of 4 up to 1016 bytes.
    public static func emit(
        next: IPProtocol,
        securityParameters: UInt32,
        sequence: UInt32,
        valueLength: Int,
        into writer: inout ByteWriter
    ) {
        precondition(valueLength % 4 == 0 && (0...1016).contains(valueLength), "the length counts 4 bytes")
        writer.write(next.rawValue)
        writer.write(UInt8(1 + valueLength / 4))
        writer.write(bigEndian: 0 as UInt16)
        writer.write(bigEndian: securityParameters)
        writer.write(bigEndian: sequence)
        writer.write([UInt8](repeating: 0, count: valueLength))
    }
}
