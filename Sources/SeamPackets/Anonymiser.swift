import SeamBytes

/// Replaces who talks in packets: network cards, hosts and ports of all layers, inside tunnels too.
///
/// The same one is replaced by the same one everywhere. Checksums that were right stay right. What may hold addresses
/// and is not read is blanked: IPv4 and IPv6 options, GENEVE options, unknown TCP options, attributes of NFLOG and PPI,
/// Teredo's origin, and bytes behind the TCP packet. Payload is kept unless another is given.
///
/// All packets are surveyed before the first is replaced, so that no replacement is an original.
public struct Anonymiser: Sendable {
    private var map = AddressMap()
    private var isSurveyed = false

    /// An anonymiser that has seen nothing.
    public init() {}

    /// The hosts that have been met, in that order.
    public var hosts: [IPAddress] { map.order }

    /// The network cards that have been met, in that order.
    public var cards: [MACAddress] { map.cardOrder }

    /// What stands for a TCP port, once all packets have been surveyed.
    public func port(_ port: UInt16) -> UInt16 {
        var map = map
        return map.port(port)
    }

    /// Takes note of what a packet holds.
    ///
    /// - Throws: the issue of a packet that cannot be anonymised: one whose TCP is not reached, unless it is a
    ///   fragment that carries TCP.
    public mutating func survey(
        _ bytes: RawSpan,
        originalLength: Int,
        linkType: LinkType
    ) throws(PacketIssue) {
        _ = try edit(bytes, originalLength, linkType, payload: nil)
    }

    /// Takes note of the hosts and cards of any packet, also of one that is not to be replaced.
    public mutating func note(_ bytes: RawSpan, originalLength: Int, linkType: LinkType) {
        let anatomy = PacketAnatomy(of: bytes, originalLength: originalLength, linkType: linkType)
        var editor = PacketEditor(bytes)
        edit(anatomy.places, end: nil, &editor)
    }

    /// Sees to it that nothing is replaced by a host or card that another anonymiser has met.
    public mutating func avoid(_ other: Anonymiser) {
        map.others = (Set(other.hosts), Set(other.cards))
    }

    /// The packet with replacements, and with `payload` for the captured bytes of its payload unless that is nil.
    ///
    /// - Throws: as `survey`.
    public mutating func replacing(
        _ bytes: RawSpan,
        originalLength: Int,
        linkType: LinkType,
        payload: [UInt8]? = nil
    ) throws(PacketIssue) -> [UInt8] {
        if !isSurveyed {
            map.settle()
            isSurveyed = true
        }
        return try edit(bytes, originalLength, linkType, payload: payload)
    }

    private mutating func edit(
        _ bytes: RawSpan,
        _ originalLength: Int,
        _ linkType: LinkType,
        payload: [UInt8]?
    ) throws(PacketIssue) -> [UInt8] {
        let anatomy = PacketAnatomy(of: bytes, originalLength: originalLength, linkType: linkType)
        var piece: IPFragment?
        if let issue = anatomy.issue {
            guard case .fragment(let fragment) = issue, fragment.protocolNumber == .tcp else { throw issue }
            piece = fragment
        }
        var editor = PacketEditor(bytes)
        let places = anatomy.places
        edit(places, end: piece?.payload.lowerBound, &editor)
        if let piece, piece.offset == 0 { editPorts(at: piece.payload.lowerBound, &editor) { $0.port($1) } }
        if piece == nil { editor.clear(anatomy.end..<editor.bytes.count) }
        if let payload,
            case .tcp(let packet) = PacketParser.parse(
                bytes,
                originalLength: originalLength,
                linkType: linkType
            )
        {
            editor.replace(at: packet.payload.lowerBound, with: payload.prefix(packet.payload.count))
        }
        // From the inside outwards: an outer checksum covers the inner ones.
        if let piece, piece.offset == 0,
            let outer = places.last(where: { $0.layer == .ipv4 || $0.layer == .ipv6 })
        {
            let ranges = [piece.payload, Self.pseudoHeader(of: outer)]
            editor.move(checksumAt: piece.payload.lowerBound + 16, over: ranges)
        }
        for index in places.indices.reversed() { moveChecksum(of: index, places, &editor) }
        return editor.bytes
    }

    /// Edits the headers; the last one ends at `end`, or where its layer does.
    private mutating func edit(_ places: [PacketAnatomy.Place], end: Int?, _ editor: inout PacketEditor) {
        for (index, place) in places.enumerated() {
            let next = index + 1 < places.count ? places[index + 1].start : end ?? place.end
            edit(place, headerEnd: next, &editor)
        }
    }

