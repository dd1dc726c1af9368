import Seam
import SeamConnection
import SeamTesting
import Testing

@testable import SeamCLI

@Suite(.timeLimit(.minutes(2)))
struct TortureServerTests {
    /// All that comes until the server ends its half.
    private static func readAll(_ socket: TCPSocket) async throws -> [UInt8] {
        var all: [UInt8] = []
        while case let bytes = try await socket.read(atMost: 1 << 16, timeout: .seconds(20)), !bytes.isEmpty {
            all += bytes
        }
        return all
    }

    @Test("each piece arrives by itself", arguments: ["torn", "bytes", "3", "messages", "whole"])
    func pieces(_ way: String) async throws {
        let server = try Server([
            "-c", "line", "--clients", "1", "--pieces", way, "--count", "4", "abc", "defgh",
        ])
        let socket = try await server.connect()
        var reads: [String] = []
        while case let bytes = try await socket.read(atMost: 1 << 16, timeout: .seconds(20)), !bytes.isEmpty {
            reads.append(String(decoding: bytes, as: UTF8.self))
        }
        socket.close()
        let expected: [String: [String]] = [
            "torn": ["a", "bc\nd", "efgh\nab", "c\nde", "fgh\n"],
            "bytes": "abc\ndefgh\nabc\ndefgh\n".map { String($0) },
            "3": ["abc", "\nde", "fgh", "\nab", "c\nd", "efg", "h\n"],
            "messages": ["abc\n", "defgh\n", "abc\n", "defgh\n"],
            "whole": ["abc\ndefgh\nabc\ndefgh\n"],
        ]
        #expect(reads == expected[way])
        #expect(try server.finish().status == 0)
    }

