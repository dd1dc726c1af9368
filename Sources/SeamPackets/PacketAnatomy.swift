import SeamBytes

/// Where the headers of a packet stand: what those who change a packet need and `PacketParser` does not keep.
///
///     | ethernet 0 | ipv4 14 | udp 34 | vxlan 42 | ethernet 50 | ipv4 64 | tcp 84 |
public struct PacketAnatomy: Sendable {
    /// A header.
    public struct Place: Hashable, Sendable {
        /// What it is of.
        public var layer: PacketLayer
        /// The offset of its first byte in the packet.
        public var start: Int
        /// The offset behind the last captured byte that the layer in front of it gives it.
        public var end: Int
    }

    /// The headers, the outermost first; TCP's is the last one where it is reached.
    public private(set) var places: [Place] = []
    /// Why TCP was not reached, nil when it was.
    public private(set) var issue: PacketIssue?
    /// The offset behind the last captured byte of what was reached: what follows is padding or a trailer.
    public private(set) var end = 0

    /// Walks through a packet as `PacketParser.parse` does.
    public init(of bytes: RawSpan, originalLength: Int, linkType: LinkType) {
        guard let first = linkType.firstLayer else {
            issue = .unsupportedLinkType(linkType)
            return
        }
        var walk = PacketWalk(rest: PacketExtent(captured: bytes.byteCount, originalLength: originalLength))
        var layer = first
        do throws(PacketIssue) {
            while places.count <= PacketPath.capacity {
                places.append(Place(layer: layer, start: walk.rest.start, end: walk.rest.capturedEnd))
                guard layer != .tcp else { break }
                layer = try PacketParser.next(after: layer, bytes, &walk)
            }
            if layer != .tcp { issue = .tooManyLayers }
        } catch {
            issue = error
        }
        end = walk.rest.capturedEnd
    }
}