    private func moveChecksum(of index: Int, _ places: [PacketAnatomy.Place], _ editor: inout PacketEditor) {
        let place = places[index]
        let outer = places[..<index].last { $0.layer == .ipv4 || $0.layer == .ipv6 }
        let covered = [place.start..<place.end] + (outer.map { [Self.pseudoHeader(of: $0)] } ?? [])
        switch place.layer {
        case .ipv4:
            let length = Int((editor.bytes[place.start] & 0x0F)) * 4
            editor.move(checksumAt: place.start + 10, over: [place.start..<place.start + length])
        case .udp: editor.move(checksumAt: place.start + 6, over: covered, isOptional: true)
        case .tcp: editor.move(checksumAt: place.start + 16, over: covered)
        case .gre where editor.bytes[place.start] & 0x80 != 0:
            editor.move(checksumAt: place.start + 4, over: [place.start..<place.end])
        default: break
        }
    }

    /// The addresses that checksums of TCP and UDP cover besides (RFC 9293 §3.1, RFC 8200 §8.1).
    private static func pseudoHeader(of place: PacketAnatomy.Place) -> Range<Int> {
        place.layer == .ipv4 ? place.start + 12..<place.start + 20 : place.start + 8..<place.start + 40
    }
}

extension Anonymiser {
    private mutating func edit(_ place: PacketAnatomy.Place, headerEnd: Int, _ editor: inout PacketEditor) {
        let start = place.start
        switch place.layer {
        case .ethernet: for offset in [0, 6] { editCard(at: start + offset, &editor) }
        case .wlan: editWLAN(start, headerEnd, &editor)
        case .linuxSLL: editCooked(at: start + 6, length: start + 5, &editor)
        case .linuxSLL2: editCooked(at: start + 12, length: start + 11, &editor)
        case .nflog: blankAttributes(start + 4, headerEnd - 4, &editor)
        case .ppi, .geneve: editor.clear(start + 8..<max(start + 8, headerEnd))
        case .ipv4:
            for offset in [12, 16] { editIPv4(at: start + offset, &editor) }
            blankOptions(start + 20..<max(start + 20, headerEnd), known: [0, 1, 148], &editor)
        case .ipv6: for offset in [8, 24] { editIPv6(at: start + offset, &editor) }
        case .ipv6Options: blankIPv6Options(start + 2..<max(start + 2, headerEnd), &editor)
        case .ipv6Routing:
            for offset in stride(from: start + 8, through: headerEnd - 16, by: 16) {
                editIPv6(at: offset, &editor)
            }
        case .teredo: blankTeredo(start, headerEnd, &editor)
        case .gre: blankRoutes(start, headerEnd, &editor)
        case .udp: editPorts(at: start, &editor) { $0.tunnelPort($1) }
        case .tcp:
            editPorts(at: start, &editor) { $0.port($1) }
            let length = start + 12 < editor.bytes.count ? Int(editor.bytes[start + 12] >> 4) * 4 : 20
            let end = min(start + max(20, length), editor.bytes.count)
            blankOptions(min(start + 20, end)..<end, known: [0, 1, 2, 3, 4, 5, 8, 28, 34], &editor)
        default: break
        }
    }

    private mutating func editCard(at start: Int, _ editor: inout PacketEditor) {
        guard start + 6 <= editor.bytes.count else { return }
        let bits = editor.bytes[start..<start + 6].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var writer = ByteWriter()
        map.card(MACAddress(rawValue: bits)).emit(into: &writer)
        editor.replace(at: start, with: writer.bytes)
    }

    private mutating func editIPv4(at start: Int, _ editor: inout PacketEditor) {
        guard start + 4 <= editor.bytes.count else { return }
        let bits = editor.bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var writer = ByteWriter()
        writer.write(bigEndian: map.host(IPAddress(ipv4: bits)).ipv4Bits)
        editor.replace(at: start, with: writer.bytes)
    }

