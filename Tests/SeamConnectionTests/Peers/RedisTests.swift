import SeamConnection
import Testing

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: Peer.path("redis-server") != nil, "redis-server is not installed: Scripts/install-peers.sh")
)
struct RedisTests {
    /// A command as an array of bulk strings.
    static func command(_ words: [String]) -> [UInt8] {
        Array(("*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()).utf8)
    }

    @Test("against Redis: 10000 commands in a row are answered in their order")
    func redis() async throws {
        let folder = try Peer.newFolder()
        let port = try await Peer.newPort()
        let server = Peer(folder: folder, port: port) {
            let arguments = ["--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--dir", folder]
            return Child(Peer.path("redis-server") ?? "", arguments)
        }
        try await server.start()
        let connection = try await Route(HostPort("127.0.0.1", port)).connect(codec: "redis")
        let values = (0..<5000).map { String(repeating: "v", count: $0 % 97) + "\($0)" }
        async let sent: Void = {
            for (number, value) in values.enumerated() {
                try await connection.send(encoded: Self.command(["SET", "key\(number % 50)", value]))
                try await connection.send(encoded: Self.command(["GET", "key\(number % 50)"]))
            }
        }()
        for value in values {
            #expect(try await connection.receive()?.bytes == Array("+OK\r\n".utf8))
            let answer = try await connection.receive()
            #expect(answer?.bytes == Array("$\(value.utf8.count)\r\n\(value)\r\n".utf8))
        }
        try await sent
        let (asked, answered) = (await connection.sent, await connection.received)
        #expect((asked.messages, answered.messages) == (10_000, 10_000))
        try await connection.finish()
        server.kill()
    }
}
