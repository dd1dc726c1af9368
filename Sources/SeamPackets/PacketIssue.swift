/// Why a packet gave no TCP: a value for counting and for telling a person, never a crash.
public enum PacketIssue: Error, Hashable, Sendable {
    /// The capture's link type is not read.
    case unsupportedLinkType(LinkType)
    /// The layer says that something other than IP follows: an EtherType, a SAP or an address family, by the layer.
    case notIP(PacketLayer, UInt32)
    /// The IP packet carries something else.
    case notTCP(IPProtocol)
    /// The IP packet is a piece of one sent in several.
    case fragment(IPFragment)
    /// The packet has more layers than are read.
    case tooManyLayers
    /// The layer's payload is encrypted.
    case encrypted(PacketLayer)
    /// The layer holds a piece of a frame that was sent in several; those of IP are `fragment`.
    case partialFrame(PacketLayer)
    /// The snap length cut the packet inside this layer's header: bytes needed and bytes captured.
    case truncated(PacketLayer, required: Int, had: Int)
    /// The packet, as its own lengths say, ends inside this layer's header: bytes needed and bytes there.
    case short(PacketLayer, required: Int, had: Int)
    /// A header length that the layer cannot have, in bytes.
    case badHeaderLength(PacketLayer, Int)
    /// A version number that the layer cannot have.
    case badVersion(PacketLayer, UInt8)
}

extension PacketIssue: CustomStringConvertible {
    /// A stable name, the same for all issues of a kind: the key to count by.
    public var id: String {
        switch self {
        case .unsupportedLinkType: "unsupported-link-type"
        case .notIP: "not-ip"
        case .notTCP: "not-tcp"
        case .fragment: "fragment"
        case .tooManyLayers: "too-many-layers"
        case .encrypted: "encrypted"
        case .partialFrame: "partial-frame"
        case .truncated: "truncated"
        case .short: "short"
        case .badHeaderLength: "bad-header-length"
        case .badVersion: "bad-version"
        }
    }

    /// The issue in words, with its numbers.
    public var description: String {
        switch self {
        case .unsupportedLinkType(let type):
            "link type \(type.name) (\(type.rawValue)) is not supported"
        case .notIP(let layer, let value):
            "\(layer.name) carries no IP but 0x\(String(value, radix: 16))"
        case .notTCP(let number):
            "\(number), not TCP"
        case .fragment(let piece):
            "IP fragment \(piece.offset)..<\(piece.offset + piece.payloadLength) of \(piece.protocolNumber)"
        case .tooManyLayers:
            "more than \(PacketPath.capacity) layers in front of TCP"
        case .encrypted(let layer):
            "the \(layer.name) payload is encrypted"
        case .partialFrame(let layer):
            "a piece of a frame of \(layer.name) that was sent in several"
        case .truncated(let layer, let required, let had):
            "cut by the snap length: the \(layer.name) header needs \(required) bytes, \(had) were captured"
        case .short(let layer, let required, let had):
            "ends too soon: the \(layer.name) header needs \(required) bytes, the packet has \(had)"
        case .badHeaderLength(let layer, let length):
            "the \(layer.name) header cannot have \(length) bytes"
        case .badVersion(let layer, let version):
            "the \(layer.name) header cannot have version \(version)"
        }
    }
}
