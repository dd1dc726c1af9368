public import SeamBytes

/// A data frame of a wireless LAN (IEEE 802.11 §9.3.2).
///
///     | type 1 | flags 1 | duration 2 | addresses 18 | sequence 2 | 4th address 6 | QoS 2 | HT 4 | LLC |
///                                                                 between two access points | in QoS frames
///
/// Of a frame that holds several (A-MSDU) the first is read: a captured packet gives one TCP packet.
public enum WLAN {
    /// The length of a header without its optional fields, in bytes.
    public static let minimumLength = 24
    /// The length of what stands in front of each frame of several, in bytes (§9.3.2.2.2).
    private static let subframeLength = 14

    @inline(never)
    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let kind = try walk.rest.header(2, of: .wlan, in: bytes)
        let type = kind[0]
        let flags = kind[1]
        guard type & 0x03 == 0 else { throw .badVersion(.wlan, type & 0x03) }
        // Type 2 is data; the subtypes with bit 2 carry none.
        guard type & 0x4C == 0x08 else { throw .notIP(.wlan, UInt32(type)) }
        let isQoS = type & 0x80 != 0
        let qosPlace = flags & 0x03 == 0x03 ? 30 : minimumLength
        let length = qosPlace + (isQoS ? 2 : 0) + (isQoS && flags & 0x80 != 0 ? 4 : 0)
        let header = try walk.rest.header(length, of: .wlan, in: bytes)
        let holdsSeveral = isQoS && header[qosPlace] & 0x80 != 0
        // A fragment has others behind it or, with a number, before it.
        guard flags & 0x04 == 0, header[22] & 0x0F == 0 else { throw .partialFrame(.wlan) }
        guard flags & 0x40 == 0 else { throw .encrypted(.wlan) }
        try walk.rest.pass(length, of: .wlan)
        try passPadding(behind: length, bytes, &walk)
        guard holdsSeveral else { return .llc }
        let count = Int(try walk.rest.header(subframeLength, of: .wlan, in: bytes).word(12))
        try walk.rest.pass(subframeLength, of: .wlan)
        walk.rest.narrow(to: count)
        return .llc
    }

    /// Goes behind the 2 bytes with which some radios make the header a multiple of 4 bytes long.
    ///
    /// Only radiotap tells. What is behind the header is LLC or an address, and neither starts with two zeros.
    private static func passPadding(
        behind length: Int,
        _ bytes: RawSpan,
        _ walk: inout PacketWalk
    ) throws(PacketIssue) {
        guard length % 4 == 2, try walk.rest.header(2, of: .wlan, in: bytes).word(0) == 0 else { return }
        try walk.rest.pass(2, of: .wlan)
    }

    /// Writes the header of a data frame with QoS from a station to its access point; LLC follows.
    public static func emit(
        to destination: MACAddress,
        from source: MACAddress,
        into writer: inout ByteWriter
    ) {
        writer.write([0x88, 0x01, 0, 0])
        for address in [destination, source, destination] { address.emit(into: &writer) }
        writer.write([0, 0, 0, 0])
    }
}
