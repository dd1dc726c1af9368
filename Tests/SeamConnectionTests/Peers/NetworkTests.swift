import Foundation
import SeamConnection
import Testing

/// Networks of the tests' own.
private enum TestNetwork {
    static let isPossible: Bool = {
        guard getuid() == 0, Peer.path("redis-server") != nil, Peer.path("ip") != nil else { return false }
        let name = "seam-try-\(getpid())"
        defer { _ = ip("netns", "del", name) }
        return ip("netns", "add", name)
    }()

    @discardableResult
    static func ip(_ arguments: String...) -> Bool {
        Child(Peer.path("ip") ?? "", arguments)?.waitBriefly() == 0
    }
}

/// A network of its own with a Redis in it, which can be cut.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: TestNetwork.isPossible, "needs root, ip(8) with network namespaces, and redis-server")
)
struct NetworkTests {
    @Test("a network that is cut is waited for, then the client connects and is set up again")
    func cut() async throws {
        let (name, near, far) = ("seam-\(getpid())", "sm\(getpid() % 100_000)a", "sm\(getpid() % 100_000)b")
        let net = "10.213.\(getpid() % 250)"
        defer {
            TestNetwork.ip("route", "del", "unreachable", "\(net).0/24", "metric", "1000")
            TestNetwork.ip("link", "del", near)
            TestNetwork.ip("netns", "del", name)
        }
        try #require(TestNetwork.ip("netns", "add", name))
        try #require(TestNetwork.ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name))
        TestNetwork.ip("addr", "add", "\(net).1/24", "dev", near)
        TestNetwork.ip("link", "set", near, "up")
        TestNetwork.ip("-n", name, "addr", "add", "\(net).2/24", "dev", far)
        TestNetwork.ip("-n", name, "link", "set", far, "up")
        // Without this the default route would take over when the link is down.
        TestNetwork.ip("route", "add", "unreachable", "\(net).0/24", "metric", "1000")
        let folder = try Peer.newFolder()
        let server = Peer(folder: folder, host: "\(net).2", port: 6379) {
            let arguments = [
                "netns", "exec", name, Peer.path("redis-server") ?? "", "--bind", "\(net).2", "--port",
                "6379",
                "--protected-mode", "no", "--save", "", "--dir", folder,
            ]
            return Child(Peer.path("ip") ?? "", arguments)
        }
        try await server.start()
        var options = ClientOptions()
        options.heartbeat = Heartbeat(every: .milliseconds(200), answerTimeout: .seconds(1))
        options.reconnect.networkInterval = .milliseconds(100)
        options.reconnect.limit = 1
        let client = try Client(Route(HostPort("\(net).2", 6379)), codec: "redis", options)
        let notes = Notes()
        client.whenConnected { connection throws(ConnectionError) in
            try await connection.send(encoded: RedisTests.command(["CLIENT", "SETNAME", "seam"]))
            notes.add("set up")
        }
        let changes = client.changes
        client.start()
        _ = await ClientTests.changes(changes) { $0.state == .connected }
        TestNetwork.ip("link", "set", near, "down")
        let down = await ClientTests.changes(changes) { $0.state == .waitingForNetwork }
        // Silence is how a cut shows; that it is the network and not the server is looked up.
        #expect(down.map(\.state) == [.waitingForNetwork])
        #expect([.timedOut, .networkDown].contains(down.last?.reason?.kind))
        try await Task.sleep(for: .seconds(1))
        #expect(client.current.state == .waitingForNetwork)
        TestNetwork.ip("link", "set", near, "up")
        let up = await ClientTests.changes(changes) { $0.state == .connected }
        #expect(up.contains { $0.state == .connecting(attempt: 1) })
        #expect(notes.all == ["set up", "set up"])
        await client.stop()
        server.kill()
    }
}
