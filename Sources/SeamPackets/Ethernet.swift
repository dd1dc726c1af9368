public import SeamBytes

/// Ethernet II and IEEE 802.3 (IEEE 802.3 §3.2).
///
///     | destination 6 | source 6 | type or length 2 | payload | trailer |
public enum Ethernet {
    /// The header's length in bytes.
    public static let headerLength = 14

    @inline(__always)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let field = try walk.rest.header(headerLength, of: .ethernet, in: bytes).word(12)
        try walk.rest.pass(headerLength, of: .ethernet)
        return try payload(named: field, behind: .ethernet, &walk)
    }

    /// What follows a type field, which is the length of an 802.2 payload when it is below 0x0600.
    @inline(__always)
    static func payload(
        named field: UInt16,
        behind layer: PacketLayer,
        _ walk: inout PacketWalk
    ) throws(PacketIssue) -> PacketLayer {
        guard field < 0x0600 else { return try EtherType(rawValue: field).next(after: layer) }
        walk.rest.narrow(to: Int(field))
        return .llc
    }

    /// Writes a header whose last field is `type`.
    public static func emit(
        to destination: MACAddress,
        from source: MACAddress,
        type: EtherType,
        into writer: inout ByteWriter
    ) {
        destination.emit(into: &writer)
        source.emit(into: &writer)
        writer.write(bigEndian: type.rawValue)
    }

    /// Writes an IEEE 802.3 header, whose last field is the length of the payload in bytes, below 0x0600.
    public static func emit(
        to destination: MACAddress,
        from source: MACAddress,
        payloadLength: Int,
        into writer: inout ByteWriter
    ) {
        precondition((0..<0x0600).contains(payloadLength), "a greater field is a type, not a length")
        emit(to: destination, from: source, type: EtherType(rawValue: UInt16(payloadLength)), into: &writer)
    }
}

/// The address of a network card, 6 bytes.
public struct MACAddress: RawRepresentable, Hashable, Sendable {
    /// The address in the low 48 bits, the first byte highest.
    public var rawValue: UInt64

    /// The address with these 48 bits.
    @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue & 0xFFFF_FFFF_FFFF }

    /// A locally administered address made of the last 4 bytes of a host's IP address: 02:00 and those.
    public init(madeFrom address: IPAddress) {
        self.init(rawValue: 0x0200 << 32 | UInt64(address.ipv4Bits))
    }

    func emit(into writer: inout ByteWriter) { writer.write(rawValue, width: 6, order: .big) }
}
