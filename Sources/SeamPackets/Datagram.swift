import SeamBytes

/// What an IP packet carried that was sent in fragments, put together again (RFC 791 §3.2, RFC 8200 §4.5).
public struct Datagram: Sendable {
    /// The sender.
    public var source: IPAddress
    /// The receiver.
    public var destination: IPAddress
    /// What the datagram carries.
    public var protocolNumber: IPProtocol
    /// The identification of the IPv4 header, nil for IPv6.
    public var identification: UInt16?
    /// The time to live, or hop limit, of the first fragment.
    public var timeToLive: UInt8
    /// The layers that the first fragment came in, the IP header it belongs to among them.
    public var path: PacketPath
    /// The bytes behind the IP header, up to the first one that the snap length cut off.
    public var bytes: [UInt8]
    /// How many bytes there were on the wire.
    public var length: Int
    /// The numbers of the packets that brought them, in order.
    public var packets: [Int]
    /// Whether fragments overlapped with different bytes; the first copy of each byte is here.
    public var hasConflict: Bool
}

extension PacketWalk {
    /// The walk through a datagram, from behind its IP header on.
    init(_ datagram: Datagram) {
        self.init(rest: PacketExtent(captured: datagram.bytes.count, originalLength: datagram.length))
        source = datagram.source
        destination = datagram.destination
        identification = datagram.identification
        timeToLive = datagram.timeToLive
    }
}

extension PacketParser {
    /// Reads what a datagram carries; ranges are those of its bytes.
    public static func parse(_ datagram: Datagram) -> PacketContent {
        let number = datagram.protocolNumber
        guard let first = number.layer else { return .other(.notTCP(number)) }
        var walk = PacketWalk(datagram)
        return content(of: datagram.bytes.rawSpan, &walk, from: first, depth: datagram.path.count)
    }
}
