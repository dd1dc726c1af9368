/// What a captured packet holds.
public enum PacketContent: Hashable, Sendable {
    /// A TCP packet.
    case tcp(TCPPacket)
    /// No TCP that can be read, and why.
    case other(PacketIssue)
}

/// From a captured packet to its TCP: a walk from layer to layer.
///
/// It allocates nothing, keeps nothing and believes nothing: any bytes give a TCP packet whose ranges lie
/// inside them, or an issue. Checksums are not verified, since offload leaves them wrong in honest captures.
/// Tunnels are walked through: the TCP is the first one met on the way in, with the addresses next to it.
public enum PacketParser {
    /// Reads a packet.
    ///
    /// `bytes` are those captured; `originalLength` is how many the packet had on the wire, in bytes. When it
    /// is greater the snap length cut the packet, and what is left is read.
    public static func parse(_ bytes: RawSpan, originalLength: Int, linkType: LinkType) -> PacketContent {
        guard let first = linkType.firstLayer else { return .other(.unsupportedLinkType(linkType)) }
        var walk = PacketWalk(rest: PacketExtent(captured: bytes.byteCount, originalLength: originalLength))
        return content(of: bytes, &walk, from: first, depth: 0)
    }

    /// Walks on from the layer `first`, which has `depth` layers in front of it.
    @inline(__always)
    static func content(
        of bytes: RawSpan,
        _ walk: inout PacketWalk,
        from first: PacketLayer,
        depth: Int
    ) -> PacketContent {
        do throws(PacketIssue) {
            var layer = first
            var depth = depth
            while layer != .tcp {
                guard depth < PacketPath.capacity else { throw .tooManyLayers }
                depth += 1
                layer = try next(after: layer, bytes, &walk)
            }
            return .tcp(try TCPHeader.parse(bytes, walk))
        } catch {
            return .other(error)
        }
    }

    /// Reads one layer.
    ///
    /// Those that few packets have are not inlined, so that the loop keeps its registers.
    @inline(__always)
    static func next(
        after layer: PacketLayer,
        _ bytes: RawSpan,
        _ walk: inout PacketWalk
    ) throws(PacketIssue) -> PacketLayer {
        switch layer {
        case .ethernet: try Ethernet.parse(bytes, &walk)
        case .vlan: try VLANTag.parse(bytes, &walk)
        case .llc: try LLC.parse(bytes, &walk)
        case .loopback: try Loopback.parse(bytes, &walk)
        case .linuxSLL: try LinuxSLL.parse(bytes, &walk)
        case .linuxSLL2: try LinuxSLL2.parse(bytes, &walk)
        case .rawIP: try RawIP.parse(bytes, &walk)
        case .ipv4: try IPv4Header.parse(bytes, &walk)
        case .ipv6: try IPv6Header.parse(bytes, &walk)
        case .ipv6Options: try IPv6Options.parse(bytes, &walk)
        case .ipv6Routing: try IPv6Routing.parse(bytes, &walk)
        case .ipv6Fragment: try IPv6Fragment.parse(bytes, &walk)
        case .authentication: try AuthenticationHeader.parse(bytes, &walk)
        case .nflog: try NFLog.parse(bytes, &walk)
        case .ppp: try PPP.parse(bytes, &walk)
        case .pppoe: try PPPoE.parse(bytes, &walk)
        case .ciscoHDLC: try CiscoHDLC.parse(bytes, &walk)
        case .ppi: try PPI.parse(bytes, &walk)
        case .radiotap: try Radiotap.parse(bytes, &walk)
        case .wlan: try WLAN.parse(bytes, &walk)
        case .mpls: try MPLSLabel.parse(bytes, &walk)
        case .gre: try GRE.parse(bytes, &walk)
        case .erspan: try ERSPAN.parse(bytes, &walk)
        case .udp: try UDPHeader.parse(bytes, &walk)
        case .vxlan: try VXLAN.parse(bytes, &walk)
        case .geneve: try GENEVE.parse(bytes, &walk)
        case .gtpu: try GTPU.parse(bytes, &walk)
        case .teredo: try Teredo.parse(bytes, &walk)
        case .l2tp: try L2TP.parse(bytes, &walk)
        case .tcp: .tcp
        }
    }
}
