/// Where the walk through a packet's layers stands, and what the layers behind it have said.
struct PacketWalk {
    /// The bytes of the layers to come.
    var rest: PacketExtent
    /// The sender that the innermost IP header names.
    var source = IPAddress.unspecified
    /// The receiver that the innermost IP header names.
    var destination = IPAddress.unspecified
    /// The identification of the innermost IP header, nil for IPv6.
    var identification: UInt16?
    /// The time to live, or hop limit, of the innermost IP header.
    var timeToLive: UInt8 = 0

    /// The walk from the packet's first byte on.
    init(rest: PacketExtent) { self.rest = rest }
}
