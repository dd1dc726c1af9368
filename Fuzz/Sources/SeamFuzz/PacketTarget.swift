import Seam

extension FuzzTarget {
    /// Any bytes of any link type: a TCP packet whose ranges lie inside them, or an issue.
    ///
    ///     | link type 1 | bytes cut off by the snap length 2 | packet |
    static let packets = FuzzTarget(name: "packets") { bytes in
        var input = FuzzInput(bytes)
        let linkType = LinkType(rawValue: PacketSeed.linkTypes.pick(input.byte()))
        let cut = input.word()
        let packet = input.rest
        let length = packet.byteCount + cut
        switch PacketParser.parse(packet, originalLength: length, linkType: linkType) {
        case .tcp(let tcp): check(tcp, in: packet, cut: cut)
        case .other(let issue): demand(!issue.description.isEmpty && !issue.id.isEmpty, "an issue has words")
        }
    }

    private static func check(_ tcp: TCPPacket, in packet: RawSpan, cut: Int) {
        let captured = 0...packet.byteCount
        demand(captured.contains(tcp.options.lowerBound), "options start in the packet")
        demand(tcp.options.upperBound <= tcp.payload.lowerBound, "the payload follows the options")
        demand(captured.contains(tcp.payload.upperBound), "the payload ends in the packet")
        demand(tcp.options.count <= TCPHeader.maximumOptionsLength, "options have at most 40 bytes")
        let missing = tcp.payloadLength - tcp.payload.count
        demand((0...cut).contains(missing), "of the payload at most what was cut is missing")
        _ = TCPOptions(packet.extracting(tcp.options)).bytes
        demand(!tcp.source.description.isEmpty, "an endpoint has a text")
    }
}

/// Seeds of the target `packets`.
enum PacketSeed {
    /// The link types that are read, by their numbers in libpcap and in files, and one that is not.
    static let linkTypes: [Int32] = [0, 1, 12, 14, 101, 108, 113, 228, 229, 276, 147]

    /// The seed of a captured packet, nil for a link type that has no place in the list.
    static func seed(_ packet: borrowing CapturedPacket) -> [UInt8]? {
        guard let place = linkTypes.firstIndex(of: packet.linkType) else { return nil }
        let cut = min(packet.originalLength - packet.bytes.byteCount, 0xFFFF)
        return [UInt8(place), UInt8(cut >> 8), UInt8(cut & 0xFF)] + [UInt8](copying: packet.bytes)
    }
}
