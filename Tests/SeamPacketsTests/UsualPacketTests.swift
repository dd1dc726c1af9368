import SeamBytes
import SeamPackets
import Testing

/// Usual packets are read in one go; the walk from layer to layer reads raw IP, and must say the same.
@Suite struct UsualPacketTests {
    private static let frame = bytes("0200000000020200000000010800")

    /// What the walk makes of a raw packet, as if an Ethernet header stood in front of it.
    private func walked(_ packet: [UInt8], originalLength: Int) -> TCPPacket? {
        guard var tcp = parse(packet, .raw, originalLength: originalLength).packet else { return nil }
        tcp.segment.move(to: tcp.options.lowerBound + Self.frame.count)
        return tcp
    }

    @Test("whatever its bytes, an Ethernet frame gives what its packet gives alone")
    func same() {
        var random = SeededGenerator(seed: 11)
        var read = 0
        for sample in [Samples.ipv4, Samples.syn, Samples.sack] {
            for _ in 0..<4000 {
                var packet = bytes(sample)
                if Bool.random(using: &random) { packet += [UInt8](repeating: 0, count: 6) }
                for _ in 0..<Int.random(in: 0...2, using: &random) {
                    let place = Int.random(in: 0..<40, using: &random)
                    packet[place] = UInt8.random(in: 0...255, using: &random)
                }
                // The version tells raw IP from raw IP; behind an EtherType it must be the one that was said.
                packet[0] = 0x40 | packet[0] & 0x0F
                let kept = Int.random(in: 20...packet.count, using: &random)
                let captured = Bool.random(using: &random) ? packet : Array(packet[..<kept])
                let expected = walked(captured, originalLength: packet.count)
                let length = Self.frame.count + packet.count
                let frame = Self.frame + captured
                #expect(parse(frame, .ethernet, originalLength: length).packet == expected, "\(captured)")
                var found = TCPPacket()
                guard PacketParser.readUsual(frame.rawSpan, linkType: .ethernet, into: &found) else {
                    continue
                }
                #expect(found == expected, "\(captured)")
                read += 1
            }
        }
        #expect(read > 3000)
    }
}
