import Testing

@testable import SeamCLI

#if os(Linux)
import Glibc

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: canConnect, "needs root, CAP_NET_ADMIN and the program ip"),
    .serialized
)
struct CutNetworkTests {
    @Test(
        "a cut network is waited for and the connection made again, and a capture of it agrees with the client"
    )
    func cut() throws {
        let cable = try Cable(isApart: true)
        let serve = try cable.far([
            seam, "serve", "-c", "line", "--echo", "--bind", cable.farAddress, "--port", "7070", "--json",
        ])
        try serve.waitForOutput("listening")
        let file = try Scratch()
        // At the client's end: on `any`, since an interface that goes down ends a capture of it alone.
        let live = try Spawn(
            cable.atNear([seam, "live", "any", "-w", file.path, "-f", "tcp port 7070"])
        )
        try live.waitForErrors("capturing")
        let (input, feed) = try makePipe()
        let client = try Spawn(
            cable.atNear([
                seam, "connect", "\(cable.farAddress):7070", "-c", "line", "--json", "--reconnect", "50",
                "--heartbeat", "1s", "--beat", "beat", "--answer-timeout", "2500ms", "--wait", "200ms",
            ]),
            input: input
        )
        #expect(write(feed, Array("before\n".utf8)) == 7)
        try client.waitForOutput("\"before\"")
        try client.waitForOutput("\"beat\"")
        try cable.set(up: false)
        try client.waitForOutput("waiting-for-network")
        try cable.set(up: true)
        try client.waitForOutput("\"state\":\"connected\"", times: 2)
        #expect(write(feed, Array("after\n".utf8)) == 6)
        try client.waitForOutput("\"after\"")
        close(feed)
        let outcome = try client.finish()
        close(input)
        try live.signal(SIGINT)
        _ = try live.finish()
        try serve.signal(SIGINT)
        _ = try serve.finish()

        let events = try parse(outcome.output)
        let states = events.filter { $0.word("event") == "state" }
        #expect(outcome.status == 0)
        // What the policy promises: a silent peer without a way to it is a network that went, not a server.
        let names = states.map { $0.word("state") }
        #expect(names.prefix(3) == ["connecting", "connected", "waiting-for-network"])
        #expect(names.suffix(3) == ["connecting", "connected", "stopped"])
        #expect(!names.contains("pausing"))
        #expect(states.last?.word("reason") == "the user left")

        let received = events.filter { $0.word("event") == "ended" }.map {
            $0.object("received").number("messages")
        }
        #expect(try captured(file.path) == received)
    }

    /// The messages of the server, connection by connection, that a capture has from before the client left.
    ///
    /// The client's system goes on with what was under way, also when the client has given it up: behind the cut it
    /// is answered, and nobody is there to hear it.
    private func captured(_ file: String) throws -> [Int] {
        let segments = try objects(["segments", "-c", "line", "--json", file])
        let messages = try objects(["messages", "-c", "line", "--json", file])
        return (0..<2).map { stream in
            let end = segments.first {
                $0.number("stream") == stream && $0.word("from") == "client" && $0.word("flags").contains("F")
            }
            let last = end?["packet"] as? Int ?? .max
            return messages.count {
                $0.number("stream") == stream && $0.word("from") == "server" && $0.word("kind") == "message"
                    && ($0.numbers("packets").last ?? 0) < last
            }
        }
    }
}
#endif
