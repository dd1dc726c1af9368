import Seam
import Testing

@testable import SeamCLI

struct FragmentRowTests {
    /// A capture of raw IP: a SYN, then a segment with "hello\nworld\n" in three IP fragments, the last one first.
    private func capture() throws -> Scratch {
        var writer = PcapWriter(linkType: LinkType.raw.rawValue)
        let client = IPAddress(ipv4: 0x0A00_0001)
        let server = IPAddress(ipv4: 0x0A00_0002)
        func add(_ carried: [UInt8], offset: Int, hasMore: Bool, id: UInt16) {
            var header = IPv4Header(
                source: client,
                destination: server,
                protocolNumber: .tcp,
                identification: id
            )
            header.fragmentOffset = offset
            header.hasMore = hasMore
            var packet = ByteWriter()
            header.emit(payloadLength: carried.count, into: &packet)
            packet.write(carried)
            writer.append(
                time: Timestamp(nanoseconds: 0),
                bytes: packet.bytes,
                originalLength: packet.bytes.count
            )
        }
        func segment(_ text: String, _ flags: TCPFlags, _ sequence: UInt32) -> [UInt8] {
            var bytes = ByteWriter()
            let header = TCPHeader(
                from: Endpoint(address: client, port: 40_000),
                to: Endpoint(address: server, port: 9999),
                flags: flags,
                sequence: sequence
            )
            header.emit(payload: Array(text.utf8), into: &bytes)
            return bytes.bytes
        }
        add(segment("", .syn, 999), offset: 0, hasMore: false, id: 1)
        let whole = segment("hello\nworld\n", [.psh, .ack], 1000)
        add(Array(whole[24...]), offset: 24, hasMore: false, id: 2)
        add(Array(whole[..<8]), offset: 0, hasMore: true, id: 2)
        add(Array(whole[8..<24]), offset: 8, hasMore: true, id: 2)
        let scratch = try Scratch()
        try OutputFile.with(scratch.path) { $0.write(writer.bytes) }
        return scratch
    }

    @Test("a message's packets are all that brought fragments of it")
    func packets() throws {
        let file = try capture()
        let rows = try objects(["messages", "--json", "-c", "line", file.path])
        #expect(rows.map { $0.numbers("packets") } == [[2, 3, 4], [2, 3, 4]])
        #expect(rows.map { $0.word("verdict") } == ["coalesced", "coalesced"])
        let text = try Spawn.seam(["messages", "-q", "-c", "line", file.path]).output
        #expect(text.split(separator: "\n").allSatisfy { $0.contains(" 2-4 ") })
    }
}
