import SeamBytes
import SeamPackets
import SeamStreams

extension Pipeline {
    /// Keeps a fragment; when it is the last one missing, its datagram is taken in the packet's place.
    ///
    /// What waits for others is counted as a packet without TCP. A datagram may hold a fragment again: the
    /// path grows with each, and the parser ends it.
    @inline(never)
    mutating func take(
        _ fragment: IPFragment,
        _ bytes: RawSpan,
        _ path: PacketPath,
        _ packets: [Int],
        _ number: Int,
        _ time: Timestamp
    ) {
        let datagram = fragments.add(fragment, bytes, path: path, packets: packets, time: time)
        guard let datagram else { return issues.add(.fragment(fragment)) }
        switch PacketParser.parse(datagram) {
        case .tcp(let packet):
            flush()
            observer?.datagram(in: datagram.packets, completedBy: number)
            take(packet, datagram.bytes.rawSpan, number, time)
            if paths.count < table.count { paths.append(PacketParser.path(of: datagram), at: table.newest) }
            if datagram.hasConflict { noteConflict(packet, number) }
        case .other(.fragment(let inner)):
            let path = PacketParser.path(of: datagram)
            take(inner, datagram.bytes.rawSpan, path, datagram.packets, number, time)
        case .other(let issue):
            issues.add(issue)
        }
    }

    private mutating func noteConflict(_ packet: TCPPacket, _ number: Int) {
        guard case .known(let place, let side) = table.look(from: packet.source, to: packet.destination)
        else { return }
        note(.fragmentConflict, at: place, from: side, number)
    }
}
