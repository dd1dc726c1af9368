import SeamBytes
import SeamCapture
import Testing

@Suite struct PcapWriterTests {
    private let time = Timestamp(nanoseconds: 1_700_000_000_123_456_789)

    @Test("a capture in nanoseconds is laid out as the draft says")
    func nanoseconds() {
        var writer = PcapWriter(linkType: 1)
        writer.append(time: time, bytes: [1, 2, 3, 4], originalLength: 60)
        #expect(
            writer.bytes
                == hex(
                    """
                    4d3cb2a1 0200 0400 00000000 00000000 00000400 01000000
                    00f15365 15cd5b07 04000000 3c000000 01020304
                    """
                )
        )
    }

    @Test("a capture in microseconds cuts the time down")
    func microseconds() {
        var writer = PcapWriter(linkType: 113, precision: .microseconds)
        writer.append(time: time, bytes: [0xaa])
        #expect(
            writer.bytes
                == hex(
                    """
                    d4c3b2a1 0200 0400 00000000 00000000 00000400 71000000
                    00f15365 40e20100 01000000 01000000 aa
                    """
                )
        )
    }

    @Test("raw IP gets the number that it has in files on every system")
    func rawLinkType() {
        let directory = TemporaryDirectory()
        let linkType = Reading(directory.file("a.pcap", rawIP)).files.map(\.linkType)
        #expect(linkType.map { Array(PcapWriter(linkType: $0).bytes[20...]) } == [hex("65000000")])
    }

    @Test(
        "times outside of the format's are put at its ends",
        arguments: [(-1, "00000000 00000000"), (.max, "ffffffff ffc99a3b")]
    )
    func clampedTimes(nanoseconds: Int, bytes: String) {
        var writer = PcapWriter(linkType: 1)
        writer.append(time: Timestamp(nanoseconds: nanoseconds), bytes: [])
        #expect(Array(writer.bytes[24..<32]) == hex(bytes))
    }

    @Test("a packet over the snap length is cut and says how long it was")
    func snapLength() {
        var writer = PcapWriter(linkType: 1)
        writer.append(time: time, bytes: [UInt8](repeating: 7, count: 262_145))
        #expect(Array(writer.bytes[32..<40]) == hex("00000400 01000400"))
        #expect(writer.bytes.count == 24 + 16 + 262_144)
    }

    @Test("a file takes packets piece by piece and is whole after the last flush")
    func file() throws {
        let directory = TemporaryDirectory()
        let path = "\(directory.path)/a.pcap"
        var writer = try PcapFileWriter(path: path, linkType: 1)
        let payload = [UInt8](repeating: 7, count: 40_000)
        for second in 1...3 {
            let time = Timestamp(seconds: second, nanoseconds: 0)
            try unsafe writer.append(time: time, bytes: payload.span.bytes)
        }
        #expect(Reading(path).numbers == [1, 2])
        try writer.flush()
        let reading = Reading(path)
        #expect(reading.error == nil)
        #expect(reading.records.map(\.nanoseconds) == [1_000_000_000, 2_000_000_000, 3_000_000_000])
        #expect(reading.records.allSatisfy { $0.bytes == payload })
    }

    @Test("a directory that is not there is told in the system's words")
    func unwritable() {
        #expect {
            _ = try PcapFileWriter(path: "/nowhere/a.pcap", linkType: 1)
        } throws: {
            ($0 as? CaptureError)?.kind == .unwritable
        }
    }
}
