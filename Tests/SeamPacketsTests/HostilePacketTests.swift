import SeamBytes
import SeamPackets
import Testing

@Suite struct HostilePacketTests {
    private static let hardware = "02000a00000202000a000001"
    private static let snap = "aaaa03000000 0800"
    private static func ipv4(_ number: String) -> String {
        "45000000 00070000 3f\(number)0000 c0000201 c0000202"
    }
    /// One good packet for each way through the layers.
    private static let packets: [(LinkType, String)] = [
        (.ethernet, "02000a00000202000a000001 88a80064 810000c8 0800" + Samples.sack),
        (.ethernet, "02000a00000202000a000001 0035 aaaa03 000000 0800" + Samples.ipv4),
        (.linuxSLL, "0004 0001 0006 02000a0000010000 0800" + Samples.syn),
        (.linuxSLL2, "86dd 0000 00000001 0001 04 06 02000a0000010000" + Samples.ipv6),
        (.null, "02000000" + Samples.syn),
        (.ppp, "ff030021" + Samples.ipv4),
        (.pppEther, "1100 0001 002f 0021" + Samples.ipv4),
        (
            .radiotap,
            "00000800 00000000 8801 0000 0200 0000 0000" + hardware + "1000 0000" + snap + Samples.ipv4
        ),
        (
            .ppi,
            "00000800 69000000 0803 0000 0200 0000 0000" + hardware + "1000 020000000000" + snap
                + Samples.ipv4
        ),
        (.nflog, "02000000 0800 0100 08000100 3100 0900" + Samples.ipv4),
        (.ethernet, hardware + "8847 00064040 00065140 00000000" + hardware + "0800" + Samples.ipv4),
        (.raw, ipv4("2f") + "b000 6558 62b60000 0000002a 00000007" + hardware + "0800" + Samples.ipv4),
        (
            .raw,
            ipv4("2f") + "1000 22eb 00000007 20000064 00000000 00000001 0000000000000000" + hardware + "0800"
                + Samples.ipv4
        ),
        (.raw, ipv4("11") + "c350 12b5 00000000 08000000 00002a00" + hardware + "0800" + Samples.ipv4),
        (.raw, ipv4("11") + "c350 17c1 00000000 02400800 00002a00 0102800100000000" + Samples.ipv4),
        (.raw, ipv4("11") + "0868 0868 00000000 36ff0035 0000002a 00070085 01100100" + Samples.ipv4),
        (
            .raw,
            ipv4("11") + "06a5 06a5 00000000 4a02 0041 0001 0002 0003 0004 0002 0000 ff03 0021" + Samples.ipv4
        ),
        (
            .raw,
            ipv4("11") + "0dd8 c350 00000000 0001 0000 0102030405060708 00 0000 63bf 3ffffdfe" + Samples.ipv6
        ),
        (
            .raw,
            "60000000004d0040" + Samples.one + Samples.stop + "2b00010400000000" + "2c02040101000000"
                + Samples.two
                + "3300000000000001" + "060100000000000100000002" + Samples.tcpOverIPv6
        ),
    ]

    /// What holds for any content: the ranges lie in the packet, and in their order.
    private func check(_ content: PacketContent, captured: Int) {
        guard let packet = content.packet else {
            #expect(content.issue?.description.isEmpty == false)
            return
        }
        #expect(packet.options.lowerBound >= 20 && packet.options.count <= 40)
        #expect(packet.payload.lowerBound == packet.options.upperBound)
        #expect(packet.payload.upperBound <= captured)
        #expect(packet.payloadLength >= packet.payload.count)
    }

    @Test(
        "a packet cut at any byte gives an issue up to the TCP header's end, then the same packet with less in it"
    )
    func cuts() throws {
        for (type, text) in Self.packets {
            let whole = bytes(text)
            let packet = try #require(parse(whole, type).packet)
            let headerEnd = packet.options.lowerBound
            for count in 0..<whole.count {
                let content = parse(Array(whole[..<count]), type, originalLength: whole.count)
                guard count >= headerEnd else {
                    #expect(content.issue?.id == "truncated", "\(type) cut to \(count)")
                    continue
                }
                var expected = packet
                expected.segment.place(
                    options: headerEnd,
                    payload: min(packet.payload.lowerBound, count),
                    end: min(packet.payload.upperBound, count)
                )
                #expect(content.packet == expected, "\(type) cut to \(count)")
            }
        }
    }

    @Test("a packet that was itself cut short, without a snap length, is read or is an issue")
    func shortPackets() {
        for (type, text) in Self.packets {
            let whole = bytes(text)
            for count in 0..<whole.count { check(parse(Array(whole[..<count]), type), captured: count) }
        }
    }

    @Test("any value of any byte of a good packet is read or is an issue")
    func flips() {
        for (type, text) in Self.packets {
            var packet = bytes(text)
            for index in packet.indices {
                let good = packet[index]
                for value: UInt8 in [
                    0, 1, 0x0F, 0x3F, 0x7F, 0x80, 0xF0, 0xFF, good ^ 1, good &+ 1, good &- 1,
                ] {
                    packet[index] = value
                    check(parse(packet, type), captured: packet.count)
                    check(parse(packet, type, originalLength: packet.count + 70_000), captured: packet.count)
                }
                packet[index] = good
            }
        }
    }

    @Test("random bytes are read or are an issue, in every link type, and their options do no harm")
    func noise() {
        var random = SeededGenerator(seed: 1)
        let types: [LinkType] = [
            .ethernet, .linuxSLL, .linuxSLL2, .null, .loop, .raw, .ipv4, .ipv6, .ppp, .pppEther, .ciscoHDLC,
            .wlan, .radiotap, .ppi, .nflog,
        ]
        for round in 0..<8000 {
            let count = Int.random(in: 0...120, using: &random)
            var packet = (0..<count).map { _ in UInt8(random.next() >> 56) }
            // Half of the rounds start as a good packet does, so that they get behind the first layer.
            if round.isMultiple(of: 2) {
                let (_, text) = Self.packets[round / 2 % Self.packets.count]
                let good = bytes(text)
                let kept = Int.random(in: 0...min(count, good.count), using: &random)
                packet.replaceSubrange(..<kept, with: good[..<kept])
            }
            let type =
                round.isMultiple(of: 2)
                ? Self.packets[round / 2 % Self.packets.count].0 : types[round % types.count]
            let content = parse(packet, type, originalLength: Int(truncatingIfNeeded: random.next()))
            check(content, captured: count)
            let span = unsafe packet.span.bytes
            let blocks = TCPOptions(span.clamped(content.packet?.options ?? 0..<40)).sackBlocks
            #expect(blocks.count <= SACKBlocks.capacity)
        }
    }

    @Test("a packet of nothing but tags ends")
    func endlessTags() {
        let tags = [UInt8](repeating: 0x81, count: 12) + (0..<65_000).map { $0 % 4 == 0 ? 0x81 : 0 as UInt8 }
        #expect(parse(tags, .ethernet).issue == .tooManyLayers)
    }
}
