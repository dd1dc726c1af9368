import Seam
import SeamConnection
import Testing

@testable import SeamCLI

@Suite(.timeLimit(.minutes(2)))
struct ReplayTests {
    /// A client that asks twice, in three pieces, and is answered twice; the server ends it.
    private func capture() throws -> Scratch {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\ntw")
        try capture.add(.server, "1st\n", acknowledges: 6)
        try capture.add(.client, "o", at: 6, acknowledges: 4)
        try capture.add(.client, "\n", at: 7, acknowledges: 4)
        try capture.add(.server, "2nd\n", at: 4, acknowledges: 8)
        try capture.add(.client, at: 8, acknowledges: 8, flags: [.fin, .ack])
        try capture.add(.server, at: 8, acknowledges: 9, flags: [.fin, .ack])
        return try capture.file()
    }

    private func answers(_ second: String = "2nd\n") -> [(after: Int, bytes: [UInt8])] {
        [(6, Array("1st\n".utf8)), (8, Array(second.utf8))]
    }

    @Test(
        "pieces arrive as asked, as the log of a server's recv says, and the answers match",
        arguments: [
            ("captured", ["one\ntw", "o", "\n"]), ("whole", ["one\ntw", "o\n"]),
            ("bytes", ["o", "n", "e", "\n", "t", "w", "o", "\n"]), ("5", ["one\nt", "w", "o\n"]),
            ("messages", ["one\n", "tw", "o\n"]),
        ]
    )
    func pieces(_ way: String, _ expected: [String]) throws {
        let log = try RecvLog(answers())
        let file = try capture()
        let outcome = try Spawn.seam([
            "replay", "-c", "line", "--to", "127.0.0.1:\(log.port)", "--pieces", way, "--speed", "max",
            "--json", file.path,
        ])
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        #expect(log.reads().map { String(decoding: $0, as: UTF8.self) } == expected)
        let result = try #require(try parse(outcome.output).first)
        #expect(result.object("messages").number("equal") == 2)
        #expect(result.object("messages").number("captured") == 2)
        #expect(result["same"] as? Bool == true)
    }

    @Test("an answer that is another one is a difference, and so is one that does not come")
    func differences() throws {
        let file = try capture()
        var log = try RecvLog(answers("2xd\n"))
        let arguments = ["replay", "-c", "line", "--speed", "max", "--wait", "300ms", file.path, "--to"]
        var outcome = try Spawn.seam(arguments + ["127.0.0.1:\(log.port)"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("message 1, byte 1: captured 2nd\\x0a, got 2xd\\x0a"))
        _ = log.reads()
        log = try RecvLog(Array(answers().prefix(1)))
        outcome = try Spawn.seam(arguments + ["127.0.0.1:\(log.port)"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("1 of 2 messages had come"))
        _ = log.reads()
    }

    @Test("--listen plays the server's side to a client under test")
    func listen() async throws {
        let file = try capture()
        let place = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        let port = place.local.port
        place.close()
        let replay = try Spawn([
            seam, "replay", "-c", "line", "--listen", "\(port)", "--speed", "max", file.path,
        ])
        try replay.waitForErrors("listening")
        let client = try Spawn.seam([
            "replay", "-c", "line", "--to", "127.0.0.1:\(port)", "--speed", "max", file.path,
        ])
        #expect(client.status == 0, "\(client.output)")
        let outcome = try replay.finish()
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("server played"))
    }

    @Test("the captured times are kept")
    func times() throws {
        let log = try RecvLog()
        var capture = TestCapture()
        try capture.open()
        // 300 packets a millisecond apart.
        for index in 0..<300 { try capture.add(.client, "\(index % 10)", at: index) }
        let file = try capture.file()
        let start = ContinuousClock.now
        let outcome = try Spawn.seam(["replay", "-c", "line", "--to", "127.0.0.1:\(log.port)", file.path])
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(ContinuousClock.now - start >= .milliseconds(299))
        #expect(log.reads().count == 300)
    }

    @Test(
        "other machines, and what does not go together, are refused",
        arguments: [
            ["--to", "192.0.2.1:9"], ["--to", "example.org:9"], ["--listen", "0.0.0.0:9"], [],
            ["--to", "127.0.0.1:9", "--listen", "9"],
        ]
    )
    func refused(_ arguments: [String]) throws {
        let outcome = try Spawn.seam(["replay", capture().path] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("seam: replay: "))
    }
}
