import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct StreamsTests {
    private func conversation() throws -> TestCapture {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "hello")
        try capture.add(.client, "world", at: 8)
        try capture.add(.server, acknowledges: 13, flags: .ack)
        try capture.add(.server, acknowledges: 13, flags: [.fin, .ack])
        return capture
    }

    /// The labels are those that tshark 4.0 gives these packets.
    @Test("a connection is the object of the design")
    func json() throws {
        let file = try conversation().file()
        let outcome = try Spawn.seam(["streams", "--json", file.path])
        #expect(
            outcome.output == """
                {"stream":0,"client":"10.0.0.1:40000","server":"10.0.0.2:9999","opened":"syn","closed":"server-fin",\
                "first_packet":1,"last_packet":7,"time":"2023-11-14T22:13:20.000000000Z","at":0.0,"duration":0.006,"path":"ethernet/ipv4",\
                "halves":{"client":{"bytes":10,"missing":3,"segments":2,"labels":{"lost_segment":1}},\
                "server":{"bytes":0,"missing":0,"segments":0,"labels":{"ack_lost_segment":1}}}}

                """
        )
        #expect(outcome.errors.isEmpty)
    }

    @Test("as text it is a row of a table")
    func text() throws {
        let file = try conversation().file()
        #expect(
            try Spawn.seam(["streams", file.path]).output == """
                # CLIENT         SERVER        SENT GOT GAPS OPEN CLOSED BY   SECS
                0 10.0.0.1:40000 10.0.0.2:9999   10   0    3 syn  server FIN 0.006

                1 connection, 2 segments, 10 bytes from clients, 0 from servers, 3 missing
                captured as EN10MB (snap length 262144)

                """
        )
    }

    /// Three connections: the second has the most bytes, the third is the longest.
    private func several() throws -> TestCapture {
        var capture = TestCapture()
        try capture.add(.client, "aa", flags: .syn, connection: 0)
        try capture.add(.client, "c", flags: .syn, connection: 2)
        try capture.add(.client, "bbbb", flags: .syn, connection: 1)
        try capture.add(.client, flags: .ack, connection: 2)
        return capture
    }

    @Test(
        "the list is in the order that is asked for, as text and as JSON",
        arguments: [
            ("number", [40_000, 40_002, 40_001]), ("bytes", [40_001, 40_000, 40_002]),
            ("duration", [40_002, 40_000, 40_001]), ("client", [40_000, 40_001, 40_002]),
        ]
    )
    func sorted(order: String, ports: [Int]) throws {
        let file = try several().file()
        let rows = try objects(["streams", "--json", "--sort", order, file.path])
        #expect(rows.map { $0.word("client") } == ports.map { "10.0.0.1:\($0)" })
        let text = try Spawn.seam(["streams", "-q", "--sort", order, file.path]).output
        let clients = text.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(clients == ports.map { "10.0.0.1:\($0)" })
    }

    @Test("connections are chosen by port and by host, and a wrong one is said")
    func chosen() throws {
        let file = try several().file()
        #expect(try objects(["streams", "--json", "--port", "40001", file.path]).count == 1)
        #expect(try objects(["streams", "--json", "--port", "9999", file.path]).count == 3)
        #expect(try objects(["streams", "--json", "--host", "10.0.0.3", file.path]).isEmpty)
        let wrong = try Spawn.seam(["streams", "--host", "nowhere", file.path])
        #expect(wrong.errors.hasPrefix("seam: streams: --host nowhere is no IP address"))
        #expect(wrong.status == 2)
    }

    @Test("with -v the last line of JSON says what the capture is")
    func capture() throws {
        let file = try several().file()
        let rows = try objects(["streams", "--json", "-v", file.path])
        #expect(rows.count == 4)
        let capture = rows[3].object("capture")
        #expect(capture.number("packets") == 4)
        #expect(capture.number("tcp_packets") == 4)
        #expect(capture.number("connections") == 3)
        #expect(capture.number("client_bytes") == 7)
        #expect((capture["given_up"] as? [String: Int])?.isEmpty == true)
        let interfaces = capture["interfaces"] as? [[String: Any]]
        #expect(interfaces?.first?.word("link_type") == "EN10MB")
    }

    @Test("no row is wider than 80 columns, however long the addresses are")
    func narrow() throws {
        var writer = PcapWriter(linkType: LinkType.raw.rawValue)
        let long = try #require(IPAddress("2001:db8:1111:2222:3333:4444:5555:6666"))
        let longer = try #require(IPAddress("2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff"))
        let header = TCPHeader(
            from: Endpoint(address: long, port: 54_321),
            to: Endpoint(address: longer, port: 65_535),
            flags: .syn,
            sequence: 1
        )
        var template = PacketTemplate(header)
        template.linkType = .raw
        let bytes = try template.bytes()
        writer.append(time: Timestamp(nanoseconds: 0), bytes: bytes, originalLength: bytes.count)
        let scratch = try Scratch()
        try OutputFile.with(scratch.path) { $0.write(writer.bytes) }
        let text = try Spawn.seam(["streams", scratch.path]).output
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.contains(":54321"))
        let full = try Spawn.seam(["streams", "-v", scratch.path]).output
        #expect(full.contains("[2001:db8:1111:2222:3333:4444:5555:6666]:54321"))
    }

    @Test("--extract leaves gaps out, --fill-gaps writes zeros, and a half without bytes has no file")
    func extraction() throws {
        let file = try conversation().file()
        let directory = try Directory()
        _ = try Spawn.seam(["streams", "-q", "--extract", directory.path, file.path])
        #expect(directory.files == ["0-client.bin"])
        #expect(try directory.bytes("0-client.bin") == Array("helloworld".utf8))
        _ = try Spawn.seam(["streams", "-q", "--extract", directory.path, "--fill-gaps", file.path])
        #expect(try directory.bytes("0-client.bin") == Array("hello\0\0\0world".utf8))
    }

    @Test("more halves than may be open at a time get all their bytes, however they take turns")
    func manyFiles() throws {
        var capture = TestCapture()
        let count = UInt16(Extraction.openLimit + 10)
        for connection in 0..<count { try capture.add(.client, "a", flags: .syn, connection: connection) }
        for connection in 0..<count { try capture.add(.client, "b", at: 1, connection: connection) }
        let file = try capture.file()
        let directory = try Directory()
        _ = try Spawn.seam(["streams", "-q", "--extract", directory.path, file.path])
        #expect(directory.files.count == Int(count))
        for connection in 0..<count {
            #expect(try directory.bytes("\(connection)-client.bin") == Array("ab".utf8))
        }
    }

    @Test("a directory that cannot be made, or written to, is an error with exit 2")
    func unwritable() throws {
        let file = try conversation().file()
        let nowhere = try Spawn.seam(["streams", "--extract", "/nowhere/x", file.path])
        #expect(nowhere.errors == "seam: cannot make the directory /nowhere/x: No such file or directory\n")
        #expect(nowhere.status == 2)
        let taken = try Spawn.seam(["streams", "--extract", file.path, file.path])
        #expect(taken.errors == "seam: cannot write \(file.path)/0-client.bin: Not a directory\n")
        #expect(taken.status == 2)
    }
}

/// A temporary directory that is gone when it is no longer used.
final class Directory {
    let path: String

    init() throws {
        var template = Array("/tmp/seam-test.XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for file in files { unsafe unlink("\(path)/\(file)") }
        unsafe rmdir(path)
    }

    /// The names of its files, sorted.
    var files: [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    func bytes(_ file: String) throws -> [UInt8] {
        let descriptor = try check(unsafe open("\(path)/\(file)", O_RDONLY))
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        try check(Int32(count))
        return Array(bytes.prefix(count))
    }
}
