public import SeamBytes

/// The header of an IPv4 packet (RFC 791 §3.1).
///
///     | version, length 1 | service 1 | total length 2 | identification 2 | flags, fragment offset 2 |
///     | time to live 1 | protocol 1 | checksum 2 | source 4 | destination 4 | options |
public struct IPv4Header: Sendable {
    /// The length of a header without options, in bytes.
    public static let minimumLength = 20

    /// The sender.
    public var source: IPAddress
    /// The receiver.
    public var destination: IPAddress
    /// What the packet carries.
    public var protocolNumber: IPProtocol
    /// How many routers the packet may pass.
    public var timeToLive: UInt8
    /// What the fragments of a packet share.
    public var identification: UInt16
    /// Whether routers must not fragment the packet.
    public var mustNotFragment = true
    /// Whether this is a fragment and not the last one.
    public var hasMore = false
    /// Where a fragment stands in the whole, in bytes, a multiple of 8 below 65536.
    public var fragmentOffset = 0
    /// Options as they stand in the header, filled with zeros to a multiple of 4 bytes; at most 40 bytes.
    public var options: [UInt8] = []

    /// A header of a packet that is no fragment and has no options.
    public init(
        source: IPAddress,
        destination: IPAddress,
        protocolNumber: IPProtocol,
        timeToLive: UInt8 = 64,
        identification: UInt16 = 0
    ) {
        self.source = source
        self.destination = destination
        self.protocolNumber = protocolNumber
        self.timeToLive = timeToLive
        self.identification = identification
    }

    @inline(__always)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(minimumLength, of: .ipv4, in: bytes)
        let version = header[0] >> 4
        guard version == 4 else { throw .badVersion(.ipv4, version) }
        let length = Int(header[0] & 0x0F) * 4
        guard length >= minimumLength else { throw .badHeaderLength(.ipv4, length) }
        let totalLength = Int(header.word(2))
        // No length is one that did not fit: a packet made for segmentation offload. It has what was captured.
        if totalLength != 0 { walk.rest.narrow(to: totalLength) }
        walk.source = header.ipv4Address(12)
        walk.destination = header.ipv4Address(16)
        walk.identification = header.word(4)
        walk.timeToLive = header[8]
        let number = IPProtocol(rawValue: header[9])
        let fragment = header.word(6)
        try walk.rest.pass(length, of: .ipv4)
        let next = try number.next()
        guard fragment & 0x3FFF == 0 else {
            throw .fragment(
                walk.fragment(
                    of: number,
                    identification: UInt32(walk.identification ?? 0),
                    offset: Int(fragment & 0x1FFF) * 8,
                    hasMore: fragment & 0x2000 != 0
                )
            )
        }
        return next
    }

    /// Writes the header of a packet with `payloadLength` bytes behind it.
    ///
    /// A total length that does not fit is written as 0, as Linux does in front of segmentation offload.
    public func emit(payloadLength: Int, into writer: inout ByteWriter) {
        let length = IPv4Header.minimumLength + (options.count + 3) / 4 * 4
        precondition(length <= 60 && fragmentOffset & ~0xFFF8 == 0, "options or offset do not fit")
        let start = writer.count
        writer.write(0x40 | UInt8(length / 4))
        writer.write(0)
        writer.write(bigEndian: UInt16(exactly: length + payloadLength) ?? 0)
        writer.write(bigEndian: identification)
        let flags: UInt16 = (mustNotFragment ? 0x4000 : 0) | (hasMore ? 0x2000 : 0)
        writer.write(bigEndian: flags | UInt16(fragmentOffset / 8))
        writer.write(timeToLive)
        writer.write(protocolNumber.rawValue)
        writer.write(bigEndian: 0 as UInt16)
        writer.write(bigEndian: source.ipv4Bits)
        writer.write(bigEndian: destination.ipv4Bits)
        writer.write(options)
        writer.write([UInt8](repeating: 0, count: start + length - writer.count))
        var checksum = InternetChecksum()
        checksum.add(writer.bytes[start..<start + length])
        writer.patch(checksum.value, at: start + 10)
    }
}
