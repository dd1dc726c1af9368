import Foundation
import SeamCodecs
import SeamConnection
import Synchronization
import Testing

/// What a test has seen, from handlers.
final class Notes: Sendable {
    private let words = Mutex<[String]>([])
    var all: [String] { words.withLock { $0 } }
    func add(_ word: String) { words.withLock { $0.append(word) } }

    /// Waits until a note fits.
    func wait(for isThere: ([String]) -> Bool, within limit: Duration = .seconds(15)) async throws {
        let deadline = ContinuousClock.now + limit
        while !isThere(all) {
            try #require(
                ContinuousClock.now < deadline,
                "it does not come: \(all.suffix(5).map { $0.prefix(40) })"
            )
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

@Suite(
    .timeLimit(.minutes(4)),
    .enabled(if: RabbitMQ.isInstalled, "rabbitmq-server is not installed: Scripts/install-peers.sh")
)
struct STOMPTests {
    static var options: STOMPOptions {
        var options = STOMPOptions()
        options.login = ("guest", "guest")
        options.host = "/"
        options.sends = .seconds(2)
        options.receives = .seconds(2)
        options.reconnect.firstPause = .milliseconds(200)
        options.reconnect.longestPause = .seconds(1)
        options.reconnect.limit = 120
        return options
    }

    /// A client that is connected.
    static func client(_ route: Route, _ options: STOMPOptions = options) async throws -> STOMPClient {
        let client = try STOMPClient(route, options)
        let changes = client.changes
        client.start()
        for await change in changes where change.state == .connected || change.state == .stopped {
            try #require(change.state == .connected, "\(String(describing: change.reason))")
            break
        }
        return client
    }

    @Test("against RabbitMQ: requests, a minute of heart-beats, and a broker that is killed")
    func rabbitMQ() async throws {
        let broker = try await RabbitMQ()
        try await broker.peer.start()
        try await requests(broker.tcp)
        try await requests(broker.webSocket)
        if let tls = broker.tls { try await requests(tls) }
        try await refusals(broker.tcp)
        let clients = [try await Self.client(broker.tcp), try await Self.client(broker.webSocket)]
        try await keepAlive(clients)
        try await survive(broker, clients)
        for client in clients { await client.stop() }
        withExtendedLifetime(broker) {}
    }

    /// SUBSCRIBE, SEND with a receipt, ACK, NACK, transactions, UNSUBSCRIBE, DISCONNECT with a receipt.
    private func requests(_ route: Route) async throws {
        let client = try await Self.client(route)
        let notes = Notes()
        let queue = "/queue/requests-\(route.target.port)"
        let id = try await client.subscribe(queue, .individual) { frame in
            notes.add(String(decoding: frame.body, as: UTF8.self))
            do {
                if frame.body == Array("refused".utf8), frame["redelivered"] != "true" {
                    try await client.refuse(frame)
                } else {
                    try await client.acknowledge(frame)
                }
            } catch {
                notes.add("\(error)")
            }
        }
        try await client.send("grüße: \\ and\nlines", to: queue, withReceipt: true)
        let first = try await client.begin()
        try await client.send("aborted", to: queue, transaction: first)
        try await client.abort(first)
        let second = try await client.begin()
        try await client.send("committed", to: queue, transaction: second)
        #expect(notes.all.contains("committed") == false)
        try await client.commit(second)
        try await client.send([UInt8](repeating: 0, count: 100_000), to: queue, withReceipt: true)
        try await client.send("refused", to: queue, withReceipt: true)
        // What is refused goes back into the queue, and comes again.
        try await notes.wait(for: { $0.count >= 5 })
        #expect(notes.all.map { $0.prefix(6) } == ["grüße:", "commit", "\0\0\0\0\0\0", "refuse", "refuse"])
        try await client.unsubscribe(id)
        try await client.send("unheard", to: queue, withReceipt: true)
        await client.stop()
        #expect(client.current.state == .stopped)
        #expect(!notes.all.contains("unheard"))
    }

    /// A wrong passcode is never tried again; an ERROR behind the log-in is told.
    private func refusals(_ route: Route) async throws {
        var options = Self.options
        options.login = ("guest", "wrong")
        let stranger = try STOMPClient(route, options)
        let changes = stranger.changes
        stranger.start()
        var last: ClientChange?
        for await change in changes { last = change }
        #expect(last?.state == .stopped)
        #expect(last?.reason?.kind == .rejected)
        let client = try await Self.client(route)
        let errors = Notes()
        client.onError { errors.add($0["message"] ?? "") }
        await #expect(throws: ConnectionError.self) {
            try await client.send("x", to: "/nowhere/at all", withReceipt: true)
        }
        try await errors.wait(for: { !$0.isEmpty })
        await client.stop()
    }

    /// Both clients stay connected for a minute in which nearly nothing else is said; heart-beats go both ways.
    private func keepAlive(_ clients: [STOMPClient]) async throws {
        let notes = Notes()
        for (number, client) in clients.enumerated() {
            try await client.subscribe("/topic/alive-\(number)") { _ in notes.add("\(number)") }
        }
        let seconds = ProcessInfo.processInfo.environment["SEAM_PEER_SECONDS"].flatMap(Int.init) ?? 60
        let before = clients.map(\.connection).map { $0.map(ObjectIdentifier.init) }
        for _ in 0..<3 {
            try await Task.sleep(for: .seconds(seconds) / 3)
            for (number, client) in clients.enumerated() {
                try await client.send("tick", to: "/topic/alive-\(number)", withReceipt: true)
            }
        }
        try await notes.wait(for: { $0.count == 6 })
        // The same connections as before: nobody has connected again.
        #expect(clients.map(\.connection).map { $0.map(ObjectIdentifier.init) } == before)
        for client in clients {
            let connection = try #require(client.connection)
            let (sent, received) = (await connection.sent, await connection.received)
            #expect(sent.heartbeats >= seconds / 3)
            #expect(received.heartbeats >= seconds / 3)
            #expect((sent.undecoded, received.undecoded) == (0, 0))
        }
    }

    /// The broker is killed and started again: both connect again, subscribe again, and what was confirmed is there.
    private func survive(_ broker: RabbitMQ, _ clients: [STOMPClient]) async throws {
        let (confirmed, arrived) = (Notes(), Notes())
        let queue = "/queue/durable"
        try await clients[1].subscribe(
            queue,
            .individual,
            headers: ["durable": "true", "auto-delete": "false"]
        ) {
            arrived.add(String(decoding: $0.body, as: UTF8.self))
            try? await clients[1].acknowledge($0)
        }
        let changes = clients.map(\.changes)
        let producer = Task {
            var number = 0
            while !Task.isCancelled {
                let word = "m\(number)"
                do {
                    let headers: KeyValuePairs = [
                        "persistent": "true", "durable": "true", "auto-delete": "false",
                    ]
                    try await clients[0].send(
                        Array(word.utf8),
                        to: queue,
                        headers: headers,
                        withReceipt: true
                    )
                    confirmed.add(word)
                    number += 1
                } catch {
                    // Not confirmed: it is sent again under the same number.
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        try await confirmed.wait(for: { $0.count > 50 })
        broker.kill()
        let before = confirmed.all.count
        try await broker.peer.start()
        for stream in changes {
            var seen: [ClientChange] = []
            for await change in stream {
                seen.append(change)
                if change.state == .connected { break }
            }
            // Why it went, pauses, attempts that are refused, and the one that is not.
            #expect([.reset, .ended].contains(seen.first?.reason?.kind))
            #expect(seen.contains { if case .pausing = $0.state { true } else { false } })
            #expect(seen.contains { $0.reason?.kind == .refused })
        }
        try await confirmed.wait(for: { $0.count > before + 50 }, within: .seconds(30))
        producer.cancel()
        _ = await producer.value
        let sent = Set(confirmed.all)
        try await arrived.wait(for: { sent.isSubset(of: $0) }, within: .seconds(30))
    }
}
