import SeamBytes
import SeamCapture
import Testing

@Suite("Dialects and limits of classic pcap") struct ClassicFormatTests {
    @Test(
        "the modified format has 8 bytes more in front of each packet",
        arguments: [
            "34cdb2a1 0200 0400 00000000 00000000 00000400 01000000 01000000 00000000 02000000 03000000 02000000 0800 00 00 aabb",
            "a1b2cd34 0002 0004 00000000 00000000 00040000 00000001 00000001 00000000 00000002 00000003 00000002 0008 00 00 aabb",
        ]
    )
    func modified(bytes: String) {
        let reading = Reading(bytes: hex(bytes))
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes) == [[0xaa, 0xbb]])
        #expect(reading.records.map(\.originalLength) == [3])
    }

    @Test(
        "before version 2.4 the lengths may be exchanged: the smaller one is the captured",
        arguments: ["0200", "0300"]
    )
    func exchangedLengths(minor: String) {
        let header = hex("d4c3b2a1 0200 \(minor) 00000000 00000000 00000400 01000000")
        let packet = hex("01000000 00000000 3c000000 02000000 aabb")
        let reading = Reading(bytes: header + packet)
        #expect(reading.records.map(\.bytes) == [[0xaa, 0xbb]])
        #expect(reading.records.map(\.originalLength) == [60])
    }

    @Test("version 1 cannot be read")
    func versionOne() {
        let error = Reading(bytes: hex("d4c3b2a1 0100 0400 00000000 00000000 00000400 01000000")).error
        #expect(error?.kind == .unsupported)
        #expect(error?.reason == "pcap of version 1.4")
    }

    @Test("the link type leaves out what the upper bits say of a check sequence; reserved bits are damage")
    func linkTypeBits() {
        let header = "d4c3b2a1 0200 0400 00000000 00000000 00000400"
        #expect(Reading(bytes: hex("\(header) 01000024") + record("aa")).records.map(\.linkType) == [1])
        #expect(Reading(bytes: hex("\(header) 01003000") + record("aa")).error?.kind == .damaged)
    }

    @Test("a packet over the snap length is whole, as in Wireshark")
    func overSnapLength() {
        let header = hex("d4c3b2a1 0200 0400 00000000 00000000 01000000 01000000")
        #expect(Reading(bytes: header + record("aabbcc")).records.map(\.bytes) == [[0xaa, 0xbb, 0xcc]])
    }

    @Test("a packet over 262 144 bytes is damage unless the snap length allows it")
    func largePacket() {
        let packet = hex("01000000 00000000 01000400 01000400") + [UInt8](repeating: 7, count: 262_145)
        let small = Reading(bytes: ethernet + packet)
        #expect(
            small.error?.reason == "the next packet claims 262145 bytes, over the limit of 262144, at byte 24"
        )
        let large = hex("d4c3b2a1 0200 0400 00000000 00000000 00000001 01000000")
        #expect(Reading(bytes: large + packet + packet).records.map(\.bytes.count) == [262_145, 262_145])
    }

    @Test("packets of all sizes are whole wherever they lie in the reader's buffer")
    func bufferBorders() {
        var seed: UInt64 = 7
        var bytes = ethernet
        var packets: [[UInt8]] = []
        for index in 0..<400 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let limit: UInt64 = index % 40 == 39 ? 262_000 : 3_000
            let packet = (0..<Int(seed >> 33) % Int(limit)).map { UInt8(truncatingIfNeeded: $0 * 31 + index) }
            let length = (0..<4).map { UInt8(truncatingIfNeeded: packet.count >> (8 * $0)) }
            bytes += hex("01000000 00000000") + length + length + packet
            packets.append(packet)
        }
        let reading = Reading(bytes: bytes)
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes) == packets)
        let damaged = Reading(bytes: bytes + [1, 2, 3]).error
        #expect(
            damaged?.reason == "the next record's header is cut off: 3 of 16 bytes at byte \(bytes.count)"
        )
    }

    @Test("cut off at any byte, a file gives what is whole")
    func everyTruncation() {
        let bytes = ethernet + record("aa") + record("bbcc")
        for count in 24..<bytes.count {
            let whole = count < 41 ? 0 : 1
            #expect(Reading(bytes: Array(bytes[..<count])).records.count == whole)
        }
    }
}
