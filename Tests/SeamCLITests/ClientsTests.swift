import Foundation
import Seam
import Testing

@testable import SeamCLI

/// Reads and modelled clients as the commands print them.
struct ClientsTests {
    /// Two lines of which the second comes first, then two in one segment; the answer is one line in two pieces.
    private func conversation() throws -> Scratch {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "b\n", at: 2)
        try capture.add(.client, "a\n")
        try capture.add(.client, "c\nd\n", at: 4)
        try capture.add(.server, "yes", acknowledges: 8)
        try capture.add(.server, "!\n", at: 3, acknowledges: 8)
        return try capture.file()
    }

    private func clients(_ half: [String: Any]) -> [String] {
        (half["clients"] as? [[String: Any]] ?? []).map { client in
            let counts = ["right", "merged", "torn", "lost"].map { "\(client.number($0))" }
            let first = client.object("first_wrong")
            let wrong = first.isEmpty ? "" : " \(first.number("index")) \(first.word("outcome"))"
            return client.word("client") + " " + counts.joined(separator: "/") + wrong
        }
    }

    @Test("inspect tells of both halves what each client would have got")
    func json() throws {
        let file = try conversation()
        let rows = try objects(["inspect", "--json", "-c", "line", file.path])
        let halves = try #require(rows.first).object("halves")
        let client = halves.object("client")
        // The late segment lets two lines through at once, and the next has two: a b | c d.
        #expect(client.number("reads") == 2)
        #expect(
            clients(client) == [
                "naive 0/4/0/0 0 merged", "max-buffer:1024 0/4/0/0 0 merged", "buffer-limit:8192 4/0/0/0",
                "drop-rest 2/0/0/2 1 lost",
            ]
        )
        let server = halves.object("server")
        #expect(server.number("reads") == 2)
        #expect(
            clients(server) == [
                "naive 0/0/1/0 0 torn", "max-buffer:1024 0/0/1/0 0 torn", "buffer-limit:8192 1/0/0/0",
                "drop-rest 1/0/0/0",
            ]
        )
    }

    @Test("a client that was asked for and does not speak the protocol is not left out in silence")
    func foreign() throws {
        let file = try conversation()
        let arguments = ["inspect", "-c", "line", "--client", "stompkit", "--client", "naive", file.path]
        let lines = try Spawn.seam(arguments).output.split(separator: "\n")
        let said = "    stompkit: does not speak line, so it is not modelled"
        #expect(lines.filter { $0 == said }.count == 2)
        let all = try Spawn.seam(["inspect", "-c", "line", file.path]).output
        #expect(!all.contains("does not speak"))
    }

    @Test("--client chooses clients and their sizes")
    func choice() throws {
        let file = try conversation()
        let arguments = [
            "inspect", "--json", "-c", "line", "--client", "buffer-limit:3", "--client", "naive",
        ]
        let rows = try objects(arguments + [file.path])
        let client = try #require(rows.first).object("halves").object("client")
        #expect(clients(client) == ["naive 0/4/0/0 0 merged", "buffer-limit:3 0/0/0/4 0 lost"])
    }

    @Test("the table has a row a client, within 80 columns")
    func text() throws {
        let file = try conversation()
        let output = try Spawn.seam(["inspect", "-c", "line", file.path]).output
        #expect(
            output.contains(
                """
                    4 messages, 2 reads: a naive client sees 2 and gets 0 right
                    CLIENT              RIGHT MERGED   TORN   LOST  FIRST WRONG
                    naive                   0      4      0      0  message 0, merged
                    max-buffer:1024         0      4      0      0  message 0, merged
                    buffer-limit:8192       4      0      0      0  -
                    drop-rest               2      0      0      2  message 1, lost

                """
            )
        )
        #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("where nobody is wrong one line says so")
    func right() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "a\n")
        let file = try capture.file()
        let output = try Spawn.seam(["inspect", "-c", "line", file.path]).output
        #expect(output.contains("    1 message, 1 read: even a naive client is right\n"))
        #expect(!output.contains("FIRST WRONG"))
    }

    @Test(
        "reads are carriers: numbered, with the packets behind them, and the cause read where segments were apart"
    )
    func reads() throws {
        let file = try conversation()
        let rows = try objects(["messages", "--json", "-c", "line", "--carriers", "reads", file.path])
            .filter { $0.word("from") == "client" }
        #expect(rows.map { $0.word("verdict") } == ["coalesced", "coalesced", "coalesced", "coalesced"])
        #expect(rows.map { $0.numbers("reads") } == [[1], [1], [2], [2]])
        #expect(rows.map { $0.numbers("packets") } == [[5], [4], [6], [6]])
        let causes = rows.flatMap { $0["seams"] as? [[String: Any]] ?? [] }.map {
            "\($0.word("seam")) \($0.number("offset")) \($0.number("packet")) \($0.number("read"))"
        }
        #expect(causes == ["join 2 5 1", "join 6 6 2"])
    }

    @Test("segments --carriers reads prints what recv would have returned")
    func segments() throws {
        let file = try conversation()
        let arguments = ["segments", "--json", "-c", "line", "--carriers", "reads", "--reader", "recv:3"]
        let rows = try objects(arguments + [file.path])
        #expect(
            rows.map {
                "\($0.word("from")) \($0.number("read")) \($0.number("start")) \($0.numbers("packets"))"
            } == [
                "client 1 0 [5, 4]", "client 2 3 [4]", "client 3 4 [6]", "client 4 7 [6]",
                "server 1 0 [7]", "server 2 3 [8]",
            ]
        )
        #expect(rows.map { $0.numbers("units") } == [[0, 1], [1], [2, 3], [3], [0], [0]])
        let deliveries = try objects([
            "segments", "--json", "-c", "line", "--carriers", "deliveries", file.path,
        ])
        #expect(deliveries.map { $0.number("delivery") } == [1, 2, 1, 2])
    }

    @Test(
        "a reader or client that is none is wrong usage, and the message says what to write",
        arguments: [
            (
                ["--reader", "recv"],
                "--reader recv is no reader: recv: give the buffer's size, as in recv:1024"
            ),
            (["--client", "naive:3"], "--client naive:3 has a size, but naive takes none"),
            (
                ["--client", "netty"],
                """
                --client netty is no client; there are naive, max-buffer, buffer-limit, drop-rest, one-json, \
                stompkit, u8-length
                """
            ),
        ]
    )
    func usage(arguments: [String], problem: String) throws {
        let outcome = try Spawn.seam(["inspect"] + arguments + ["x.pcap"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(problem))
    }
}
