import Seam
import Testing

@testable import SeamCLI

@Suite("seam report, seam annotate and rows for spreadsheets")
struct ReportTests {
    /// Two lines in one segment, one over two: `a|b` joined, `cc` cut.
    static func capture() throws -> Scratch {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "a\n=b\n")
        try capture.add(.client, "c", at: 5)
        try capture.add(.client, "c\n", at: 6)
        return try capture.file()
    }

    /// The rows of a kind that a page holds.
    static func rows(_ page: String, _ kind: String) -> [Substring] {
        page.split(separator: "<script type=\"application/json\" data-seam=\"\(kind)\">").dropFirst().flatMap
        {
            $0.prefix(upTo: $0.firstRange(of: "</script>")?.lowerBound ?? $0.endIndex).split(separator: "\n")
        }
    }

    @Test("a page holds the lines that the other commands print")
    func page() throws {
        let capture = try Self.capture()
        let page = try Spawn.seam(["report", "-c", "line", capture.path]).output
        for (command, kind) in [
            ("messages", "messages"), ("segments", "segments"), ("inspect", "connections"),
        ] {
            let printed = try Spawn.seam([command, "--json", "-c", "line", capture.path]).output
            #expect(!printed.isEmpty)
            let held = Self.rows(page, kind).filter { !$0.hasPrefix("{\"capture\"") }
            #expect(held.joined(separator: "\n") + "\n" == printed, "\(kind)")
        }
        #expect(Self.rows(page, "reads").count == 3)
        #expect(Self.rows(page, "explain").count > 60)
        let bytes = Self.rows(page, "bytes").joined()
        #expect(bytes.contains("\"start\":0,\"end\":8,\"base64\":\"YQo9YgpjYwo=\""))
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test("a page tells what a client made of each message")
    func outcomes() throws {
        let capture = try Self.capture()
        let page = try Spawn.seam(["report", "-c", "line", capture.path]).output
        let naive = Self.rows(page, "outcomes").first { $0.contains("\"naive\"") }
        #expect(
            naive == """
                {"stream":0,"from":"client","client":"naive","wrong":[{"first":0,"last":1,"outcome":"merged"},\
                {"first":2,"last":2,"outcome":"torn"}]}
                """
        )
    }

    @Test("what is beyond the limits is counted")
    func limits() throws {
        let arguments = ["report", "-c", "line", "--max-rows", "2", "--max-bytes", "3"]
        let capture = try Self.capture()
        let page = try Spawn.seam(arguments + [capture.path]).output
        #expect(Self.rows(page, "messages").count == 2)
        // One message, four segments of six, one read of three.
        #expect(Self.rows(page, "meta").first?.contains("\"rows_left_out\":6,\"bytes_left_out\":5") == true)
    }

    @Test("annotated packets are the same, with a comment at each seam")
    func annotate() throws {
        let capture = try Self.capture()
        let target = try Scratch()
        let outcome = try Spawn.seam(["annotate", "-c", "line", capture.path, "-o", target.path])
        #expect(outcome.status == 0)
        let before = try Self.packets(capture.path)
        let after = try Self.packets(target.path)
        #expect(before.map(\.bytes) == after.map(\.bytes))
        #expect(before.map(\.time) == after.map(\.time))
        #expect(
            after.map(\.comments) == [
                [], [], [],
                ["seam: message 0 of the client ends inside this segment: coalesced (粘包) by batch"],
                ["seam: message 2 of the client (3 bytes, cc) continues in packet 6: split (拆包) by write"],
                ["seam: message 2 of the client (3 bytes, cc) continues from packet 5: split (拆包) by write"],
            ]
        )
    }

    @Test("comments, names and secrets that are there are kept")
    func kept() throws {
        let capture = try Self.capture()
        let first = try Self.packets(capture.path)
        var writer = PcapngWriter()
        var interface = CaptureInterface(linkType: 1)
        interface.name = "eth7"
        writer.append(interface)
        writer.append(ResolvedName(address: [10, 0, 0, 1], names: ["client.example"]))
        writer.append(DecryptionSecrets(bytes: Array("CLIENT_RANDOM 00 11\n".utf8)))
        for packet in first {
            writer.append(time: packet.time, bytes: packet.bytes.rawSpan, comments: ["looked at"])
        }
        let source = try Scratch()
        try OutputFile.with(source.path) { $0.write(writer.bytes) }
        let target = try Scratch()
        _ = try Spawn.seam(["annotate", "-c", "line", source.path, "-o", target.path])
        let packets = try Self.packets(target.path)
        #expect(packets.allSatisfy { $0.comments.first == "looked at" })
        #expect(packets[4].comments.count == 2)
        var reader = try CaptureReader(files: [target.path], filter: nil)
        while try reader.next() != nil {}
        #expect(reader.facts.names.first?.names == ["client.example"])
        #expect(reader.facts.secrets.first?.bytes == Array("CLIENT_RANDOM 00 11\n".utf8))
        #expect(reader.facts.interfaces.first?.name == "eth7")
    }

    @Test(
        "a dissector is written for framings only, and the refusal says which",
        arguments: ["stomp", "mqtt", "tlc/text"]
    )
    func noDissector(spec: String) throws {
        let outcome = try Spawn.seam(["annotate", "--lua", "/dev/null", "-c", spec])
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("seam: annotate: --lua: "))
    }

    @Test("comma-separated rows quote texts, and none is a formula")
    func csv() throws {
        let capture = try Self.capture()
        let messages = try Spawn.seam(["messages", "--format", "csv", "-c", "line", capture.path]).output
        #expect(
            messages.split(separator: "\n").dropFirst(2).first?.hasSuffix(",coalesced,0,0,,\"'=b\"") == true
        )
        let seams = try Spawn.seam(["messages", "--format", "csv", "--seams", "-c", "line", capture.path])
            .output
        #expect(
            seams.split(separator: "\n").map { $0.split(separator: ",").prefix(8).joined(separator: " ") }
                == [
                    "stream from index layer seam offset packet cause", "0 client 0 0 join 2 4 batch",
                    "0 client 2 0 cut 6 5 write",
                ]
        )
        let streams = try Spawn.seam(["streams", "--format", "csv", "--sort", "bytes", capture.path]).output
        #expect(streams.split(separator: "\n").count == 2)
        #expect(
            streams.contains(
                "0,10.0.0.1:40000,10.0.0.2:9999,syn,open,1,6,0.0,0.005,8,0,0,0,3,0,ethernet/ipv4"
            )
        )
    }

    struct Packet {
        var time: Timestamp
        var bytes: [UInt8]
        var comments: [String]
    }

    static func packets(_ path: String) throws -> [Packet] {
        var reader = try CaptureReader(files: [path], filter: nil)
        var packets: [Packet] = []
        while let packet = try reader.next() {
            let bytes = [UInt8](copying: packet.bytes)
            packets.append(Packet(time: packet.time, bytes: bytes, comments: packet.comments))
        }
        return packets
    }
}
