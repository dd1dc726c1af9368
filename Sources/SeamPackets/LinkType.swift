/// What a capture's packets start with, by its number in pcap and pcapng files (LINKTYPE) or in libpcap (DLT).
///
/// The two numberings differ in a few values only, and where they do both are known here: raw IP is
/// LINKTYPE 101, and DLT 12 or 14 by platform (https://www.tcpdump.org/linktypes.html).
public struct LinkType: RawRepresentable, Hashable, Sendable {
    /// The number of the link type.
    public var rawValue: Int32

    /// The link type with this number, supported or not.
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

    /// BSD loopback: the address family as 4 bytes in the order of the machine that captured.
    @inlinable public static var null: LinkType { LinkType(rawValue: 0) }
    /// Ethernet.
    @inlinable public static var ethernet: LinkType { LinkType(rawValue: 1) }
    /// PPP, with the address and control field of HDLC or without.
    @inlinable public static var ppp: LinkType { LinkType(rawValue: 9) }
    /// PPP in HDLC-like framing, or HDLC as Cisco has it.
    @inlinable public static var pppSerial: LinkType { LinkType(rawValue: 50) }
    /// PPP over Ethernet, without the Ethernet header.
    @inlinable public static var pppEther: LinkType { LinkType(rawValue: 51) }
    /// HDLC as Cisco has it.
    @inlinable public static var ciscoHDLC: LinkType { LinkType(rawValue: 104) }
    /// Wireless LAN.
    @inlinable public static var wlan: LinkType { LinkType(rawValue: 105) }
    /// Wireless LAN behind what the radio knows.
    @inlinable public static var radiotap: LinkType { LinkType(rawValue: 127) }
    /// A packet of any link type behind fields of information.
    @inlinable public static var ppi: LinkType { LinkType(rawValue: 192) }
    /// What Linux's netfilter logged.
    @inlinable public static var nflog: LinkType { LinkType(rawValue: 239) }
    /// Raw IPv4 or IPv6.
    @inlinable public static var raw: LinkType { LinkType(rawValue: 101) }
    /// OpenBSD loopback: the address family as 4 bytes, the highest first.
    @inlinable public static var loop: LinkType { LinkType(rawValue: 108) }
    /// Linux cooked capture, as `tcpdump -i any` wrote it up to libpcap 1.9.
    @inlinable public static var linuxSLL: LinkType { LinkType(rawValue: 113) }
    /// Raw IPv4.
    @inlinable public static var ipv4: LinkType { LinkType(rawValue: 228) }
    /// Raw IPv6.
    @inlinable public static var ipv6: LinkType { LinkType(rawValue: 229) }
    /// Linux cooked capture version 2.
    @inlinable public static var linuxSLL2: LinkType { LinkType(rawValue: 276) }

    /// The layer that a packet starts with, nil for a link type that is not read.
    @inline(__always)
    var firstLayer: PacketLayer? {
        switch rawValue {
        case 0, 108: .loopback
        case 1: .ethernet
        case 12, 14, 101: .rawIP
        case 113: .linuxSLL
        case 228: .ipv4
        case 229: .ipv6
        case 276: .linuxSLL2
        case 9, 50: .ppp
        case 51: .pppoe
        case 104: .ciscoHDLC
        case 105: .wlan
        case 127: .radiotap
        case 192: .ppi
        case 219: .mpls
        case 239: .nflog
        default: nil
        }
    }

    /// Whether packets of this link type are read.
    public var isSupported: Bool { firstLayer != nil }
}
