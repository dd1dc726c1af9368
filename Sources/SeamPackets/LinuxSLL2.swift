public import SeamBytes

/// Linux cooked capture version 2 (https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL2.html).
///
///     | protocol 2 | zero 2 | interface 4 | ARPHRD 2 | packet type 1 | address length 1 | address 8 |
public enum LinuxSLL2 {
    /// The header's length in bytes.
    public static let headerLength = 20

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let header = try walk.rest.header(headerLength, of: .linuxSLL2, in: bytes)
        let field = header.word(0)
        let hardware = header.word(8)
        try walk.rest.pass(headerLength, of: .linuxSLL2)
        return try LinuxSLL.payload(named: field, hardware: hardware, behind: .linuxSLL2)
    }

    /// Writes a header for a packet of type `type` from the card `source`, seen at the interface of that number.
    public static func emit(
        _ packetType: LinuxSLL.PacketType,
        from source: MACAddress,
        interface: UInt32,
        type: EtherType,
        into writer: inout ByteWriter
    ) {
        writer.write(bigEndian: type.rawValue)
        writer.write(bigEndian: 0 as UInt16)
        writer.write(bigEndian: interface)
        writer.write(bigEndian: LinuxSLL.ethernetHardware)
        writer.write(packetType.rawValue)
        writer.write(6)
        source.emit(into: &writer)
        writer.write(bigEndian: 0 as UInt16)
    }
}
