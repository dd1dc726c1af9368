/// A protocol between the link and TCP that is read; the raw value is its stable name, for people and for JSON.
///
/// To add one: a case here, a file with its parser and emitter, a line in the `switch` of
/// `PacketParser`, and a line in the table that leads to it (`LinkType.firstLayer`, `EtherType.layer` or
/// `IPProtocol.layer`).
public enum PacketLayer: String, Hashable, Sendable, CaseIterable {
    /// Ethernet II and IEEE 802.3.
    case ethernet
    /// An 802.1Q or 802.1ad tag.
    case vlan
    /// 802.2 logical link control, with SNAP.
    case llc
    /// BSD loopback, NULL and LOOP.
    case loopback
    /// Linux cooked capture.
    case linuxSLL = "linux-sll"
    /// Linux cooked capture version 2.
    case linuxSLL2 = "linux-sll2"
    /// IP of either version, told by its first 4 bits.
    case rawIP = "raw-ip"
    /// IPv4.
    case ipv4
    /// IPv6.
    case ipv6
    /// A hop-by-hop or destination options header of IPv6.
    case ipv6Options = "ipv6-options"
    /// A routing header of IPv6.
    case ipv6Routing = "ipv6-routing"
    /// A fragment header of IPv6.
    case ipv6Fragment = "ipv6-fragment"
    /// An IP authentication header.
    case authentication = "ah"
    /// TCP.
    case tcp
}
