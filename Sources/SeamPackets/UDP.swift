public import SeamBytes

/// The header of a UDP packet (RFC 768), which is read for the tunnels that UDP carries.
///
///     | source port 2 | destination port 2 | length 2 | checksum 2 |
public struct UDPHeader: Hashable, Sendable {
    /// The header's length in bytes.
    public static let headerLength = 8

    /// The sender's port.
    public var source: UInt16
    /// The receiver's port.
    public var destination: UInt16

    /// A header between two ports.
    public init(source: UInt16, destination: UInt16) {
        self.source = source
        self.destination = destination
    }

    /// The tunnel that a port belongs to, nil for a port of none that is read.
    static func layer(_ port: UInt16) -> PacketLayer? {
        switch port {
        case 1701: .l2tp
        case 2152: .gtpu
        case 3544: .teredo
        // IANA gave VXLAN the first; Linux had the second before.
        case 4789, 8472: .vxlan
        case 6081: .geneve
        case 6635: .mpls
        default: nil
        }
    }

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .udp, in: bytes)
        let ports = UDPHeader(source: header.word(0), destination: header.word(2))
        let length = Int(header.word(4))
        // Answers of some tunnels come from the port that is theirs.
        guard let next = layer(ports.destination) ?? layer(ports.source) else { throw .notTCP(.udp) }
        // No length is one that did not fit, as in IP.
        if length != 0 { walk.rest.narrow(to: length) }
        try walk.rest.pass(headerLength, of: .udp)
        return next
    }

    /// Writes the header of a packet with `payloadLength` bytes behind it, without a checksum (RFC 6935).
    ///
    /// A length that does not fit is written as 0.
    public func emit(payloadLength: Int, into writer: inout ByteWriter) {
        writer.write(bigEndian: source)
        writer.write(bigEndian: destination)
        writer.write(bigEndian: UInt16(exactly: UDPHeader.headerLength + payloadLength) ?? 0)
        writer.write(bigEndian: 0 as UInt16)
    }
}
