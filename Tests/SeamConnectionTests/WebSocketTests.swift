import SeamCodecs
import Testing

@testable import SeamConnection

@Suite(.timeLimit(.minutes(1))) struct WebSocketTests {
    /// Two ends of a WebSocket on loopback.
    static func pair(
        _ codec: String? = nil,
        client: WebSocketOptions = WebSocketOptions(
            path: "/chat?room=1",
            subprotocols: ["v12.stomp", "v11.stomp"]
        ),
        server: WebSocketOptions = WebSocketOptions(subprotocols: ["v11.stomp", "v12.stomp"])
    ) async throws -> (client: Connection, server: Connection, path: String, chosen: [String?]) {
        let sockets = try await TCPSocketTests.pair()
        async let accepted = Connection.acceptWebSocket(over: sockets.server, codec: codec, webSocket: server)
        let host = HostPort("localhost", 80)
        let opened = try await Connection.webSocket(
            over: sockets.client,
            host: host,
            codec: codec,
            webSocket: client
        )
        let (connection, path, name) = try await accepted
        return (opened.connection, connection, path, [opened.subprotocol, name])
    }

    @Test("the proof for the key of RFC 6455 §1.3 is the RFC's")
    func accept() {
        #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test("both sides agree on a subprotocol, and the server learns the path")
    func handshake() async throws {
        let ends = try await Self.pair()
        #expect(ends.path == "/chat?room=1")
        #expect(ends.chosen == ["v12.stomp", "v12.stomp"])
    }

    @Test("messages of all sizes travel both ways, compressed or not", arguments: [true, false])
    func messages(_ deflates: Bool) async throws {
        var options = WebSocketOptions()
        options.deflates = deflates
        options.isBinary = true
        let ends = try await Self.pair(client: options, server: options)
        for size in [0, 1, 125, 126, 65_535, 65_536, 300_000] {
            let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
            async let sent: Void = ends.client.send(encoded: content)
            #expect(try await ends.server.receive()?.content == content)
            try await sent
            async let back: Void = ends.server.send(encoded: content)
            #expect(try await ends.client.receive()?.content == content)
            try await back
        }
        let (client, server) = (await ends.client.sent, await ends.server.received)
        #expect(client.bytes == server.bytes)
        #expect((client.bytes < 430_000) == deflates)
    }

    @Test("a ping is answered, and both see heart-beats")
    func ping() async throws {
        let ends = try await Self.pair()
        #expect(try await ends.client.ping([1, 2]))
        async let seen = ends.server.receive()
        #expect(try await seen?.kind == .heartbeat)
        #expect(try await ends.client.receive()?.kind == .heartbeat)
    }

    @Test("a clean end: both say close, and what was sent before arrives")
    func close() async throws {
        let ends = try await Self.pair()
        try await ends.client.send(encoded: Array("last".utf8))
        async let finished: Void = ends.client.finish()
        #expect(try await ends.server.receive()?.content == Array("last".utf8))
        #expect(try await ends.server.receive() == nil)
        try await finished
        await #expect(throws: ConnectionError.self) { try await ends.client.send(encoded: [1]) }
    }

    @Test("a layer above is cut from the messages, whatever they hold")
    func inner() async throws {
        let ends = try await Self.pair("line")
        try await ends.client.send(encoded: Array("one\ntw".utf8))
        try await ends.client.send(encoded: Array("o\n".utf8))
        #expect(try await ends.server.receive()?.content == Array("one".utf8))
        #expect(try await ends.server.receive()?.content == Array("two".utf8))
    }

    @Test("a server that is none, and a request that is none, are refused")
    func refuse() async throws {
        let sockets = try await TCPSocketTests.pair()
        let accepted = Task { try await Connection.acceptWebSocket(over: sockets.server).path }
        try await sockets.client.write(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        let answer = try await sockets.client.read()
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
        await #expect(throws: ConnectionError.self) { try await accepted.value }
        let others = try await TCPSocketTests.pair()
        let opened = Task {
            try await Connection.webSocket(over: others.client, host: HostPort("a", 80)).subprotocol
        }
        _ = try await others.server.read()
        try await others.server.write(Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8))
        let error = await #expect(throws: ConnectionError.self) { try await opened.value }
        #expect(error?.kind == .rejected)
    }
}
