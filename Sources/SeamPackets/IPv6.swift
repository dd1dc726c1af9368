public import SeamBytes

/// The fixed header of an IPv6 packet (RFC 8200 §3).
///
///     | version, class, flow label 4 | payload length 2 | next header 1 | hop limit 1 | source 16 | destination 16 |
public struct IPv6Header: Sendable {
    /// The header's length in bytes.
    public static let headerLength = 40

    /// The sender.
    public var source: IPAddress
    /// The receiver.
    public var destination: IPAddress
    /// What follows: the protocol carried or an extension header.
    public var nextHeader: IPProtocol
    /// How many routers the packet may pass.
    public var hopLimit: UInt8

    /// A header from `source` to `destination`.
    public init(source: IPAddress, destination: IPAddress, nextHeader: IPProtocol, hopLimit: UInt8 = 64) {
        self.source = source
        self.destination = destination
        self.nextHeader = nextHeader
        self.hopLimit = hopLimit
    }

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .ipv6, in: bytes)
        let version = header[0] >> 4
        guard version == 6 else { throw .badVersion(.ipv6, version) }
        let payloadLength = Int(header.word(4))
        let next = IPProtocol(rawValue: header[6])
        walk.source = header.ipv6Address(8)
        walk.destination = header.ipv6Address(24)
        walk.identification = nil
        walk.timeToLive = header[7]
        try walk.rest.pass(headerLength, of: .ipv6)
        // No length is a jumbogram (RFC 2675 §3) or a packet made for offload. It has what was captured.
        if payloadLength != 0 { walk.rest.narrow(to: payloadLength) }
        return try next.next()
    }

    /// Writes the header of a packet with `payloadLength` bytes behind it, extension headers among them.
    ///
    /// A length that does not fit is written as 0.
    public func emit(payloadLength: Int, into writer: inout ByteWriter) {
        writer.write(bigEndian: 0x6000_0000 as UInt32)
        writer.write(bigEndian: UInt16(exactly: payloadLength) ?? 0)
        writer.write(nextHeader.rawValue)
        writer.write(hopLimit)
        for address in [source, destination] {
            writer.write(bigEndian: address.high)
            writer.write(bigEndian: address.low)
        }
    }
}
