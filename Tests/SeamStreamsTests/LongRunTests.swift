import Seam
import SeamBytes
import SeamCapture
import SeamPackets
import SeamStreams
import Testing

/// What keeps a capture that goes on for weeks within bounds, and true.
@Suite struct LongRunTests {
    private static let server = Endpoint(address: IPAddress(ipv4: 0x0A00_0002), port: 9999)

    private static func client(_ number: Int) -> Endpoint {
        Endpoint(address: IPAddress(ipv4: 0x0A00_0001), port: UInt16(40_000 + number))
    }

    /// A packet of client `number` without payload.
    private static func packet(_ number: Int, _ flags: TCPFlags) -> TCPPacket {
        TCPPacket(
            source: client(number),
            destination: server,
            sequence: 100,
            acknowledgment: 200,
            flags: flags,
            window: 1000,
            options: 0..<0,
            payload: 0..<0,
            payloadLength: 0
        )
    }

    /// The place of a client's connection, made if its packet begins one; nil when it comes too late.
    private static func find(_ table: inout ConnectionTable, _ number: Int, _ flags: TCPFlags) -> Int? {
        let packet = packet(number, flags)
        switch table.look(from: packet.source, to: packet.destination) {
        case .known(let place, _): return place
        case .retired where !flags.contains(.syn):
            table.passLate()
            return nil
        case .retired, .none: return table.open(packet, time: Timestamp(nanoseconds: 0)).place
        }
    }

    private static func retire(_ table: inout ConnectionTable, _ number: Int) throws {
        table.retire(try #require(find(&table, number, .syn)), isOver: true)
    }

    @Test("of connections that are gone only the last ones are remembered")
    func forgets() throws {
        var table = ConnectionTable(remembering: 4)
        for number in 0..<10 { try Self.retire(&table, number) }
        #expect(table.count == 10)
        // Number 9 is among the last four, number 0 is not.
        let late = Self.find(&table, 9, .ack)
        #expect(late == nil)
        #expect(table.late == 1)
        let fresh = Self.find(&table, 0, .ack)
        #expect(fresh != nil)
        #expect(table.count == 11)
        // Both are found again, whatever was moved.
        let again = (Self.find(&table, 0, .ack), Self.find(&table, 9, .ack))
        #expect(again == (fresh, nil))
    }

    @Test("all connections that are gone are remembered unless told otherwise")
    func remembers() throws {
        var table = ConnectionTable()
        for number in 0..<10 { try Self.retire(&table, number) }
        for number in 0..<10 {
            let found = Self.find(&table, number, .ack)
            #expect(found == nil)
        }
        #expect(table.late == 10)
    }

    @Test("drops are noted for the connections that were under way, and for no others")
    func drops() throws {
        var marked: [Int: [Int]] = [:]
        var pipeline = Pipeline(PipelineOptions()) { connection, analysis, _ in
            let drops = connection.anomalies.filter { $0.kind == .captureDrops }
            marked[analysis.stream] = drops.map(\.packet)
        }
        // Connection 0 is reset before the drop, 1 goes on behind it, 2 is silent then, 3 begins behind it.
        let packets: [(Int, TCPFlags)] = [
            (0, .syn), (1, .syn), (2, .syn), (0, [.rst, .ack]), (1, .ack), (3, .syn),
        ]
        for (index, (number, flags)) in packets.enumerated() {
            if index == 4 { pipeline.noteDrops(before: 5) }
            let header = TCPHeader(
                from: Self.client(number),
                to: Self.server,
                flags: flags,
                sequence: 100,
                acknowledgment: 0
            )
            let bytes = try PacketTemplate(header, payload: []).bytes()
            pipeline.take(
                CapturedPacket(
                    number: index + 1,
                    time: Timestamp(nanoseconds: index),
                    originalLength: bytes.count,
                    linkType: LinkType.ethernet.rawValue,
                    bytes: bytes.rawSpan
                )
            )
        }
        pipeline.finish()
        #expect(marked == [0: [], 1: [5], 2: [5], 3: []])
    }
}
