import SeamBytes
import SeamCodecs
import SeamConnection
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConnectionTests {
    /// Two ends that speak a codec, on loopback.
    static func pair(
        _ spec: String,
        _ options: ConnectionOptions = ConnectionOptions()
    ) async throws -> (client: Connection, server: Connection) {
        let sockets = try await TCPSocketTests.pair()
        return (
            Connection(sockets.client, codec: try CodecRegistry.factory(spec), options),
            Connection(sockets.server, codec: try CodecRegistry.factory(spec), side: .server, options)
        )
    }

    /// All that one end receives until the other has ended its half.
    static func all(_ connection: Connection) async throws -> [Message] {
        var messages: [Message] = []
        for try await message in connection.messages { messages.append(message) }
        return messages
    }

    @Test("a message is encoded, sent, received and decoded, with its type, content and place")
    func types() async throws {
        let (client, server) = try await Self.pair("tlc:type=2,length=4")
        try await client.send("hello", type: 7)
        try await client.send("", type: 1)
        let first = try #require(try await server.receive())
        #expect(first.bytes == [0, 7, 0, 0, 0, 5] + Array("hello".utf8))
        #expect((first.type, first.content, first.range) == (7, Array("hello".utf8), ByteRange(0, 11)))
        let second = try #require(try await server.receive())
        #expect((second.type, second.content, second.range) == (1, [], ByteRange(11, 17)))
    }

    @Test(
        "codecs that write messages of a content read them back",
        arguments: [
            "delimiter:bytes=ff", "line", "varint", "length:width=2", "netstring", "content-length", "json",
            "length:width=4/line", "rhsocket",
        ]
    )
    func contents(_ spec: String) async throws {
        let (client, server) = try await Self.pair(spec)
        let words = spec == "json" ? ["{\"a\":1}", "[2]"] : ["one", "two words"]
        for word in words { try await client.send(word) }
        async let sent: Void = client.finish()
        let received = try await Self.all(server)
        server.close()
        try await sent
        let contents = received.map { String(decoding: $0.content, as: UTF8.self) }
        #expect(contents.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 } == words)
    }

    @Test("what was sent and received is counted alike, with what was torn and glued")
    func tally() async throws {
        let (client, server) = try await Self.pair("line")
        try await client.send(raw: Array("one\ntwo\nthr".utf8))
        #expect(try await server.receive()?.content == Array("one".utf8))
        try await client.send(raw: Array("ee\n".utf8))
        #expect(try await server.receive()?.content == Array("two".utf8))
        #expect(try await server.receive()?.content == Array("three".utf8))
        let received = await server.received
        let sent = await client.sent
        #expect(received == sent)
        #expect((received.messages, received.bytes, received.pieces) == (3, 14, 2))
        #expect((received.split, received.coalesced) == (1, 3))
    }

    @Test("half a message at the end is left over, and the next connection begins anew")
    func leftover() async throws {
        for _ in 0..<2 {
            let (client, server) = try await Self.pair("line")
            try await client.send(raw: Array("whole\nhal".utf8))
            async let ended: Void = client.finish()
            let received = try await Self.all(server)
            server.close()
            try await ended
            #expect(received.map(\.kind) == [.message, .leftover])
            #expect(received.map(\.bytes) == [Array("whole\n".utf8), Array("hal".utf8)])
        }
    }

    @Test("bytes that cannot be decoded end the connection behind what could be")
    func violation() async throws {
        let (client, server) = try await Self.pair("netstring")
        try await client.send("fine")
        try await client.send(raw: Array("rubbish".utf8))
        #expect(try await server.receive()?.content == Array("fine".utf8))
        let error = await #expect(throws: ConnectionError.self) { try await server.receive() }
        #expect(error?.kind == .violation)
    }

    @Test("a message over the limit is refused by its length, before it arrives")
    func tooLarge() async throws {
        var options = ConnectionOptions()
        options.largestMessage = 1 << 20
        let (client, server) = try await Self.pair("stomp", options)
        try await client.send(raw: Array("SEND\ndestination:/a\ncontent-length:900000000\n\n".utf8))
        let error = await #expect(throws: ConnectionError.self) {
            while let message = try await server.receive() { #expect(message.kind == .undecoded) }
        }
        #expect(error != nil)
    }

    @Test("a codec whose messages are more than a content says so")
    func noEncoder() async throws {
        let (client, _server) = try await Self.pair("stomp")
        let error = await #expect(throws: ConnectionError.self) { try await client.send("x") }
        #expect(error?.kind == .violation)
        withExtendedLifetime(_server) {}
    }

    @Test("sends of one task arrive in their order, of whatever sizes")
    func order() async throws {
        let (client, server) = try await Self.pair("varint")
        var random = SystemRandomNumberGenerator()
        let sizes = (0..<300).map { _ in Int.random(in: 0...20_000, using: &random) }
        async let received = Self.all(server)
        for (number, size) in sizes.enumerated() {
            try await client.send(
                FrameMessage(content: [UInt8](repeating: UInt8(number & 0xff), count: size))
            )
        }
        async let ended: Void = client.finish()
        let messages = try await received
        server.close()
        try await ended
        #expect(messages.map(\.content.count) == sizes)
        for (number, message) in messages.enumerated() {
            #expect(message.content.allSatisfy { $0 == UInt8(number & 0xff) })
        }
        let sent = await client.sent
        #expect(sent.messages == 300)
    }
}
