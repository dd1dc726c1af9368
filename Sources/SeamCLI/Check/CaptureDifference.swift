import Seam

/// The bytes of a fixture's capture that are not those that were recorded.
///
/// The expectation has a checksum of the capture; where few bytes in a row have changed it tells which.
struct CaptureDifference {
    /// What changed, as indented lines.
    private(set) var text: String
    /// The half and the offset of the change, where it is one of the payload.
    private(set) var place: (half: HalfKey, offset: Int)?

    /// Compares; nil when nothing differs, or when the expectation does not say.
    init?(_ fixture: Fixture, _ header: FixtureOptions) throws(CommandError) {
        guard let wanted = header.sum, try fixture.sum() != wanted else { return nil }
        text = "  the capture is not the one that was recorded\n"
        let bytes = try Directory.contents(fixture.capture)
        var sum = CRC64()
        sum.append(bytes)
        let recorded = UInt64(wanted, radix: 16)
        guard let recorded, let burst = CRC64.burst(sum.value, recorded, count: bytes.count) else {
            text += "    it differs in more than 4 bytes in a row; seam check --update takes it as it is\n"
            return
        }
        let site = Site.find(burst.offset, fixture, header)
        place = site.place
        for (index, change) in burst.change.enumerated() where change != 0 {
            let now = bytes[burst.offset + index]
            text += "    byte \(burst.offset + index) of the file is \(Self.shown(now))"
            text += ", was \(Self.shown(now ^ change))\n"
        }
        text += "    that is \(site.words)\n"
    }

    /// A byte as hex, and as the character that it is.
    private static func shown(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        let character = (0x21...0x7E).contains(byte) ? " '\(Unicode.Scalar(byte))'" : ""
        return (digits.count < 2 ? "0" : "") + digits + character
    }
}

/// What stands at an offset of a classic pcap file.
private struct Site {
    /// What it is, in words.
    var words: String
    /// The half whose payload it is, and the offset in it.
    var place: (half: HalfKey, offset: Int)?

    /// The header of the file and that of each packet (draft-ietf-opsawg-pcap §4, §5).
    private static let fileHeader = 24
    private static let packetHeader = 16

    /// Finds out what the byte at `place` of the fixture's capture is.
    static func find(_ place: Int, _ fixture: Fixture, _ header: FixtureOptions) -> Site {
        guard place >= fileHeader else { return Site(words: "in the header of the file") }
        guard fixture.capture.hasSuffix(".pcap") else {
            return Site(words: "in one of the blocks of the file")
        }
        var start = fileHeader
        do throws(CaptureError) {
            var reader = try CaptureReader(files: [fixture.capture])
            while let packet = try reader.next() {
                let bytes = start + packetHeader
                start = bytes + packet.bytes.byteCount
                guard place < start else { continue }
                guard place >= bytes else {
                    return Site(words: "the time or a length of packet \(packet.number)")
                }
                return inside(packet, place - bytes, fixture, header)
            }
        } catch {
            return Site(words: "behind what can be read")
        }
        return Site(words: "behind the last packet")
    }

    /// What the byte at `index` of a packet is.
    private static func inside(
        _ packet: borrowing CapturedPacket,
        _ index: Int,
        _ fixture: Fixture,
        _ header: FixtureOptions
    ) -> Site {
        let content = PacketParser.parse(
            packet.bytes,
            originalLength: packet.originalLength,
            linkType: LinkType(rawValue: packet.linkType)
        )
        guard case .tcp(let tcp) = content, tcp.payload.contains(index) else {
            return Site(words: "byte \(index) of packet \(packet.number), which is no payload of TCP")
        }
        let finder = PayloadFinder(packet.number)
        // What is damaged behind the packet does not matter here.
        try? fixture.run(header).read(finder, while: { true })
        guard let (half, start) = finder.found else {
            return Site(words: "byte \(index) of packet \(packet.number), in no connection")
        }
        let offset = start + index - tcp.payload.lowerBound
        return Site(words: "byte \(offset) of the \(half), in packet \(packet.number)", place: (half, offset))
    }
}

/// Learns where the payload of one packet stands.
private final class PayloadFinder: Observer {
    private let number: Int
    private(set) var found: (half: HalfKey, offset: Int)?

    init(_ number: Int) { self.number = number }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        guard number == self.number else { return }
        found = (HalfKey(stream: stream, side: side), placement.range.start)
    }
}
