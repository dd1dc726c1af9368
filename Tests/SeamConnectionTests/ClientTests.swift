import Synchronization
import Testing

@testable import SeamConnection

@Suite(.timeLimit(.minutes(1))) struct ClientTests {
    /// Short pauses: a test shall not wait.
    static var quick: ClientOptions {
        var options = ClientOptions()
        options.reconnect.firstPause = .milliseconds(20)
        options.reconnect.longestPause = .milliseconds(100)
        options.reconnect.limit = 3
        return options
    }

    /// The changes up to the first that fits, which is among them.
    static func changes(
        _ changes: AsyncStream<ClientChange>,
        until isLast: (ClientChange) -> Bool
    ) async -> [ClientChange] {
        var seen: [ClientChange] = []
        for await change in changes {
            seen.append(change)
            if isLast(change) { break }
        }
        return seen
    }

    @Test("messages reach the handler of their type, heart-beats their own, the rest the one for others")
    func dispatch() async throws {
        let server = try await EchoServer("tlc:type=1,length=2")
        let client = try Client(Route(server.target), codec: "tlc:type=1,length=2", Self.quick)
        let (words, sink) = AsyncStream.makeStream(of: String.self)
        client.handlers.on(type: 1) { sink.yield("one: " + String(decoding: $0.content, as: UTF8.self)) }
        client.handlers.onOthers { sink.yield("other: " + String(decoding: $0.content, as: UTF8.self)) }
        client.whenConnected { connection throws(ConnectionError) in try await connection.send("hi", type: 1)
        }
        client.start()
        var iterator = words.makeAsyncIterator()
        #expect(await iterator.next() == "one: hi")
        try await client.send("x", type: 9)
        #expect(await iterator.next() == "other: x")
        await client.stop()
        #expect(client.current.state == .stopped)
        #expect(client.current.reason?.kind == .closed)
    }

    @Test("what is sent before leaving arrives, and no connection follows")
    func leave() async throws {
        let server = try await EchoServer("line", echoes: false)
        let client = try Client(Route(server.target), codec: "line", Self.quick)
        client.whenConnected { connection throws(ConnectionError) in try await connection.send("in") }
        client.start()
        _ = await Self.changes(client.changes) { $0.state == .connected }
        for number in 0..<100 { try await client.send("\(number)") }
        await client.stop()
        let words = ["in"] + (0..<100).map(String.init)
        for _ in 0..<100 where server.received.withLock({ $0.count }) < 101 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(server.received.withLock { $0 } == words)
        #expect(server.connections.count == 1)
        await #expect(throws: ConnectionError.self) { try await client.send("late") }
    }

    @Test("a server that goes is connected to again, and set up again", arguments: [true, false])
    func reconnect(_ withReset: Bool) async throws {
        var server = try await EchoServer("line")
        var options = Self.quick
        options.reconnect.limit = 100
        let client = try Client(Route(server.target), codec: "line", options)
        client.whenConnected { connection throws(ConnectionError) in try await connection.send("subscribe") }
        let changes = client.changes
        client.start()
        _ = await Self.changes(changes) { $0.state == .connected }
        // The server has seen the client once the echo of its first message is there.
        while server.received.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
        server.stop(withReset: withReset)
        let down = await Self.changes(changes) { $0.reason?.kind == .refused }
        let reasons = down.compactMap(\.reason?.kind)
        #expect(reasons.first == .reset || reasons.first == .ended)
        server = try await EchoServer("line", port: server.target.port)
        let up = await Self.changes(changes) { $0.state == .connected }
        #expect(up.last?.state == .connected)
        while server.received.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(server.received.withLock { $0 } == ["subscribe"])
        await client.stop()
    }

    @Test("the limit of attempts ends it with the last reason, and pauses grow")
    func limit() async throws {
        let server = try await EchoServer("line")
        server.stop()
        var options = Self.quick
        options.reconnect.jitter = 0
        let client = try Client(Route(server.target), codec: "line", options)
        let changes = client.changes
        client.start()
        let seen = await Self.changes(changes) { $0.state == .stopped }
        let pauses = seen.compactMap { change -> Duration? in
            if case .pausing(let pause, _) = change.state { pause } else { nil }
        }
        #expect(pauses == [.milliseconds(20), .milliseconds(40), .milliseconds(80)])
        #expect(seen.last?.reason?.kind == .refused)
    }

    @Test("a client that is told never to, does not connect again")
    func never() async throws {
        let server = try await EchoServer("line")
        var options = Self.quick
        options.reconnect = .never
        let client = try Client(Route(server.target), codec: "line", options)
        let changes = client.changes
        client.start()
        _ = await Self.changes(changes) { $0.state == .connected }
        while server.connections.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        server.stop(withReset: true)
        let seen = await Self.changes(changes) { $0.state == .stopped }
        #expect(seen.map(\.state) == [.stopped])
    }

    @Test("heart-beats go out while nothing else does: a counter, here")
    func heartbeat() async throws {
        let server = try await EchoServer("line", echoes: false)
        var options = Self.quick
        options.heartbeat = Heartbeat(every: .milliseconds(30), .counter)
        let client = try Client(Route(server.target), codec: "line", options)
        client.start()
        while server.received.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(server.received.withLock { Array($0.prefix(3)) } == ["1", "2", "3"])
        await client.stop()
    }

    @Test("a server that is silent for too long counts as gone")
    func silence() async throws {
        let server = try await EchoServer("line", echoes: false)
        var options = Self.quick
        options.heartbeat = .lineFeed(every: .milliseconds(20), answerTimeout: .milliseconds(120))
        let client = try Client(Route(server.target), codec: "line", options)
        let changes = client.changes
        client.start()
        let seen = await Self.changes(changes) { $0.reason != nil }
        #expect(seen.last?.reason?.kind == .timedOut)
        await client.stop()
    }

    @Test("jitter keeps a pause within its part of it, and no pause is longer than the longest")
    func pauses() {
        var policy = ReconnectPolicy()
        policy.jitter = 0.5
        #expect(policy.longestPause == .seconds(30))
        for attempt in [1, 2, 30, 1_000_000] {
            let pauses = (0..<100).map { _ in policy.pause(before: attempt, random: Double.random(in: 0...1))
            }
            let middle = min(0.5 * Double(1 << min(attempt - 1, 10)), 30)
            #expect(pauses.allSatisfy { $0 >= .seconds(middle * 0.5) && $0 <= .seconds(middle * 1.5) })
            #expect(Set(pauses).count > 1)
        }
    }
}
