import SeamBytes
import SeamPackets
import Testing

/// Fragments built by an independent script; tshark 4.0 finds the same TCP in the last of them.
@Suite struct DatagramTests {
    /// "The first copy of a byte wins!!!" behind a TCP header, cut at 24 and 40 bytes.
    private static let ipv4 = [
        "4500002c000720003f0647c30a0000010a0000029c40270f000003e8000007d0501801f50000000054686520",
        "45000024000720033f0647c80a0000010a000002666972737420636f7079206f66206120",
        "45000020000700053f0667ca0a0000010a000002627974652077696e73212121",
    ]
    private static let ends6 = Samples.one + Samples.two
    private static let ipv6 = [
        "6000000000202c3e\(ends6)0600000100000007" + "9c40270f000003e8000007d0501801f50000000054686520",
        "6000000000182c3e\(ends6)0600001900000007" + "666972737420636f7079206f66206120",
        "6000000000142c3e\(ends6)0600002800000007" + "627974652077696e73212121",
    ]

    /// Puts packets through a table as the pipeline does; the last content, the datagram it is of, and their path.
    private func read(
        _ packets: [String]
    ) -> (content: PacketContent?, datagram: Datagram?, path: PacketPath?) {
        var table = FragmentTable()
        var result: (PacketContent?, Datagram?, PacketPath?)
        for (place, packet) in packets.enumerated() {
            var carrier = bytes(packet)
            var path = PacketParser.path(of: packet)
            var content = parse(packet)
            var numbers = [place + 1]
            while case .other(.fragment(let piece)) = content {
                let whole = unsafe table.add(
                    piece,
                    carrier.span.bytes,
                    path: path,
                    packets: numbers,
                    time: Timestamp(nanoseconds: place)
                )
                guard let whole else { break }
                content = PacketParser.parse(whole)
                path = PacketParser.path(of: whole)
                carrier = whole.bytes
                numbers = whole.packets
                result = (content, whole, path)
            }
        }
        return result
    }

    @Test("a TCP packet in fragments is read from what they give", arguments: [ipv4, ipv6])
    func whole(packets: [String]) throws {
        for order in [packets, packets.reversed()] {
            let (content, datagram, path) = read(order)
            let packet = try #require(content?.packet)
            let bytes = try #require(datagram?.bytes)
            #expect(packet.sequence == 1000)
            #expect(packet.source.port == 40_000)
            #expect(packet.source.address.isIPv4 == (packet.identification == 7))
            #expect(packet.payloadLength == 32)
            #expect(
                String(decoding: bytes[packet.payload], as: UTF8.self) == "The first copy of a byte wins!!!"
            )
            #expect(datagram?.packets == [1, 2, 3])
            #expect(path?.layers.last == (packet.source.address.isIPv4 ? .ipv4 : .ipv6Fragment))
        }
    }

    @Test("fragments inside a tunnel are put together behind it, and the path says so")
    func inside() {
        let tunnel = "45000000 00630000 3f040000 c0000201 c0000202"
        let (content, datagram, path) = read(Self.ipv4.map { tunnel + $0 })
        #expect(content?.packet?.sequence == 1000)
        #expect(datagram?.packets == [1, 2, 3])
        #expect(path?.description == "raw-ip/ipv4/ipv4")
        #expect(path?.outer?.source.description == "192.0.2.1")
    }

    @Test("fragments of a tunnel's packets are put together in front of it, those inside after them")
    func nested() {
        // Each inner fragment in two outer ones, cut behind 16 bytes of the inner header.
        var packets: [String] = []
        for (place, inner) in Self.ipv4.enumerated() {
            let inner = hex(inner)
            let head = "000\(place)"
            packets.append("45000000 \(head) 2000 3f040000 c0000201 c0000202" + inner.prefix(32))
            packets.append("45000000 \(head) 0002 3f040000 c0000201 c0000202" + inner.dropFirst(32))
        }
        let (content, datagram, path) = read(packets)
        #expect(content?.packet?.sequence == 1000)
        #expect(datagram?.packets == [1, 2, 3, 4, 5, 6])
        #expect(path?.description == "raw-ip/ipv4/ipv4")
        #expect(read(packets.reversed()).datagram?.packets == [1, 2, 3, 4, 5, 6])
    }

    @Test("a datagram of UDP is another tunnel's packet, or no TCP")
    func udp() {
        func fragments(_ ports: String) -> [String] {
            let all = hex(ports + "003d 0000 30ff002d 0000002a" + Samples.ipv4)
            return [
                "45000000 0001 2000 3f110000 c0000201 c0000202" + all.prefix(48),
                "45000000 0001 0003 3f110000 c0000201 c0000202" + all.dropFirst(48),
            ]
        }
        let (content, _, path) = read(fragments("0868 0868"))
        #expect(content?.packet == Samples.segment(behind: 16))
        #expect(path?.description == "raw-ip/ipv4/udp/gtp-u/raw-ip/ipv4")
        #expect(read(fragments("04d2 0035")).content?.issue == .notTCP(.udp))
    }

    /// Hex digits without spaces.
    private func hex(_ text: String) -> String { text.filter { $0 != " " } }
}
