import SeamBytes
import SeamCapture
import Testing

@Suite struct PcapngWriterTests {
    private let time = Timestamp(nanoseconds: 1_700_000_000_123_456_789)  // 0x1797_9cfe_3d85_cd15

    @Test("a section, an interface in nanoseconds and a packet with a comment are laid out as the draft says")
    func layout() {
        var writer = PcapngWriter()
        writer.append(CaptureInterface(linkType: 1, snapLength: 96))
        unsafe writer.append(
            time: time,
            bytes: ([1, 2, 3] as [UInt8]).span.bytes,
            originalLength: 60,
            comments: ["hi"]
        )
        #expect(
            writer.takeBytes()
                == hex(
                    """
                    0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000
                    01000000 20000000 0100 0000 60000000 0900 0100 09000000 00000000 20000000
                    06000000 30000000 00000000 fe9c9717 15cd853d 03000000 3c000000 01020300
                    0100 0200 68690000 00000000 30000000
                    """
                )
        )
        #expect(writer.bytes.isEmpty)
    }

    @Test("names, secrets and statistics are laid out as the draft says")
    func sideBlocks() {
        var writer = PcapngWriter()
        writer.append(CaptureInterface(linkType: 1))
        _ = writer.takeBytes()
        writer.append(ResolvedName(address: [10, 0, 0, 1], names: ["a", "b"]))
        writer.append(DecryptionSecrets(bytes: Array("key".utf8)))
        var statistics = InterfaceStatistics()
        statistics.dropped = 5
        writer.append(statistics, time: Timestamp(nanoseconds: 1))
        #expect(
            writer.bytes
                == hex(
                    """
                    04000000 1c000000 0100 0800 0a000001 61006200 00000000 1c000000
                    0a000000 18000000 4b534c54 03000000 6b657900 18000000
                    05000000 28000000 00000000 00000000 01000000 0500 0800 0500000000000000 00000000 28000000
                    """
                )
        )
    }

    @Test("what is written is read back: sections, interfaces, packets, comments, names, secrets, statistics")
    func roundTrip() throws {
        var section = CaptureSection()
        section.hardware = "x86"
        section.operatingSystem = "OS"
        section.application = "seam"
        section.comments = ["who", "what"]
        var interface = CaptureInterface(linkType: 113, snapLength: 65_535)
        interface.name = "any"
        interface.details = "all of them"
        interface.filter = "tcp"
        interface.operatingSystem = "Linux"
        interface.comments = ["up"]
        interface.resolution = .nanoseconds
        var statistics = InterfaceStatistics()
        statistics.received = 1
        statistics.accepted = 2
        statistics.droppedBySystem = 3
        statistics.delivered = 4
        let name = ResolvedName(address: hex("20010db8000000000000000000000001"), names: ["c"])
        let secrets = DecryptionSecrets(type: 0x5747_4b4c, bytes: [0, 1, 2, 3, 4])

        let directory = TemporaryDirectory()
        let path = "\(directory.path)/a.pcapng"
        var writer = try PcapngFileWriter(path: path, section: section)
        let index = writer.append { content in
            content.append(name)
            content.append(secrets)
            return content.append(interface)
        }
        for count in 0..<5 {
            let bytes = [UInt8](repeating: UInt8(count), count: count)
            try unsafe writer.append(
                time: time,
                bytes: bytes.span.bytes,
                interface: index,
                comments: ["\(count)", "ä"]
            )
        }
        writer.append { $0.append(statistics, interface: index, time: time) }
        try writer.flush()

        let reading = Reading(path)
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes) == [[], [1], [2, 2], [3, 3, 3], [4, 4, 4, 4]])
        #expect(reading.records.allSatisfy { $0.nanoseconds == time.nanoseconds && $0.linkType == 113 })
        #expect(reading.comments == (0..<5).map { ["\($0)", "ä"] })
        interface.statistics = statistics
        #expect(reading.facts.interfaces == [interface])
        #expect(reading.facts.sections == [section])
        #expect(reading.facts.names == [name])
        #expect(reading.facts.secrets == [secrets])
    }

    @Test("a new section starts to count its interfaces again")
    func sections() {
        var writer = PcapngWriter()
        #expect(writer.append(CaptureInterface(linkType: 1)) == 0)
        #expect(writer.append(CaptureInterface(linkType: 101)) == 1)
        writer.append(CaptureSection())
        #expect(writer.append(CaptureInterface(linkType: 113)) == 0)
        unsafe writer.append(time: time, bytes: ([7] as [UInt8]).span.bytes)
        let directory = TemporaryDirectory()
        #expect(Reading(directory.file("a", writer.bytes)).records.map(\.linkType) == [113])
    }

    @Test("too long a packet is cut and says how long it was; too long a comment is cut")
    func limits() {
        var writer = PcapngWriter()
        writer.append(CaptureInterface(linkType: 1))
        let packet = [UInt8](repeating: 7, count: 262_145)
        let comment = String(repeating: "x", count: 65_536)
        unsafe writer.append(time: time, bytes: packet.span.bytes, comments: [comment])
        let directory = TemporaryDirectory()
        let reading = Reading(directory.file("a", writer.bytes))
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes.count) == [262_144])
        #expect(reading.records.map(\.originalLength) == [262_145])
        #expect(reading.comments.map { $0.map(\.count) } == [[65_535]])
    }

    @Test("times before the epoch become its start")
    func negativeTime() {
        var writer = PcapngWriter()
        writer.append(CaptureInterface(linkType: 1))
        writer.append(time: Timestamp(nanoseconds: -1), bytes: RawSpan())
        let directory = TemporaryDirectory()
        #expect(Reading(directory.file("a", writer.bytes)).records.map(\.nanoseconds) == [0])
    }
}
