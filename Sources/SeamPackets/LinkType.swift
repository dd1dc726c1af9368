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
    var firstLayer: PacketLayer? {
        switch rawValue {
        case 0, 108: .loopback
        case 1: .ethernet
        case 12, 14, 101: .rawIP
        case 113: .linuxSLL
        case 228: .ipv4
        case 229: .ipv6
        case 276: .linuxSLL2
        default: nil
        }
    }

    /// Whether packets of this link type are read.
    public var isSupported: Bool { firstLayer != nil }
}

extension LinkType {
    /// The name in libpcap's list, or `DLT` and the number for one that is not named here.
    public var name: String {
        switch rawValue {
        case 0: "NULL"
        case 1: "EN10MB"
        case 8: "SLIP"
        case 9: "PPP"
        case 10: "FDDI"
        case 12, 14, 101: "RAW"
        case 50: "PPP_SERIAL"
        case 51: "PPP_ETHER"
        case 104: "C_HDLC"
        case 105: "IEEE802_11"
        case 108: "LOOP"
        case 109: "ENC"
        case 113: "LINUX_SLL"
        case 117: "PFLOG"
        case 119: "PRISM_HEADER"
        case 127: "IEEE802_11_RADIO"
        case 147...162: "USER\(rawValue - 147)"
        case 163: "IEEE802_11_RADIO_AVS"
        case 187: "BLUETOOTH_HCI_H4"
        case 189: "USB_LINUX"
        case 192: "PPI"
        case 195: "IEEE802_15_4"
        case 220: "USB_LINUX_MMAPPED"
        case 228: "IPV4"
        case 229: "IPV6"
        case 239: "NFLOG"
        case 249: "USBPCAP"
        case 253: "NETLINK"
        case 258: "PKTAP"
        case 276: "LINUX_SLL2"
        default: "DLT \(rawValue)"
        }
    }
}
