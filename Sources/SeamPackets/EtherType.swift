/// What an Ethernet frame carries, by the number that IEEE gave it.
public struct EtherType: RawRepresentable, Hashable, Sendable {
    /// The number; below 0x0600 the field is a length instead (IEEE 802.3 §3.2.6).
    public var rawValue: UInt16

    /// The type with this number.
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// IPv4.
    @inlinable public static var ipv4: EtherType { EtherType(rawValue: 0x0800) }
    /// IPv6.
    @inlinable public static var ipv6: EtherType { EtherType(rawValue: 0x86DD) }
    /// An 802.1Q tag.
    @inlinable public static var vlan: EtherType { EtherType(rawValue: 0x8100) }
    /// An 802.1ad service tag, the outer one of QinQ.
    @inlinable public static var serviceVLAN: EtherType { EtherType(rawValue: 0x88A8) }
    /// The outer tag of QinQ before 802.1ad.
    @inlinable public static var oldServiceVLAN: EtherType { EtherType(rawValue: 0x9100) }

    /// A whole Ethernet frame, in tunnels (transparent Ethernet bridging).
    @inlinable public static var bridged: EtherType { EtherType(rawValue: 0x6558) }
    /// PPP, in tunnels.
    @inlinable public static var ppp: EtherType { EtherType(rawValue: 0x880B) }
    /// MPLS.
    @inlinable public static var mpls: EtherType { EtherType(rawValue: 0x8847) }
    /// MPLS with a label that the next router chose, once for multicast.
    @inlinable public static var upstreamMPLS: EtherType { EtherType(rawValue: 0x8848) }
    /// The session stage of PPP over Ethernet.
    @inlinable public static var pppoe: EtherType { EtherType(rawValue: 0x8864) }

    /// The type of the IP version that an address belongs to.
    public init(of address: IPAddress) { self = address.isIPv4 ? .ipv4 : .ipv6 }

    /// The layer that follows, nil for one that is not read.
    var layer: PacketLayer? {
        switch rawValue {
        case 0x0800: .ipv4
        case 0x86DD: .ipv6
        case 0x8100, 0x88A8, 0x9100: .vlan
        case 0x6558: .ethernet
        case 0x880B: .ppp
        case 0x8847, 0x8848: .mpls
        case 0x8864: .pppoe
        default: nil
        }
    }

    /// The layer that follows a header of `layer`, which said so with this type.
    @inline(__always)
    func next(after layer: PacketLayer) throws(PacketIssue) -> PacketLayer {
        // What most frames carry, without a call.
        if self == .ipv4 { return .ipv4 }
        guard let next = self.layer else { throw .notIP(layer, UInt32(rawValue)) }
        return next
    }
}
