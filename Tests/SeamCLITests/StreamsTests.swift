import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(1))) struct StreamsTests {
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
