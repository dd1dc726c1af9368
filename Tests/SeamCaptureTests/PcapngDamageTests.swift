import SeamCapture
import Testing

@Suite struct PcapngDamageTests {
    @Test(
        "what is damaged is told with its place, after the packets before it",
        arguments: [
            // A length below the framing's 12 bytes, one over 16 MiB, lengths that differ.
            ("06000000 00000000 00000000", "an impossible block length of 0 at byte 84"),
            ("78563412 04000001 00000000", "an impossible block length of 16777220 at byte 84"),
            (
                "78563412 0c000000 10000000",
                "block lengths that differ, 12 in front and 16 behind, at byte 84"
            ),
            // An Enhanced Packet Block without room for its fields, for its bytes, of no interface.
            (
                "06000000 0c000000 0c000000",
                "an impossible length of 12 (Enhanced Packet Block) at byte 84"
            ),
            (
                "06000000 20000000 00000000 00000000 00000000 01000000 01000000 20000000",
                "the next packet claims 1 bytes in a block with room for 0 at byte 84"
            ),
            (
                "06000000 20000000 07000000 00000000 00000000 00000000 00000000 20000000",
                "a packet of interface 7, where the section has 1, at byte 84"
            ),
            // Cut off.
            ("06000000 24000000 00000000 00", "the next block is cut off: 13 of 36 bytes at byte 84"),
            ("06000000 24", "the next block is cut off: 5 of 12 bytes at byte 84"),
            (
                "0a0d0d0a 1c000000 00000000 0100 0000 ffffffffffffffff 1c000000",
                "a section of unknown byte order at byte 84"
            ),
            (
                "01000000 10000000 01000000 10000000",
                "an Interface Description Block that is too short at byte 84"
            ),
        ]
    )
    func damage(bytes: String, words: String) throws {
        let reading = Reading(bytes: section + interface() + enhancedPacket + hex(bytes))
        #expect(reading.numbers == [1])
        let error = try #require(reading.error)
        #expect(error.kind == .damaged)
        #expect(error.packet == 1)
        #expect(error.reason == words)
    }

    @Test("a packet over 262 144 bytes is damage unless the snap length allows it")
    func largePacket() {
        func file(snap: String, count: Int) -> [UInt8] {
            let length = hex("\(count & 0xff == 0 ? "00" : "01")000400")
            let packet = block(
                "06000000",
                hex("00000000 00000000 00000000") + length + length + [UInt8](repeating: 7, count: count)
            )
            return section + block("01000000", hex("0100 0000 \(snap)")) + packet + packet
        }
        #expect(
            Reading(bytes: file(snap: "ffff0000", count: 262_144)).records.map(\.bytes.count) == [
                262_144, 262_144,
            ]
        )
        let over = Reading(bytes: file(snap: "ffff0000", count: 262_145)).error
        #expect(over?.reason == "the next packet claims 262145 bytes, over the limit of 262144, at byte 48")
        #expect(
            Reading(bytes: file(snap: "00000800", count: 262_145)).records.map(\.bytes.count) == [
                262_145, 262_145,
            ]
        )
        #expect(
            Reading(bytes: file(snap: "00000000", count: 262_145)).records.map(\.bytes.count) == [
                262_145, 262_145,
            ]
        )
    }

    @Test(
        "other versions than 1.0, and 1.2 that means it, cannot be read",
        arguments: ["0000 0100", "0100 0100", "0200 0000"]
    )
    func versions(version: String) {
        let other = hex("0a0d0d0a 1c000000 4d3c2b1a \(version) ffffffffffffffff 1c000000")
        #expect(Reading(bytes: other).error?.kind == .unsupported)
        let known = hex("0a0d0d0a 1c000000 4d3c2b1a 0100 0200 ffffffffffffffff 1c000000")
        #expect(Reading(bytes: known + interface() + enhancedPacket).numbers == [1])
    }

    @Test("a file of interfaces only ends at the 65 536th")
    func interfaceFlood() {
        let reading = Reading(bytes: section + [[UInt8]](repeating: interface(), count: 65_537).joined())
        #expect(reading.facts.interfaces.count == 65_536)
        #expect(reading.error?.kind == .unsupported)
    }

    /// A capture with a block of every kind.
    private var everything: [UInt8] {
        var bytes = section + interface(options: "0200 0400 65746830 0900 0100 09000000 00000000")
        bytes += packet("aa", options: "0100 0200 68690000 00000000")
        bytes += block("03000000", hex("01000000 cc"))
        bytes += block("02000000", hex("0000 ffff 240a0600 40222018 04000000 3c000000 01020304"))
        bytes += block("05000000", hex("00000000 00000000 00000000 0500 0800 0100000000000000 00000000"))
        bytes += block("04000000", hex("0100 0600 0a000001 61000000 00000000"))
        bytes += block("0a000000", hex("4b534c54 03000000 6b6579"))
        return bytes + block("ad0b0000", hex("d97e0000")) + packet("bb")
    }

    @Test("cut off at any byte, a file gives what is whole and then at most an error")
    func everyTruncation() {
        let bytes = everything
        let whole = Reading(bytes: bytes).records
        #expect(whole.count == 4)
        for count in 1..<bytes.count {
            let reading = Reading(bytes: Array(bytes[..<count]))
            #expect(reading.records == Array(whole.prefix(reading.records.count)))
        }
    }

    @Test(
        "any byte replaced, a file is read or refused, but never a crash",
        arguments: [0x00, 0x01, 0x7f, 0x80, 0xff] as [UInt8]
    )
    func everyByte(replacement: UInt8) {
        for place in everything.indices {
            var bytes = everything
            bytes[place] = replacement
            #expect(Reading(bytes: bytes).records.count <= 4)
        }
    }
}
