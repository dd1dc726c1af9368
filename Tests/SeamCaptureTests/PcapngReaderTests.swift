import SeamBytes
import SeamCapture
import Testing

@Suite struct PcapngReaderTests {
    @Test("an Enhanced Packet Block is read in microseconds since the epoch, whatever the file's name")
    func enhanced() {
        let reading = Reading(bytes: section + interface() + enhancedPacket)
        #expect(reading.error == nil)
        #expect(
            reading.records == [
                Record(
                    number: 1,
                    nanoseconds: 1_700_000_000_123_456_000,
                    originalLength: 60,
                    linkType: 1,
                    bytes: [1, 2, 3, 4]
                )
            ]
        )
    }

    @Test("a big-endian section behind a little-endian one: interfaces count from 0 again, packets go on")
    func sections() {
        let bigEndian = hex(
            """
            0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c
            00000001 00000014 0065 0000 00000000 00000014
            00000006 00000024 00000000 00060a24 18202240 00000004 0000003c 45000000 00000024
            """
        )
        let reading = Reading(
            bytes: section + interface() + enhancedPacket + bigEndian + section + interface() + packet("aa")
        )
        #expect(reading.error == nil)
        #expect(reading.numbers == [1, 2, 3])
        #expect(reading.records.map(\.linkType) == [1, 101, 1])
        #expect(
            reading.records.map(\.nanoseconds).prefix(2) == [
                1_700_000_000_123_456_000, 1_700_000_000_123_456_000,
            ]
        )
        #expect(reading.records.map(\.bytes) == [[1, 2, 3, 4], [0x45, 0, 0, 0], [0xaa]])
    }

    @Test("interfaces that differ in link type, snap length and resolution: each packet has its own")
    func interfaces() {
        // if_tsresol (9): milliseconds and 2^-10; a snap length of 96 (60).
        let milliseconds = interface(linkType: "71", options: "0900 0100 03000000")
        let binary = block("01000000", hex("0000 0000 60000000 0900 0100 8a000000"))
        let time = "00000000 00080000"  // 2048 units
        let packets = ["00", "01", "02"].map {
            block("06000000", hex("\($0)000000 \(time) 01000000 01000000 aa"))
        }
        let reading = Reading(bytes: section + interface() + milliseconds + binary + packets.joined())
        #expect(reading.error == nil)
        #expect(reading.records.map(\.linkType) == [1, 0x71, 0])
        #expect(reading.records.map(\.nanoseconds) == [2_048_000, 2_048_000_000, 2_000_000_000])
        #expect(reading.facts.interfaces.map(\.snapLength) == [0, 0, 96])
        #expect(reading.interfaces == [0, 1, 2])
        #expect(reading.files.map(\.linkType) == [1])
    }

    @Test("a Simple Packet Block is of the first interface and cut at its snap length; it has no time")
    func simple() {
        let snapped = block("01000000", hex("0100 0000 02000000"))
        let packets = block("03000000", hex("05000000 aabb")) + block("03000000", hex("01000000 cc"))
        let reading = Reading(bytes: section + snapped + packets)
        #expect(reading.error == nil)
        #expect(reading.records.map(\.bytes) == [[0xaa, 0xbb], [0xcc]])
        #expect(reading.records.map(\.originalLength) == [5, 1])
        #expect(reading.records.map(\.nanoseconds) == [0, 0])
    }

    @Test("the obsolete Packet Block has a short interface number and a count of drops in front")
    func obsolete() {
        let packet = block("02000000", hex("0000 ffff 240a0600 40222018 04000000 3c000000 01020304"))
        let reading = Reading(bytes: section + interface() + packet)
        #expect(reading.records.map(\.nanoseconds) == [1_700_000_000_123_456_000])
        #expect(reading.records.map(\.bytes) == [[1, 2, 3, 4]])
    }

    @Test(
        "if_tsoffset is added, also when it is negative",
        arguments: [("64000000 00000000", 100), ("9cffffff ffffffff", -100)]
    )
    func offset(bytes: String, seconds: Int) {
        let reading = Reading(bytes: section + interface(options: "0e00 0800 \(bytes)") + packet("aa"))
        #expect(reading.records.map(\.nanoseconds) == [seconds * 1_000_000_000])
    }

    @Test("unknown blocks are skipped; custom and journal blocks keep the number that Wireshark gives them")
    func skippedBlocks() {
        let unknown = block("78563412", hex("00112233"))
        let custom = block("ad0b0000", hex("d97e0000 61")) + block("ad0b0040", hex("d97e0000"))
        let journal = block("09000000", Array("MESSAGE=hi\n".utf8))
        let bytes =
            section + interface() + packet("aa") + unknown + packet("bb") + custom + journal + packet("cc")
        #expect(Reading(bytes: bytes).numbers == [1, 2, 6])
        #expect(Reading(bytes: section + custom + interface() + packet("aa")).numbers == [3])
    }

    @Test("a block length that leaves the padding out is taken for what it means")
    func unpaddedLength() {
        let block = hex("06000000 21000000 00000000 00000000 00000000 01000000 01000000 aa000000 21000000")
        #expect(
            Reading(bytes: section + interface() + block + packet("bb")).records.map(\.bytes) == [
                [0xaa], [0xbb],
            ]
        )
    }

    @Test("a section without interfaces and packets is no error")
    func empty() {
        let reading = Reading(bytes: section)
        #expect(reading.error == nil)
        #expect(reading.files.map(\.linkType) == [-1])
    }

    @Test("a filter is compiled for each link type; where it can say nothing, no packet passes")
    func filter() throws {
        let ethernet = "000000000000 000000000000 0800"
        func packet(_ interface: String, _ bytes: String) -> [UInt8] {
            let data = hex(bytes)
            let length = "\(String(data.count / 16, radix: 16))\(String(data.count % 16, radix: 16))000000"
            return block("06000000", hex("\(interface)000000 00000000 00000000 \(length) \(length)") + data)
        }
        let bytes =
            section + interface() + interface(linkType: "65") + packet("00", ethernet) + packet("01", "60")
            + packet("01", "45")
        #expect(Reading(bytes: bytes, filter: "ip").numbers == [1, 3])
        #expect(Reading(bytes: bytes, filter: "ether[0] = 0").numbers == [1])
        #expect(Reading(bytes: section, filter: "tcp prot").error?.kind == .filter("tcp prot"))
    }

    @Test(
        "a file whose first interface cannot take the filter is refused, though one before had such an interface"
    )
    func refusedFilter() {
        let filter = "ether host 00:00:00:00:00:00"
        let header = "00000000 24000000 24000000"
        let ethernet = block(
            "06000000",
            hex("00000000 00000000 \(header)") + [UInt8](repeating: 0, count: 36)
        )
        let directory = TemporaryDirectory()
        let mixed = section + interface() + interface(linkType: "65") + ethernet + packet("45", of: "01")
        let raw = directory.file("2.pcap", rawIP + record("45"))
        let reading = Reading(directory.file("1.pcapng", mixed), raw, filter: filter)
        #expect(reading.numbers == [1])
        #expect(reading.error?.kind == .filter(filter))
        #expect(reading.error?.file == raw)
    }
}
