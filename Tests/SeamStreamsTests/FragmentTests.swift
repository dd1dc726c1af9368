import Seam
import SeamBytes
import SeamCapture
import SeamPackets
import SeamStreams
import Testing

/// A pipeline fed with raw IP packets: fragments become packets of a connection.
@Suite struct FragmentTests {
    private static let client = IPAddress(ipv4: 0x0A00_0001)
    private static let server = IPAddress(ipv4: 0x0A00_0002)

    /// Writes down what a pipeline tells of datagrams, packets and bytes.
    private final class Listener: Observer {
        var datagrams: [(packets: [Int], number: Int)] = []
        var numbers: [Int] = []
        var text = ""

        func datagram(in packets: [Int], completedBy number: Int) { datagrams.append((packets, number)) }

        func packet(
            _ packet: TCPPacket,
            _ placement: Half.Placement,
            number: Int,
            time: Timestamp,
            stream: Int,
            from: Side
        ) { numbers.append(number) }

        func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from: Side) {
            text += String(decoding: [UInt8](copying: bytes), as: UTF8.self)
        }
    }

    private static let options: PipelineOptions = {
        var options = PipelineOptions()
        options.decodes = false
        return options
    }()

    /// A TCP packet with this text, without its IP header.
    private func segment(_ text: String, sequence: UInt32) -> [UInt8] {
        var writer = ByteWriter()
        let header = TCPHeader(
            from: Endpoint(address: Self.client, port: 40_000),
            to: Endpoint(address: Self.server, port: 9999),
            sequence: sequence
        )
        header.emit(payload: Array(text.utf8), into: &writer)
        return writer.bytes
    }

    /// An IP packet with the bytes `range` of what it carries, all of them or a fragment.
    private func packet(_ carried: [UInt8], _ range: Range<Int>, identification: UInt16) -> [UInt8] {
        var header = IPv4Header(
            source: Self.client,
            destination: Self.server,
            protocolNumber: .tcp,
            identification: identification
        )
        header.mustNotFragment = false
        header.fragmentOffset = range.lowerBound
        header.hasMore = range.upperBound < carried.count
        var writer = ByteWriter()
        header.emit(payloadLength: range.count, into: &writer)
        writer.write(Array(carried[range]))
        return writer.bytes
    }

    private func play(_ packets: [[UInt8]], _ body: (borrowing Pipeline, Listener) -> Void) {
        let listener = Listener()
        var pipeline = Pipeline(Self.options, observer: listener)
        for (place, bytes) in packets.enumerated() {
            pipeline.take(
                CapturedPacket(
                    number: place + 1,
                    time: Timestamp(nanoseconds: place),
                    originalLength: bytes.count,
                    linkType: LinkType.raw.rawValue,
                    bytes: bytes.rawSpan
                )
            )
        }
        pipeline.finish()
        body(pipeline, listener)
    }

    @Test("a packet in fragments is one of the packet that completes it, and all that carried it are told")
    func fragments() {
        let first = segment("The first copy ", sequence: 1000)
        let second = segment("of a byte wins!", sequence: 1015)
        let third = segment(" Always.", sequence: 1030)
        let packets = [
            packet(first, 0..<first.count, identification: 1),
            packet(second, 24..<second.count, identification: 2),
            packet(third, 0..<third.count, identification: 3),
            packet(second, 0..<24, identification: 2),
        ]
        play(packets) { pipeline, listener in
            #expect(listener.text == "The first copy of a byte wins! Always.")
            #expect(listener.numbers == [1, 3, 4])
            #expect(listener.datagrams.map(\.packets) == [[2, 4]])
            #expect(listener.datagrams.map(\.number) == [4])
            #expect(pipeline.table.count == 1)
            // Every packet is one with TCP or counted with why it is none.
            #expect(pipeline.issues.entries.map(\.count) == [1])
            #expect(pipeline.issues.entries.map(\.example.id) == ["fragment"])
            #expect(pipeline.paths[0]?.description == "raw-ip/ipv4")
        }
    }

    @Test("fragments with different bytes for one place are an anomaly of their connection")
    func conflict() {
        let good = segment("The first copy of a byte", sequence: 1000)
        let evil = segment("The other copy of a byte", sequence: 1000)
        let packets = [
            packet(good, 0..<32, identification: 1),
            packet(evil, 16..<40, identification: 1),
            packet(good, 40..<good.count, identification: 1),
        ]
        play(packets) { pipeline, listener in
            #expect(listener.text == "The first copy of a byte")
            let anomalies = pipeline.connections[0].anomalies
            #expect(anomalies.map { $0.kind.id.description } == ["ip.fragment-conflict"])
            #expect(anomalies.map(\.packet) == [3])
        }
    }

    @Test("fragments that stay alone are counted, and what they carry is none of a connection")
    func alone() {
        let whole = segment("The first copy", sequence: 1000)
        play([packet(whole, 0..<24, identification: 1)]) { pipeline, listener in
            #expect(pipeline.table.count == 0)
            #expect(pipeline.fragments.waitingCount == 1)
            #expect(pipeline.issues.entries.map(\.count) == [1])
        }
    }

    @Test("connections through tunnels know their path, the others theirs")
    func paths() {
        let whole = segment("x", sequence: 1)
        let plain = packet(whole, 0..<whole.count, identification: 1)
        var tunnel = ByteWriter()
        let ends = (IPAddress(ipv4: 0xC000_0201), IPAddress(ipv4: 0xC000_0202))
        IPv4Header(source: ends.0, destination: ends.1, protocolNumber: .ipv4)
            .emit(payloadLength: plain.count, into: &tunnel)
        // The same connection from another port.
        var other = plain
        other[20] = 1
        tunnel.write(other)
        play([plain, tunnel.bytes, plain]) { pipeline, listener in
            #expect(pipeline.table.count == 2)
            #expect(pipeline.paths[0].map { $0.outer == nil } == true)
            #expect(pipeline.paths[1]?.description == "raw-ip/ipv4/ipv4")
            #expect(pipeline.paths[1]?.outer?.source.description == "192.0.2.1")
        }
    }
}
