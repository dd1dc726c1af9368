// Issues counted by reason: what they say without the numbers of the one packet.

extension PacketIssue {
    /// The issue without the numbers of the one packet, so that issues with one reason are equal.
    public var reason: PacketIssue {
        switch self {
        case .fragment(var piece):
            let nobody = IPAddress(high: 0, low: 0)
            (piece.source, piece.destination) = (nobody, nobody)
            (piece.identification, piece.offset, piece.hasMore) = (0, 0, true)
            (piece.payload, piece.payloadLength, piece.timeToLive) = (0..<0, 0, 0)
            return .fragment(piece)
        case .truncated(let layer, _, _): return .truncated(layer, required: 0, had: 0)
        case .short(let layer, _, _): return .short(layer, required: 0, had: 0)
        case .badHeaderLength(let layer, _): return .badHeaderLength(layer, 0)
        case .badVersion(let layer, _): return .badVersion(layer, 0)
        case .unsupportedLinkType, .notIP, .notTCP, .tooManyLayers, .encrypted, .partialFrame: return self
        }
    }

    /// The reason in words.
    public var reasonText: String {
        switch self {
        case .fragment(let piece): "IP fragment of \(piece.protocolNumber) that waits for others"
        case .truncated(let layer, _, _): "cut by the snap length inside the \(layer.name) header"
        case .short(let layer, _, _): "ends too soon, inside the \(layer.name) header"
        case .badHeaderLength(let layer, _): "a length that the \(layer.name) header cannot have"
        case .badVersion(let layer, _): "a version that the \(layer.name) header cannot have"
        case .notIP(.ethernet, 0x0806), .notIP(.vlan, 0x0806): "ARP, not IP"
        case .notIP(.linuxSLL, 0x0806), .notIP(.linuxSLL2, 0x0806): "ARP, not IP"
        default: description
        }
    }
}
