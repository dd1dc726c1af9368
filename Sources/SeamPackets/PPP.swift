public import SeamBytes

/// PPP (RFC 1661 §2), with the address and control field of HDLC-like framing (RFC 1662 §3.1) or without.
///
///     | ff 03, or nothing | protocol 2, or 1 when compressed | payload |
///
/// Link types of PPP hold Cisco's HDLC as well, whose first byte, 0f or 8f, is no address of PPP
/// (https://www.tcpdump.org/linktypes.html, LINKTYPE_PPP_HDLC).
public enum PPP {
    /// What a frame carries, by the number that IANA gave it.
    public enum ProtocolNumber: UInt16, Hashable, Sendable {
        /// IPv4.
        case ipv4 = 0x0021
        /// IPv6.
        case ipv6 = 0x0057
        /// MPLS (RFC 3032 §4.3).
        case mpls = 0x0281
        /// MPLS for multicast.
        case multicastMPLS = 0x0283

        /// The number of the IP version that an address belongs to.
        public init(of address: IPAddress) { self = address.isIPv4 ? .ipv4 : .ipv6 }

        var layer: PacketLayer {
            switch self {
            case .ipv4: .ipv4
            case .ipv6: .ipv6
            case .mpls, .multicastMPLS: .mpls
            }
        }
    }

    /// The protocol number of a piece of a multilink frame (RFC 1990 §4).
    private static let multilink: UInt16 = 0x003D

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        switch try walk.rest.header(1, of: .ppp, in: bytes)[0] {
        case 0x0F, 0x8F: return .ciscoHDLC
        case 0xFF: try walk.rest.pass(2, of: .ppp)
        default: break
        }
        // The low bit tells the last byte of the field (RFC 1661 §2, §6.5).
        let first = try walk.rest.header(1, of: .ppp, in: bytes)[0]
        let length = first & 1 == 1 ? 1 : 2
        let number = try length == 1 ? UInt16(first) : walk.rest.header(2, of: .ppp, in: bytes).word(0)
        try walk.rest.pass(length, of: .ppp)
        if number == multilink { throw .partialFrame(.ppp) }
        guard let next = ProtocolNumber(rawValue: number) else { throw .notIP(.ppp, UInt32(number)) }
        return next.layer
    }

    /// Writes a header for what `number` names, with the address and control field where frames are like those of HDLC.
    public static func emit(_ number: ProtocolNumber, isFramed: Bool = true, into writer: inout ByteWriter) {
        if isFramed { writer.write([0xFF, 0x03]) }
        writer.write(bigEndian: number.rawValue)
    }
}
