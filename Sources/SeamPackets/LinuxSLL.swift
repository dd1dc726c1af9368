public import SeamBytes

/// Linux cooked capture (https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL.html).
///
///     | packet type 2 | ARPHRD 2 | address length 2 | address 8 | protocol 2 |
public enum LinuxSLL {
    /// The header's length in bytes.
    public static let headerLength = 16

    /// How the packet met the machine that captured it; the values of cooked captures of both versions.
    public enum PacketType: UInt8, Hashable, Sendable {
        /// Sent to this machine.
        case toUs
        /// Broadcast by somebody else.
        case broadcast
        /// Multicast by somebody else.
        case multicast
        /// Sent by somebody else to somebody else.
        case toOther
        /// Sent by this machine.
        case fromUs
    }

    /// ARPHRD_ETHER, the hardware type that emitted headers carry.
    static let ethernetHardware: UInt16 = 1

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .linuxSLL, in: bytes)
        let hardware = header.word(2)
        let field = header.word(14)
        try walk.rest.pass(headerLength, of: .linuxSLL)
        return try payload(named: field, hardware: hardware, behind: .linuxSLL)
    }

    /// What follows the header of either version.
    static func payload(
        named field: UInt16,
        hardware: UInt16,
        behind layer: PacketLayer
    ) throws(PacketIssue) -> PacketLayer {
        // Of a netlink device (ARPHRD 824) the protocol is a netlink family, no EtherType.
        guard hardware != 824 else { throw .notIP(layer, UInt32(field)) }
        // LINUX_SLL_P_802_2: the frame had a length for a type.
        return field == 0x0004 ? .llc : try EtherType(rawValue: field).next(after: layer)
    }

    /// Writes a header for a packet of type `type` from the card `source`.
    public static func emit(
        _ packetType: PacketType,
        from source: MACAddress,
        type: EtherType,
        into writer: inout ByteWriter
    ) {
        writer.write(bigEndian: UInt16(packetType.rawValue))
        writer.write(bigEndian: ethernetHardware)
        writer.write(bigEndian: 6 as UInt16)
        source.emit(into: &writer)
        writer.write(bigEndian: 0 as UInt16)
        writer.write(bigEndian: type.rawValue)
    }
}