    @Test("given messages are sent until each was torn at every place")
    func everyPlace() async throws {
        let server = try Server(["-c", "line", "--clients", "1", "--pieces", "torn", "abc", "x"])
        let socket = try await server.connect()
        #expect(
            try await String(decoding: Self.readAll(socket), as: UTF8.self)
                == String(repeating: "abc\nx\n", count: 3)
        )
        socket.close()
        _ = try server.finish()
    }

    /// A client that answers as `answer` says of what a read returned; what the server saw of it.
    private func behaviour(
        _ arguments: [String],
        _ answer: @Sendable ([UInt8]) -> (bytes: [UInt8], closes: Bool)
    ) async throws -> [String] {
        let server = try Server(["-c", "line", "--clients", "1", "--wait", "2s"] + arguments)
        let socket = try await server.connect()
        reading: while case let bytes = try await socket.read(atMost: 1 << 16, timeout: .seconds(20)),
            !bytes.isEmpty
        {
            let (answer, closes) = answer(bytes)
            if !answer.isEmpty { try await socket.write(answer, timeout: .seconds(10)) }
            if closes { break reading }
        }
        socket.close()
        return try server.finish().ended.first?["behaviour"] as? [String] ?? []
    }

    @Test("a client that decodes, one that takes a read for a message and one that closes are told apart")
    func clients() async throws {
        let glued = ["--pieces", "whole", "one", "two", "three"]
        let right = try await behaviour(glued) { ($0, false) }
        #expect(right == ["answered-every-message", "answered-with-the-same", "sent-messages-together"])
        let first = try await behaviour(glued) { bytes in
            (Array(bytes.prefix { $0 != 10 }) + [10], false)
        }
        #expect(first == ["answered-first-of-glued"])
        let half = ["--then", "half-silence", "--count", "1", "hello"]
        let hasty = try await behaviour(half) { bytes in
            ([], bytes == Array("hello\nhel".utf8) || bytes == Array("hel".utf8))
        }
        #expect(hasty == ["answered-nothing", "closed-upon-half-a-message"])
        let patient = try await behaviour(half) { _ in ([], false) }
        #expect(patient == ["answered-nothing", "waited-for-the-rest"])
    }

    @Test("a WebSocket is served too, its frames torn", arguments: ["torn", "bytes"])
    func webSocket(_ way: String) async throws {
        let server = try Server(["-c", "websocket/line", "--clients", "1", "--pieces", way, "one", "two"])
        let route = try #require(Route("ws://127.0.0.1:\(server.port)/"))
        let connection = try await route.connect(codec: "line")
        var texts: [String] = []
        while let message = try await connection.receive() {
            texts.append(String(decoding: message.content, as: UTF8.self))
            if texts.count == 1 { try await connection.send("one") }
        }
        #expect(texts.prefix(2) == ["one", "two"])
        #expect(Set(texts) == ["one", "two"])
        try? await connection.finish()
        let (status, ended) = try server.finish()
        #expect(status == 0)
        let seen = ended.first?["behaviour"] as? [String] ?? []
        #expect(!seen.contains("broke-the-rules"))
    }

    @Test("a WebSocket that is served echoes")
    func webSocketEcho() async throws {
        let server = try Server(["-c", "websocket/stomp", "--clients", "1", "--echo", "--pieces", "bytes"])
        let route = try #require(Route("ws://127.0.0.1:\(server.port)/"))
        let connection = try await route.connect(codec: "stomp")
        let frame = Array("SEND\ndestination:/a\n\nhello\0".utf8)
        try await connection.send(encoded: frame)
        let message = try await connection.receive()
        #expect(message?.bytes == frame)
        try await connection.finish()
        #expect(try server.finish().status == 0)
    }

    @Test("what a client sends is checked")
    func checks() async throws {
        let server = try Server(["-c", "tlc:max=16", "--clients", "1", "--wait", "20s", "hello"])
        let socket = try await server.connect()
        _ = try await socket.read(atMost: 100, timeout: .seconds(10))
        // A length of 255 is over the limit of 16.
        try await socket.write([1, 255, 0, 0], timeout: .seconds(10))
        _ = try? await Self.readAll(socket)
        socket.close()
        let (status, ended) = try server.finish()
        #expect(status == 1)
        #expect((ended.first?["behaviour"] as? [String])?.contains("broke-the-rules") == true)
    }

    @Test("half a message and a reset is a reset for the client")
    func reset() async throws {
        let server = try Server([
            "-c", "line", "--clients", "1", "--then", "half-reset", "--count", "1", "hello",
        ])
        let socket = try await server.connect()
        var got: [UInt8] = []
        var kind: ConnectionError.Kind?
        do throws(ConnectionError) {
            while case let bytes = try await socket.read(atMost: 100, timeout: .seconds(10)), !bytes.isEmpty {
                got += bytes
            }
        } catch {
            kind = error.kind
        }
        #expect(kind == .reset)
        #expect(got == Array("hello\nhel".utf8))
        socket.close()
        _ = try server.finish()
    }

    @Test("many clients are served at the same time, each its own messages")
    func many() async throws {
        let server = try Server([
            "-c", "line", "--clients", "20", "--pieces", "random:5", "--pause", "none", "--count", "50",
        ])
        let port = server.port
        let texts = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let socket = try await Server.connect(to: port)
                    defer { socket.close() }
                    return try await Self.readAll(socket)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let expected = (0..<50).flatMap { GeneratedContent.bytes(at: $0, sizes: 1...256, seed: 1) + [10] }
        #expect(texts.count == 20)
        #expect(texts.allSatisfy { $0 == expected })
        let (status, ended) = try server.finish()
        #expect(status == 0)
        #expect(ended.count == 20)
    }

    @Test(
        "what does not go together is refused",
        arguments: [
            ["hello"], ["-c", "line", "--pieces", "captured", "a"], ["-c", "line", "--echo", "a"],
            ["-c", "line", "--echo", "--then", "half-reset"], ["-c", "stomp"],
            ["-c", "fixed:size=4", "hello"],
        ]
    )
    func usage(_ arguments: [String]) throws {
        let outcome = try Spawn.seam(["serve"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("seam: serve: "))
    }
}
