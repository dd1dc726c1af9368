/// What an IP packet carries, by the number that IANA gave it; the numbers of IPv6 extension headers are among them.
public struct IPProtocol: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: UInt8

    /// The protocol with this number.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Hop-by-hop options of IPv6.
    @inlinable public static var hopByHopOptions: IPProtocol { IPProtocol(rawValue: 0) }
    /// IPv4 in IP.
    @inlinable public static var ipv4: IPProtocol { IPProtocol(rawValue: 4) }
    /// TCP.
    @inlinable public static var tcp: IPProtocol { IPProtocol(rawValue: 6) }
    /// UDP.
    @inlinable public static var udp: IPProtocol { IPProtocol(rawValue: 17) }
    /// IPv6 in IP.
    @inlinable public static var ipv6: IPProtocol { IPProtocol(rawValue: 41) }
    /// The routing header of IPv6.
    @inlinable public static var ipv6Routing: IPProtocol { IPProtocol(rawValue: 43) }
    /// The fragment header of IPv6.
    @inlinable public static var ipv6Fragment: IPProtocol { IPProtocol(rawValue: 44) }
    /// Generic routing encapsulation.
    @inlinable public static var gre: IPProtocol { IPProtocol(rawValue: 47) }
    /// The authentication header.
    @inlinable public static var authentication: IPProtocol { IPProtocol(rawValue: 51) }
    /// Destination options of IPv6.
    @inlinable public static var destinationOptions: IPProtocol { IPProtocol(rawValue: 60) }

    /// The layer that follows, nil for one that is not read.
    var layer: PacketLayer? {
        switch rawValue {
        case 6: .tcp
        case 0, 60: .ipv6Options
        case 43: .ipv6Routing
        case 44: .ipv6Fragment
        case 51: .authentication
        case 4: .ipv4
        case 17: .udp
        case 41: .ipv6
        case 47: .gre
        case 137: .mpls
        default: nil
        }
    }

    /// The layer that follows a header with this protocol number.
    @inline(__always)
    func next() throws(PacketIssue) -> PacketLayer {
        // What most packets carry, without a call.
        if self == .tcp { return .tcp }
        guard let next = layer else { throw .notTCP(self) }
        return next
    }
}

extension IPProtocol: CustomStringConvertible {
    /// The short name of a protocol that captures are full of, otherwise its number.
    public var description: String {
        switch rawValue {
        case 1: "ICMP"
        case 2: "IGMP"
        case 4: "IP in IP"
        case 6: "TCP"
        case 17: "UDP"
        case 41: "IPv6 in IP"
        case 47: "GRE"
        case 50: "ESP"
        case 58: "ICMPv6"
        case 89: "OSPF"
        case 132: "SCTP"
        default: "protocol \(rawValue)"
        }
    }
}
