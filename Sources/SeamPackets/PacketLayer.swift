/// A protocol between the link and TCP that is read.
///
/// To add one: a case and its name here, a file with its parser and emitter, a line in a `switch` of
/// `PacketParser`, and a line in the table that leads to it (`LinkType.firstLayer`, `EtherType.layer`,
/// `IPProtocol.layer` or `UDPHeader.layer`).
public enum PacketLayer: UInt8, Hashable, Sendable, CaseIterable {
    // From 1: in a `PacketPath` 0 is a place without a layer.
    /// Ethernet II and IEEE 802.3.
    case ethernet = 1
    /// An 802.1Q or 802.1ad tag.
    case vlan
    /// 802.2 logical link control, with SNAP.
    case llc
    /// BSD loopback, NULL and LOOP.
    case loopback
    /// Linux cooked capture.
    case linuxSLL
    /// Linux cooked capture version 2.
    case linuxSLL2
    /// What Linux's netfilter logged.
    case nflog
    /// IP of either version, told by its first 4 bits.
    case rawIP
    /// PPP, in frames like those of HDLC or alone.
    case ppp
    /// The session stage of PPP over Ethernet.
    case pppoe
    /// HDLC as Cisco has it.
    case ciscoHDLC
    /// Per-packet information in front of a packet of another link type.
    case ppi
    /// What a radio knows of an 802.11 frame.
    case radiotap
    /// An 802.11 frame.
    case wlan
    /// An entry of an MPLS label stack.
    case mpls
    /// IPv4.
    case ipv4
    /// IPv6.
    case ipv6
    /// A hop-by-hop or destination options header of IPv6.
    case ipv6Options
    /// A routing header of IPv6.
    case ipv6Routing
    /// A fragment header of IPv6.
    case ipv6Fragment
    /// An IP authentication header.
    case authentication
    /// Generic routing encapsulation.
    case gre
    /// A mirrored frame, behind GRE.
    case erspan
    /// UDP, as far as it carries tunnels.
    case udp
    /// VXLAN.
    case vxlan
    /// GENEVE.
    case geneve
    /// The user plane of GTP.
    case gtpu
    /// Teredo.
    case teredo
    /// The layer 2 tunneling protocol, version 2.
    case l2tp
    /// TCP.
    case tcp

    /// The stable name, for people and for JSON.
    public var name: StaticString {
        switch self {
        case .ethernet: "ethernet"
        case .vlan: "vlan"
        case .llc: "llc"
        case .loopback: "loopback"
        case .linuxSLL: "linux-sll"
        case .linuxSLL2: "linux-sll2"
        case .nflog: "nflog"
        case .rawIP: "raw-ip"
        case .ppp: "ppp"
        case .pppoe: "pppoe"
        case .ciscoHDLC: "cisco-hdlc"
        case .ppi: "ppi"
        case .radiotap: "radiotap"
        case .wlan: "802.11"
        case .mpls: "mpls"
        case .ipv4: "ipv4"
        case .ipv6: "ipv6"
        case .ipv6Options: "ipv6-options"
        case .ipv6Routing: "ipv6-routing"
        case .ipv6Fragment: "ipv6-fragment"
        case .authentication: "ah"
        case .gre: "gre"
        case .erspan: "erspan"
        case .udp: "udp"
        case .vxlan: "vxlan"
        case .geneve: "geneve"
        case .gtpu: "gtp-u"
        case .teredo: "teredo"
        case .l2tp: "l2tp"
        case .tcp: "tcp"
        }
    }
}
