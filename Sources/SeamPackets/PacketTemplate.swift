public import SeamBytes

/// A TCP packet to be made, from the link layer to the payload: lengths and checksums come out right.
///
///     var template = PacketTemplate(TCPHeader(from: client, to: server, flags: [.psh, .ack]), payload: [0x41])
///     template.vlanTags = [VLANTag(control: 7)]
///     let bytes = try template.bytes()
public struct PacketTemplate: Sendable {
    /// The TCP header; its endpoints' addresses are those of the IP header too.
    public var tcp: TCPHeader
    /// The payload.
    public var payload: [UInt8]
    /// What the packet starts with.
    public var linkType: LinkType
    /// Tags between link layer and IP, the outermost first; the link type must have a type field for them.
    public var vlanTags: [VLANTag]
    /// The time to live, or hop limit.
    public var timeToLive: UInt8
    /// The identification of IPv4; IPv6 has none.
    public var identification: UInt16

    /// A packet with this header and payload.
    public init(
        _ tcp: TCPHeader,
        payload: [UInt8] = [],
        linkType: LinkType = .ethernet,
        vlanTags: [VLANTag] = [],
        timeToLive: UInt8 = 64,
        identification: UInt16 = 0
    ) {
        self.tcp = tcp
        self.payload = payload
        self.linkType = linkType
        self.vlanTags = vlanTags
        self.timeToLive = timeToLive
        self.identification = identification
    }

    /// The packet's bytes; an error when it cannot be made.
    public func bytes() throws(PacketTemplateError) -> [UInt8] {
        var writer = ByteWriter()
        try emit(into: &writer)
        return writer.bytes
    }

    /// Writes the packet, or nothing when it cannot be made.
    public func emit(into writer: inout ByteWriter) throws(PacketTemplateError) {
        try check()
        let length = tcp.length + payload.count
        let headerLength = isIPv4 ? IPv4Header.minimumLength : IPv6Header.headerLength
        emitLink(networkLength: headerLength + length, into: &writer)
        if isIPv4 {
            let header = IPv4Header(
                source: tcp.source.address,
                destination: tcp.destination.address,
                protocolNumber: .tcp,
                timeToLive: timeToLive,
                identification: identification
            )
            header.emit(payloadLength: length, into: &writer)
        } else {
            let header = IPv6Header(
                source: tcp.source.address,
                destination: tcp.destination.address,
                nextHeader: .tcp,
                hopLimit: timeToLive
            )
            header.emit(payloadLength: length, into: &writer)
        }
        tcp.emit(payload: payload, into: &writer)
    }

    private var isIPv4: Bool { tcp.source.address.isIPv4 }

    private func check() throws(PacketTemplateError) {
        guard isIPv4 == tcp.destination.address.isIPv4 else { throw .mixedFamilies }
        let optionsLength = tcp.options.count
        guard optionsLength <= TCPHeader.maximumOptionsLength else { throw .optionsTooLong(optionsLength) }
        guard let layer = linkType.firstLayer else { throw .unsupportedLinkType(linkType) }
        switch layer {
        case .ipv4 where !isIPv4, .ipv6 where isIPv4: throw .familyNotOfLinkType(linkType)
        case .ethernet, .linuxSLL, .linuxSLL2: break
        default: guard vlanTags.isEmpty else { throw .tagsNotOfLinkType(linkType) }
        }
    }

    /// Writes what stands in front of an IP packet of `networkLength` bytes.
    private func emitLink(networkLength: Int, into writer: inout ByteWriter) {
        let network = EtherType(of: tcp.source.address)
        let family = Loopback.Family(of: tcp.source.address)
        let type = vlanTags.first?.type ?? network
        let sender = MACAddress(madeFrom: tcp.source.address)
        switch linkType.firstLayer {
        case .ethernet:
            let receiver = MACAddress(madeFrom: tcp.destination.address)
            Ethernet.emit(to: receiver, from: sender, type: type, into: &writer)
        case .linuxSLL: LinuxSLL.emit(.fromUs, from: sender, type: type, into: &writer)
        case .linuxSLL2: LinuxSLL2.emit(.fromUs, from: sender, interface: 1, type: type, into: &writer)
        case .loopback:
            let order: ByteOrder = linkType == .loop ? .big : .little
            Loopback.emit(family, order: order, into: &writer)
        case .nflog: NFLog.emit(family, payloadLength: networkLength, order: .little, into: &writer)
        case .ciscoHDLC: CiscoHDLC.emit(type: network, into: &writer)
        case .ppp: PPP.emit(.init(of: tcp.source.address), into: &writer)
        case .pppoe:
            PPPoE.emit(session: 1, payloadLength: 2 + networkLength, into: &writer)
            PPP.emit(.init(of: tcp.source.address), isFramed: false, into: &writer)
        case .mpls: MPLSLabel.emit([MPLSLabel(MPLSLabel.firstFree)], into: &writer)
        case .wlan, .radiotap, .ppi: emitWireless(network, into: &writer)
        default: break
        }
        VLANTag.emit(vlanTags, payload: network, into: &writer)
    }

    /// Writes an 802.11 frame's headers, and what the link type has in front of them.
    private func emitWireless(_ network: EtherType, into writer: inout ByteWriter) {
        switch linkType.firstLayer {
        case .radiotap: Radiotap.emit(into: &writer)
        case .ppi: PPI.emit(.wlan, into: &writer)
        default: break
        }
        let receiver = MACAddress(madeFrom: tcp.destination.address)
        WLAN.emit(to: receiver, from: MACAddress(madeFrom: tcp.source.address), into: &writer)
        LLC.emit(type: network, into: &writer)
    }
}

/// Why a packet cannot be made.
public enum PacketTemplateError: Error, Hashable, Sendable {
    /// One endpoint is IPv4, the other IPv6.
    case mixedFamilies
    /// The TCP options have this many bytes, more than 40.
    case optionsTooLong(Int)
    /// Packets of the link type are not written.
    case unsupportedLinkType(LinkType)
    /// The link type carries the other version of IP only.
    case familyNotOfLinkType(LinkType)
    /// The link type has no place for VLAN tags.
    case tagsNotOfLinkType(LinkType)
}

extension PacketTemplateError: CustomStringConvertible {
    /// The error in words.
    public var description: String {
        switch self {
        case .mixedFamilies: "one endpoint is IPv4 and the other IPv6"
        case .optionsTooLong(let count): "TCP options of \(count) bytes, at most 40 fit"
        case .unsupportedLinkType(let type): "link type \(type.name) (\(type.rawValue)) is not supported"
        case .familyNotOfLinkType(let type): "link type \(type.name) carries the other version of IP only"
        case .tagsNotOfLinkType(let type): "link type \(type.name) has no place for VLAN tags"
        }
    }
}
