import SeamConnection
import SeamPackets
import Testing

@Suite(.timeLimit(.minutes(1))) struct TCPSocketTests {
    /// Two ends of a connection on loopback.
    static func pair(
        _ options: SocketOptions = SocketOptions()
    ) async throws -> (client: TCPSocket, server: TCPSocket) {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0), options)
        async let accepted = listener.accept()
        let client = try await TCPSocket.connect(to: HostPort("127.0.0.1", listener.local.port), options)
        return (client, try await accepted)
    }

    @Test("bytes arrive, and the end behind them")
    func bytes() async throws {
        let (client, server) = try await Self.pair()
        #expect(client.local == server.peer)
        try await client.write([1, 2, 3])
        try await client.finish()
        #expect(try await server.read() == [1, 2, 3])
        #expect(try await server.read() == [])
        try await server.write([4])
        #expect(try await client.read() == [4])
        await #expect(throws: ConnectionError.self) { try await client.write([5]) }
    }

    @Test("a name with addresses of both families is connected at the one that answers")
    func race() async throws {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        let client = try await TCPSocket.connect(to: HostPort("localhost", listener.local.port))
        #expect(client.peer == listener.local)
    }

    @Test("an empty host listens for both families")
    func both() async throws {
        let listener = try await TCPListener.listen(on: HostPort("", 0))
        for host in ["127.0.0.1", "::1"] {
            let client = try await TCPSocket.connect(to: HostPort(host, listener.local.port))
            let server = try await listener.accept()
            try await server.write([7])
            #expect(try await client.read() == [7])
        }
    }

    @Test("a closed port refuses, an unknown name is said to be so")
    func refused() async throws {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        let port = listener.local.port
        listener.close()
        let error = await #expect(throws: ConnectionError.self) {
            try await TCPSocket.connect(to: HostPort("127.0.0.1", port))
        }
        #expect(error?.kind == .refused)
        await #expect(throws: ConnectionError.self) {
            try await TCPSocket.connect(to: HostPort("no-such-host.invalid", 1))
        }
    }

    @Test("a reset is one for the peer")
    func reset() async throws {
        let (client, server) = try await Self.pair()
        try await client.write([1])
        client.reset()
        var kinds: [ConnectionError.Kind] = []
        do {
            while try await !server.read().isEmpty {}
        } catch {
            kinds.append(error.kind)
        }
        #expect(kinds == [.reset])
    }

    @Test("a read waits no longer than it may, and can be asked again")
    func readTimeout() async throws {
        let (client, server) = try await Self.pair()
        let error = await #expect(throws: ConnectionError.self) {
            try await client.read(atMost: 10, timeout: .milliseconds(50))
        }
        #expect(error?.kind == .timedOut)
        try await server.write([9])
        #expect(try await client.read() == [9])
    }

    @Test("a peer that does not read stops the writer, and what was cut off stays the last")
    func backPressure() async throws {
        var options = SocketOptions()
        options.sendBuffer = 16 << 10
        options.receiveBuffer = 16 << 10
        let (client, _server) = try await Self.pair(options)
        let error = await #expect(throws: ConnectionError.self) {
            try await client.write([UInt8](repeating: 1, count: 10 << 20), timeout: .milliseconds(100))
        }
        #expect(error?.kind == .timedOut)
        await #expect(throws: ConnectionError.self) { try await client.write([2]) }
        withExtendedLifetime(_server) {}
    }

    @Test("closing and cancelling end what waits")
    func endWaiting() async throws {
        let (client, server) = try await Self.pair()
        let reading = Task { try await client.read() }
        let cancelled = Task { try await server.read() }
        try await Task.sleep(for: .milliseconds(20))
        client.close()
        cancelled.cancel()
        #expect(await Self.kind(reading) == .closed)
        #expect([.cancelled, .ended].contains(await Self.kind(cancelled)))
    }

    private static func kind(_ task: Task<[UInt8], any Error>) async -> ConnectionError.Kind? {
        do {
            return try await task.value.isEmpty ? .ended : nil
        } catch {
            return (error as? ConnectionError)?.kind
        }
    }

    @Test("writes of several tasks do not mix, and stay in order")
    func order() async throws {
        let (client, server) = try await Self.pair()
        let size = 300_000
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    try? await client.write([UInt8](repeating: UInt8(number), count: size))
                }
            }
            group.addTask {
                var runs: [UInt8] = []
                var total = 0
                while total < 8 * size, let bytes = try? await server.read(), !bytes.isEmpty {
                    total += bytes.count
                    for byte in bytes where byte != runs.last { runs.append(byte) }
                }
                #expect(total == 8 * size)
                #expect(Set(runs).count == runs.count)
            }
        }
    }
}
