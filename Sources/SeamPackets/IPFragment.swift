/// A piece of an IP packet that was sent in several (RFC 791 §3.2, RFC 8200 §4.5): what putting them together needs.
///
/// The walk through a packet ends at a fragment, the first one too: its TCP header may be there, but what it
/// says belongs to the whole. `FragmentTable` puts the pieces together.
public struct IPFragment: Hashable, Sendable {
    /// The sender.
    public var source: IPAddress
    /// The receiver.
    public var destination: IPAddress
    /// What the pieces share: 16 bits in IPv4, 32 bits in IPv6.
    public var identification: UInt32
    /// The protocol that the whole carries.
    public var protocolNumber: IPProtocol
    /// Whether this is not the last piece.
    public var hasMore: Bool
    /// Where the piece's first byte stands in the whole, in bytes; a multiple of 8.
    public var offset: Int
    /// The piece's captured bytes, a half-open range of the packet's bytes.
    public var payload: Range<Int>
    /// How many bytes the piece had on the wire; the snap length may have cut some of them.
    public var payloadLength: Int
    /// The time to live, or hop limit, of the piece.
    public var timeToLive: UInt8
}

extension PacketWalk {
    /// What follows in the walk as a fragment, for either version of IP.
    func fragment(of number: IPProtocol, identification: UInt32, offset: Int, hasMore: Bool) -> IPFragment {
        IPFragment(
            source: source,
            destination: destination,
            identification: identification,
            protocolNumber: number,
            hasMore: hasMore,
            offset: offset,
            payload: rest.start..<rest.capturedEnd,
            payloadLength: rest.end - rest.start,
            timeToLive: timeToLive
        )
    }
}
