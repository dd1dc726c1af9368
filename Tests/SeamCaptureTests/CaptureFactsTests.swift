import SeamCapture
import Testing

@Suite("What pcapng says besides packets") struct CaptureFactsTests {
    @Test("comments of packets are given when asked for")
    func comments() {
        // opt_comment (1) twice, epb_flags (2) between.
        let options = "0100 0200 68690000 0200 0400 01000000 0100 0300 61c3a400 00000000"
        let reading = Reading(
            bytes: section + interface() + packet("aa") + packet("bb", options: options) + packet("cc")
        )
        #expect(reading.comments == [[], ["hi", "aä"], []])
    }

    @Test("options that do not fit into their block give the comments before them, and the packet")
    func damagedOptions() {
        let reading = Reading(
            bytes: section + interface() + packet("aa", options: "0100 0200 68690000 0100 f401")
        )
        #expect(reading.error == nil)
        #expect(reading.comments == [["hi"]])
    }

    @Test("at most 64 comments of a packet")
    func manyComments() {
        let options = String(repeating: "0100 0000 ", count: 100)
        #expect(
            Reading(bytes: section + interface() + packet("aa", options: options)).comments.map(\.count) == [
                64
            ]
        )
    }

    @Test("a section says who wrote it")
    func sectionOptions() {
        let options = "0200 0300 78383600 0300 0200 4f530000 0400 0400 7365616d 0100 0200 68690000 00000000"
        let bytes = block("0a0d0d0a", hex("4d3c2b1a 0100 0000 ffffffffffffffff \(options)"))
        var expected = CaptureSection(file: 0)
        expected.hardware = "x86"
        expected.operatingSystem = "OS"
        expected.application = "seam"
        expected.comments = ["hi"]
        #expect(Reading(bytes: bytes).facts.sections == [expected])
    }

    @Test("an interface has a name, a description, a filter, a system, comments")
    func interfaceOptions() {
        let options =
            "0200 0400 65746830 0300 0300 4c414e00 0b00 0400 00746370 0c00 0200 4f530000 0100 0200 68690000 0900 0100 09000000"
        var expected = CaptureInterface(linkType: 1)
        expected.name = "eth0"
        expected.details = "LAN"
        expected.filter = "tcp"
        expected.operatingSystem = "OS"
        expected.comments = ["hi"]
        expected.resolution = .nanoseconds
        #expect(Reading(bytes: section + interface(options: options)).facts.interfaces == [expected])
    }

    @Test("Interface Statistics Blocks: the last count of each kind, drops by interface and system added up")
    func statistics() {
        // isb_ifrecv (4), isb_ifdrop (5), isb_osdrop (7).
        let first = block(
            "05000000",
            hex("00000000 00000000 00000000 0400 0800 0900000000000000 0500 0800 0100000000000000")
        )
        let second = block(
            "05000000",
            hex("00000000 00000000 00000000 0500 0800 0200000000000000 0700 0800 0400000000000000")
        )
        let other = block("05000000", hex("01000000 00000000 00000000 0500 0800 0300000000000000"))
        let stray = block("05000000", hex("07000000 00000000 00000000 0500 0800 0300000000000000"))
        let facts = Reading(bytes: section + interface() + interface() + first + second + other + stray).facts
        var expected = InterfaceStatistics()
        expected.received = 9
        expected.dropped = 2
        expected.droppedBySystem = 4
        #expect(facts.interfaces.first?.statistics == expected)
        #expect(facts.dropped == 9)
    }

    @Test("names of IPv4 and IPv6 addresses, other records left out")
    func names() {
        let records =
            "0100 0800 0a000001 61006200 0300 0800 0000000000006d00 0200 1200 20010db8000000000000000000000001 63000000 00000000"
        #expect(
            Reading(bytes: section + block("04000000", hex(records))).facts.names == [
                ResolvedName(address: [10, 0, 0, 1], names: ["a", "b"]),
                ResolvedName(address: hex("20010db8000000000000000000000001"), names: ["c"]),
            ]
        )
    }

    @Test("decryption secrets are kept as they are, up to 4 MiB")
    func secrets() {
        let keys = block("0a000000", hex("4b534c54 03000000 6b6579"))
        #expect(Reading(bytes: section + keys).facts.secrets == [DecryptionSecrets(bytes: Array("key".utf8))])
        let large = block("0a000000", hex("4b534c54 00004000") + [UInt8](repeating: 0, count: 4 << 20))
        let facts = Reading(bytes: section + large + keys).facts
        #expect(facts.secrets.map(\.bytes.count) == [3])
        #expect(facts.leftOut == 1)
    }

    @Test("a classic file has one interface")
    func classic() {
        let directory = TemporaryDirectory()
        let first = directory.file("1.pcap", ethernet + record("aa"))
        let reading = Reading(first, directory.file("2.pcap", rawIP + record("bb")))
        #expect(
            reading.facts.interfaces == [
                CaptureInterface(file: 0, linkType: 1, snapLength: 262_144),
                CaptureInterface(file: 1, linkType: 101, snapLength: 262_144),
            ]
        )
        #expect(reading.interfaces == [0, 1])
        #expect(reading.facts.dropped == nil)
    }
}
