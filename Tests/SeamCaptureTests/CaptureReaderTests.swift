import SeamCapture
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Little-endian pcap headers in microseconds: Ethernet (1) and raw IP (101).
let ethernet = hex("d4c3b2a1 0200 0400 00000000 00000000 00000400 01000000")
let rawIP = hex("d4c3b2a1 0200 0400 00000000 00000000 00000400 65000000")

/// A record of little-endian pcap: 1 s, 0 µs, all of `bytes`.
func record(_ bytes: String) -> [UInt8] {
    let data = hex(bytes)
    return hex("01000000 00000000") + [UInt8(data.count), 0, 0, 0] + [UInt8(data.count), 0, 0, 0] + data
}

@Suite struct CaptureReaderTests {
    @Test("a packet is handed on as one line of the cache")
    func size() { #expect(MemoryLayout<CapturedPacket>.size <= 64) }

    @Test(
        "pcap of either byte order and either precision reads the same",
        arguments: [
            (
                "d4c3b2a1 0200 0400 00000000 00000000 00000400 01000000",
                "00f15365 40e20100 04000000 3c000000 01020304", 1_700_000_000_123_456_000
            ),
            (
                "a1b2c3d4 0002 0004 00000000 00000000 00040000 00000001",
                "6553f100 0001e240 00000004 0000003c 01020304", 1_700_000_000_123_456_000
            ),
            (
                "4d3cb2a1 0200 0400 00000000 00000000 00000400 01000000",
                "00f15365 15cd5b07 04000000 3c000000 01020304", 1_700_000_000_123_456_789
            ),
            (
                "a1b23c4d 0002 0004 00000000 00000000 00040000 00000001",
                "6553f100 075bcd15 00000004 0000003c 01020304", 1_700_000_000_123_456_789
            ),
        ]
    )
    func byteOrders(header: String, packet: String, time: Int) {
        let directory = TemporaryDirectory()
        let reading = Reading(directory.file("a.pcap", hex(header + packet)))
        #expect(reading.error == nil)
        #expect(
            reading.records == [
                Record(number: 1, nanoseconds: time, originalLength: 60, linkType: 1, bytes: [1, 2, 3, 4])
            ]
        )
    }

    @Test("seconds are unsigned: the last one of pcap is in 2106", arguments: ["d4c3b2a1", "4d3cb2a1"])
    func year2106(magic: String) {
        let directory = TemporaryDirectory()
        let header = hex(magic + "0200 0400 00000000 00000000 00000400 01000000")
        let packet = hex("ffffffff 00000000 01000000 01000000 aa")
        let reading = Reading(directory.file("a.pcap", header + packet))
        #expect(reading.records.map(\.nanoseconds) == [4_294_967_295_000_000_000])
    }

    @Test("a capture without packets is no error")
    func noPackets() {
        let directory = TemporaryDirectory()
        let reading = Reading(directory.file("a.pcap", ethernet))
        #expect(reading.error == nil)
        #expect(reading.records.isEmpty)
        #expect(reading.files.map(\.firstPacket) == [1])
    }

    @Test("an original length below the recorded one is lifted to it")
    func lyingLength() {
        let directory = TemporaryDirectory()
        let reading = Reading(
            directory.file("a.pcap", ethernet + hex("01000000 00000000 02000000 01000000 aabb"))
        )
        #expect(reading.records.map(\.originalLength) == [2])
    }

    @Test("a filter drops packets, and the others keep the numbers that Wireshark shows")
    func filterKeepsNumbers() {
        let directory = TemporaryDirectory()
        let path = directory.file(
            "a.pcap",
            ethernet + record("02aa") + record("01bb") + record("01cc") + record("02dd")
        )
        let reading = Reading(path, filter: "ether[0] = 2")
        #expect(reading.numbers == [1, 4])
        #expect(reading.records.map(\.bytes) == [[2, 0xaa], [2, 0xdd]])
    }

    @Test("it knows when whoever writes a pipe has not written the next packet yet")
    func hasToWait() throws {
        var ends: [Int32] = [0, 0]
        unsafe pipe(&ends)
        defer { close(ends[0]) }
        let file = ethernet + record("aa") + record("bb")
        unsafe write(ends[1], file, file.count)
        var reader = try CaptureReader(files: ["/dev/fd/\(ends[0])"])
        var waits = [reader.hasToWait]
        func move() throws {
            let isThere = try reader.next() != nil
            waits.append(isThere && reader.hasToWait)
        }
        try move()
        try move()
        #expect(waits == [false, false, true])
        let more = record("cc")
        unsafe write(ends[1], more, more.count)
        waits = [reader.hasToWait]
        try move()
        close(ends[1])
        waits.append(reader.hasToWait)
        #expect(waits == [false, true, false], "the end is not waited for")
    }

    @Test("standard input may be a pipe, and is still open afterwards")
    func standardInput() {
        let bytes = ethernet + record("aa") + record("bb")
        let (first, second) = withStandardInput(bytes) { (Reading("-"), Reading("-")) }
        #expect(first.error == nil)
        #expect(first.numbers == [1, 2])
        #expect(second.error?.description == "standard input: is empty")
    }
}

@Suite("Several files as one capture") struct SeveralFilesTests {
    @Test("packet numbers go on, also over a file without packets, and link types may differ")
    func numbersGoOn() {
        let directory = TemporaryDirectory()
        let reading = Reading(
            directory.file("1.pcap", ethernet + record("aa") + record("bb")),
            directory.file("2.pcap", ethernet),
            directory.file("3.pcap", rawIP + record("cc"))
        )
        #expect(reading.error == nil)
        #expect(reading.numbers == [1, 2, 3])
        #expect(reading.records.map(\.bytes) == [[0xaa], [0xbb], [0xcc]])
        #expect(reading.files.map(\.firstPacket) == [1, 3, 3])
        #expect(Set(reading.files.map(\.linkType)).count == 2)
        #expect(reading.records.map(\.linkType) == [1, 1, reading.files[2].linkType])
    }

    @Test("a filter is compiled for each file's own link type")
    func filterPerLinkType() {
        let directory = TemporaryDirectory()
        let reading = Reading(
            directory.file("1.pcap", ethernet + record("000000000000 000000000000 0800 45")),
            directory.file("2.pcap", rawIP + record("45") + record("60")),
            filter: "ip"
        )
        #expect(reading.numbers == [1, 2])
    }

    @Test("a packet's place is its file and its number there")
    func place() throws {
        let directory = TemporaryDirectory()
        let first = directory.file("1.pcap", ethernet + record("aa") + record("bb"))
        let second = directory.file("2.pcap", ethernet + record("cc"))
        var reader = try CaptureReader(files: [first, second])
        #expect(reader.place(ofPacket: 1) == nil)
        while try reader.next() != nil {}
        #expect(reader.packetsRead == 3)
        let places = (0...4).map { reader.place(ofPacket: $0) }
        #expect(places.map { $0?.file } == [nil, first, first, second, nil])
        #expect(places.map { $0?.packet } == [nil, 1, 2, 1, nil])
    }
}
