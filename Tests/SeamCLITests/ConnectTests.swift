import Seam
import SeamConnection
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(2)))
struct ConnectTests {
    @Test("a script talks, what arrives is shown, and the recording says the same to inspect and tshark")
    func script() throws {
        let server = try Server(["-c", "line", "--clients", "1", "--echo", "--pieces", "torn"])
        let script = try Scratch()
        #expect(write(script.descriptor, Array("hello\n/wait\n/hex 776f726c64\n/wait\n".utf8)) > 0)
        let recording = try Scratch()
        let outcome = try Spawn.seam([
            "connect", server.target, "-c", "line", "--script", script.path, "--record", recording.path,
            "--json",
            "--wait", "200ms",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let events = try parse(outcome.output)
        let messages = events.filter { $0.word("event") == "message" }
        #expect(messages.map { $0.word("summary") } == ["hello", "world"])
        let received = try #require(events.first { $0.word("event") == "ended" }).object("received")
        #expect(received.number("messages") == 2)
        #expect(received.number("split") == 2)
        #expect(try server.finish().status == 0)

        let inspected = try objects(["inspect", "-c", "line", "--json", recording.path])
        let halves = try #require(inspected.first).object("halves")
        #expect(halves.object("client").number("messages") == 2)
        let half = halves.object("server")
        for name in ["messages", "bytes"] { #expect(half.number(name) == received.number(name)) }
        #expect(half.number("segments") == received.number("pieces"))
        #expect(half.object("verdicts").number("split") == 2)
        guard Tool.tshark.isThere else { return }
        let tshark = try Spawn([
            "tshark", "-r", recording.path, "-Y", "tcp.len > 0 && !tcp.analysis.flags", "-T", "fields", "-e",
            "tcp.len",
        ]).finish()
        #expect(tshark.output.split(separator: "\n").compactMap { Int($0) }.reduce(0, +) == 24)
    }

    @Test("nobody to connect to is an error")
    func refused() throws {
        let outcome = try Spawn.seam(["connect", "-c", "line", "127.0.0.1:1"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("Connection refused"))
    }

    @Test("a server that went and comes back is connected to again, and the script goes on")
    func reconnects() throws {
        let first = try Server(["-c", "line", "--clients", "1", "--then", "reset", "--count", "1", "one"])
        let (input, feed) = try makePipe()
        let client = try Spawn(
            [seam, "connect", first.target, "-c", "line", "--reconnect", "20", "--wait", "300ms"],
            input: input
        )
        try client.waitForOutput("connecting again")
        _ = try first.finish()
        let second = try Server(["-c", "line", "--clients", "1", "--echo", "--port", "\(first.port)"])
        try client.waitForOutput("connected to", times: 2)
        #expect(write(feed, Array("two\n".utf8)) == 4)
        try client.waitForOutput("two")
        close(feed)
        let outcome = try client.finish()
        close(input)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("0  one"))
        #expect(try second.finish().status == 0)
    }
}

@Suite(.timeLimit(.minutes(2)), .enabled(if: Tool.tmux.isThere, "needs tmux"))
struct ConnectScreenTests {
    @Test("a person types in a terminal and sees reads and messages")
    func typed() throws {
        let server = try Server(["-c", "line", "--clients", "1", "--echo", "--pieces", "torn"])
        let tmux = try Tmux("\(seam) connect \(server.target) -c line; sleep 60", columns: 90, rows: 20)
        tmux.wait("/help lists what else can be typed")
        try tmux.press("hello", "Enter")
        tmux.wait("in reads 1 to 2")
        try tmux.press("/hex 6869", "Enter")
        tmux.wait("1  hi")
        try tmux.press("/quit", "Enter")
        tmux.wait("ended: the user left")
        #expect(try server.finish().status == 0)
    }
}