    private mutating func editIPv6(at start: Int, _ editor: inout PacketEditor) {
        guard start + 16 <= editor.bytes.count else { return }
        let high = editor.bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = editor.bytes[start + 8..<start + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let other = map.host(IPAddress(high: high, low: low))
        var writer = ByteWriter()
        writer.write(bigEndian: other.high)
        writer.write(bigEndian: other.low)
        editor.replace(at: start, with: writer.bytes)
    }

    private mutating func editPorts(
        at start: Int,
        _ editor: inout PacketEditor,
        _ other: (inout AddressMap, UInt16) -> UInt16
    ) {
        for place in [start, start + 2] where place + 2 <= editor.bytes.count {
            let port = UInt16(editor.bytes[place]) << 8 | UInt16(editor.bytes[place + 1])
            let new = other(&map, port)
            editor.replace(at: place, with: [UInt8(new >> 8), UInt8(new & 0xFF)])
        }
    }

    /// The address of a cooked header; one that is no network card's is blanked.
    private mutating func editCooked(at start: Int, length: Int, _ editor: inout PacketEditor) {
        guard length < editor.bytes.count else { return }
        guard editor.bytes[length] == 6 else { return editor.clear(start..<start + 8) }
        editCard(at: start, &editor)
        editor.clear(start + 6..<start + 8)
    }

    private mutating func editWLAN(_ start: Int, _ end: Int, _ editor: inout PacketEditor) {
        for offset in [4, 10, 16] { editCard(at: start + offset, &editor) }
        let hasFourth = start + 1 < editor.bytes.count && editor.bytes[start + 1] & 0x03 == 0x03
        if hasFourth { editCard(at: start + 24, &editor) }
        // A frame of several starts with the addresses of the one inside (IEEE 802.11 §9.3.2.2.2).
        guard end - start >= (hasFourth ? 30 : 24) + 2 + 14 else { return }
        for offset in [14, 8] { editCard(at: end - offset, &editor) }
    }
}

// What is blanked since nobody needs it and it may tell who talks.

extension Anonymiser {
    /// Replaces options that are not among `known` by those of one byte that do nothing (1 in IPv4 and TCP).
    private func blankOptions(_ range: Range<Int>, known: Set<UInt8>, _ editor: inout PacketEditor) {
        var index = range.lowerBound
        while index < range.upperBound, index < editor.bytes.count, editor.bytes[index] != 0 {
            let kind = editor.bytes[index]
            guard kind != 1 else {
                index += 1
                continue
            }
            let written = index + 1 < editor.bytes.count ? Int(editor.bytes[index + 1]) : 0
            let length = min(max(2, written), range.upperBound - index)
            if !known.contains(kind) { editor.replace(at: index, with: repeatElement(1, count: length)) }
            index += length
        }
    }

    /// Zeros are options of one byte that only pad; a jumbogram needs its length (RFC 8200 §4.2, RFC 2675 §2).
    private func blankIPv6Options(_ range: Range<Int>, _ editor: inout PacketEditor) {
        let jumbo: UInt8 = 0xC2
        var index = range.lowerBound
        while index + 1 < min(range.upperBound, editor.bytes.count) {
            guard editor.bytes[index] != 0 else {
                index += 1
                continue
            }
            let length = min(2 + Int(editor.bytes[index + 1]), range.upperBound - index)
            if editor.bytes[index] != jumbo { editor.clear(index..<index + length) }
            index += length
        }
    }

    private func blankAttributes(_ start: Int, _ end: Int, _ editor: inout PacketEditor) {
        var index = start
        while index + 4 <= end, index + 4 <= editor.bytes.count {
            let isLittle = editor.bytes[index + 3] == 0 || editor.bytes[index + 2] != 0
            let pair = isLittle ? (index, index + 1) : (index + 1, index)
            let length = Int(editor.bytes[pair.0]) | Int(editor.bytes[pair.1]) << 8
            guard length >= 4, length <= end - index else { return }
            editor.clear(index + 4..<index + length)
            index += (length + 3) / 4 * 4
        }
    }

    private func blankTeredo(_ start: Int, _ end: Int, _ editor: inout PacketEditor) {
        var start = start
        if end - start >= 13, editor.bytes[start] == 0, editor.bytes[start + 1] == 1 {
            let length = 13 + Int(editor.bytes[start + 2]) + Int(editor.bytes[start + 3])
            guard length <= end - start else { return }
            editor.clear(start + 4..<start + length)
            start += length
        }
        if end - start >= 8 { editor.clear(start + 2..<start + 8) }
    }

    /// Source routes (RFC 1701) end in front of the payload; their addresses are blanked, their lengths kept.
    private func blankRoutes(_ start: Int, _ end: Int, _ editor: inout PacketEditor) {
        guard start < editor.bytes.count, editor.bytes[start] & 0x40 != 0 else { return }
        let flags = editor.bytes[start]
        var index = start + 8 + (flags & 0x20 != 0 ? 4 : 0) + (flags & 0x10 != 0 ? 4 : 0)
        while index + 4 <= end {
            let length = Int(editor.bytes[index + 3])
            guard length > 0, length <= end - index - 4 else { return }
            editor.clear(index + 4..<index + 4 + length)
            index += 4 + length
        }
    }
}
