// The path of a packet, walked once more for those who show it.

import SeamBytes

extension PacketParser {
    /// The layers that `parse` goes through: those in front of the TCP, or as far as it gets.
    public static func path(of bytes: RawSpan, originalLength: Int, linkType: LinkType) -> PacketPath {
        var packet = TCPPacket()
        if readUsual(bytes, linkType: linkType, into: &packet) { return .usual }
        guard let first = linkType.firstLayer else { return PacketPath() }
        let rest = PacketExtent(captured: bytes.byteCount, originalLength: originalLength)
        return path(of: bytes, PacketWalk(rest: rest), from: first, behind: PacketPath())
    }

    /// The layers in front of the TCP in a datagram, those that its first fragment came in among them.
    public static func path(of datagram: Datagram) -> PacketPath {
        guard let first = datagram.protocolNumber.layer else { return datagram.path }
        return path(of: datagram.bytes.rawSpan, PacketWalk(datagram), from: first, behind: datagram.path)
    }

    @inline(never)
    private static func path(
        of bytes: RawSpan,
        _ start: PacketWalk,
        from first: PacketLayer,
        behind outside: PacketPath
    ) -> PacketPath {
        var walk = start
        var path = outside
        var next: PacketLayer? = first
        while let layer = next, layer != .tcp, path.add(layer) {
            do throws(PacketIssue) {
                next = try self.next(after: layer, bytes, &walk)
            } catch {
                next = nil
            }
            if layer == .ipv4 || layer == .ipv6 { path.note(walk.source, walk.destination) }
        }
        return path
    }
}
