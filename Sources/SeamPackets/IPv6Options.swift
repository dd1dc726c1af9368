public import SeamBytes

/// The hop-by-hop and the destination options header of IPv6, which look the same (RFC 8200 §4.3, §4.6).
///
///     | next header 1 | length 1, in 8 bytes without the first | options |
public enum IPv6Options {
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(8, of: .ipv6Options, in: bytes)
        let next = IPProtocol(rawValue: header[0])
        try walk.rest.pass(8 + Int(header[1]) * 8, of: .ipv6Options)
        return try next.next()
    }

    /// Writes a header in front of `next` with these options, at most 2046 bytes, padded as §4.2 says.
    public static func emit(next: IPProtocol, options: [UInt8] = [], into writer: inout ByteWriter) {
        let length = (2 + options.count + 7) / 8 * 8
        precondition(length <= 2048, "the length field has 8 bits")
        writer.write(next.rawValue)
        writer.write(UInt8(length / 8 - 1))
        writer.write(options)
        switch length - 2 - options.count {
        case 0: break
        case 1: writer.write(0)  // Pad1
        case let rest: writer.write([1, UInt8(rest - 2)] + [UInt8](repeating: 0, count: rest - 2))  // PadN
        }
    }
}
