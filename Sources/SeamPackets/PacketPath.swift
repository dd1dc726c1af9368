/// The layers that a packet's TCP was found behind, from the link inwards, and the addresses outside a tunnel.
///
///     ethernet/ipv4/udp/vxlan/ethernet/ipv4      outer: 192.0.2.1 to 192.0.2.2
///
/// It is not part of `TCPPacket`: that is copied for every packet, and 16 bytes more made its copies half as
/// slow again, as loads then wait for stores. Who wants to show the path asks for it, once a connection.
public struct PacketPath: Sendable {
    /// The most layers in front of TCP; a packet with more is given up, which ends loops.
    public static let capacity = 16

    /// The ends of a tunnel.
    public struct Ends: Hashable, Sendable {
        /// Who sent the packet that has the tunnel in it.
        public var source: IPAddress
        /// Who it is for.
        public var destination: IPAddress
    }

    /// One byte a layer, the innermost lowest.
    private var codes: UInt128 = 0
    private var outermost: Ends?
    private var isTunnel = false

    /// The path of a packet that has not been looked at.
    init() {}

    /// The path of the most usual packets.
    static var usual: PacketPath {
        var path = PacketPath()
        path.codes = UInt128(PacketLayer.ethernet.rawValue) << 8 | UInt128(PacketLayer.ipv4.rawValue)
        return path
    }

    /// How many layers there are.
    public var count: Int { (UInt128.bitWidth - codes.leadingZeroBitCount + 7) / 8 }

    /// The layers, the outermost first.
    public var layers: [PacketLayer] {
        (0..<count).reversed().compactMap { place in
            PacketLayer(rawValue: UInt8(truncatingIfNeeded: codes >> (8 * place)))
        }
    }

    /// The addresses of the outermost IP header when another is inside it; nil without a tunnel through IP.
    public var outer: Ends? { isTunnel ? outermost : nil }

    /// Goes through one more layer; false when that is one too many.
    mutating func add(_ layer: PacketLayer) -> Bool {
        guard count < PacketPath.capacity else { return false }
        codes = codes << 8 | UInt128(layer.rawValue)
        return true
    }

    /// Notes the addresses of an IP header.
    mutating func note(_ source: IPAddress, _ destination: IPAddress) {
        isTunnel = outermost != nil
        outermost = outermost ?? Ends(source: source, destination: destination)
    }
}

extension PacketPath: Hashable {
    /// Whether both tell the same; the addresses are part of it only where they are a tunnel's.
    public static func == (left: PacketPath, right: PacketPath) -> Bool {
        left.codes == right.codes && left.outer == right.outer
    }

    /// Hashes what it tells.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(codes)
        hasher.combine(outer)
    }
}

extension PacketPath: CustomStringConvertible {
    /// The names of the layers with slashes between them: `ethernet/vlan/ipv4`.
    public var description: String { layers.map { "\($0.name)" }.joined(separator: "/") }
}
