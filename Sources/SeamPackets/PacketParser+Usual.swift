import SeamBytes

extension PacketParser {
    /// Reads a packet of the most usual kind, whole and without surprise: TCP over IPv4 without options over Ethernet.
    ///
    /// False for any other, which `parse` reads, from layer to layer; that takes three times as long. For who reads
    /// millions: nothing is returned but that, as what is returned is copied once its fields are written and before they
    /// have reached the cache, which makes the processor wait.
    public static func readUsual(_ bytes: RawSpan, linkType: LinkType, into packet: inout TCPPacket) -> Bool {
        guard linkType == .ethernet else { return false }
        let headers = 14 + IPv4Header.minimumLength + TCPHeader.minimumLength
        guard bytes.byteCount >= headers else { return false }
        let header = HeaderBytes(bytes, at: 0, count: headers)
        // EtherType IPv4; version 4 and five words of header; no part of a fragment; TCP.
        guard header.word(12) == 0x0800, header[14] == 0x45, header.word(20) & 0x3FFF == 0, header[23] == 6
        else { return false }
        let totalLength = Int(header.word(16))
        let word = header.word(46)
        let length = Int(word >> 12) &* 4
        let start = 34 &+ length
        let end = 14 &+ totalLength
        // Captured to its end; padding or a trailer may follow.
        guard length >= TCPHeader.minimumLength, start <= end, end <= bytes.byteCount else { return false }
        packet.source = Endpoint(address: header.ipv4Address(26), port: header.word(34))
        packet.destination = Endpoint(address: header.ipv4Address(30), port: header.word(36))
        packet.segment.sequence = header.long(38)
        packet.segment.acknowledgment = header.long(42)
        packet.segment.flags = TCPFlags(rawValue: word & 0x0FFF)
        packet.segment.window = header.word(48)
        packet.segment.urgentPointer = header.word(52)
        packet.segment.identification = header.word(18)
        packet.segment.timeToLive = header[22]
        packet.segment.place(options: headers, payload: start, end: end)
        packet.segment.payloadLength = end &- start
        return true
    }
}
