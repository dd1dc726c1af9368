public import SeamBytes

/// A tag between an Ethernet header and its payload (IEEE 802.1Q §9.6); 802.1ad nests them.
///
///     | control 2 | type or length 2 |      the tag's own type, 0x8100, 0x88a8 or 0x9100, stands before it
public struct VLANTag: Hashable, Sendable {
    /// The tag's length in bytes, without its own type.
    public static let headerLength = 4

    /// The type that announces the tag.
    public var type: EtherType
    /// Priority (3 bits), drop eligibility (1 bit) and VLAN identifier (12 bits).
    public var control: UInt16

    /// A tag of this type with these control bits.
    public init(type: EtherType = .vlan, control: UInt16) {
        self.type = type
        self.control = control
    }

    /// The number of the VLAN.
    public var identifier: UInt16 { control & 0x0FFF }

    static func parse(_ bytes: RawSpan, _ walk: inout PacketWalk) throws(PacketIssue) -> PacketLayer {
        let field = try walk.rest.header(headerLength, of: .vlan, in: bytes).word(2)
        try walk.rest.pass(headerLength, of: .vlan)
        return try Ethernet.payload(named: field, behind: .vlan, &walk)
    }

    /// Writes the tag, followed by the type `next` of what it carries.
    public func emit(next: EtherType, into writer: inout ByteWriter) {
        writer.write(bigEndian: control)
        writer.write(bigEndian: next.rawValue)
    }

    /// Writes tags, the outermost first, in front of a payload of type `payload`.
    public static func emit(_ tags: [VLANTag], payload: EtherType, into writer: inout ByteWriter) {
        for (place, tag) in tags.enumerated() {
            tag.emit(next: place + 1 < tags.count ? tags[place + 1].type : payload, into: &writer)
        }
    }
}
