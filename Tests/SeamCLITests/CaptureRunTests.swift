import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct CaptureRunTests {
    private func twoLines() throws -> TestCapture {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "a\n")
        try capture.add(.client, "b\n", at: 2)
        return capture
    }

    private let decode = ["--json", "-c", "delimiter:bytes=0a"]

    @Test(
        "a truncated file gives what stands before the damage, then the error and exit 2",
        arguments: [("messages", 1), ("segments", 4), ("inspect", 1)]
    )
    func truncated(command: String, count: Int) throws {
        let file = try twoLines().file(cut: 1)
        let outcome = try Spawn.seam([command] + decode + [file.path])
        #expect(try parse(outcome.output).count == count)
        #expect(outcome.errors.hasPrefix("seam: \(file.path): damaged after packet 4: "))
        #expect(outcome.errors.hasSuffix("; the packets before were read; for the others fetch it again\n"))
        #expect(outcome.status == 2)
    }

    @Test("several files are one capture, standard input among them")
    func severalFiles() throws {
        let first = try twoLines().file()
        var capture = TestCapture()
        try capture.add(.client, "c\n", at: 4)
        let second = try capture.file()
        let seam = Spawn.productsDirectory + "/seam"
        let words = [seam, "messages"] + decode + [first.path, "-"]
        let outcome = try Spawn(words, input: second.descriptor).finish()
        let rows = try parse(outcome.output)
        #expect(rows.map { $0.numbers("packets") } == [[4], [5], [6]])
        #expect(rows.map { $0.word("summary") } == ["a", "b", "c"])
    }

    @Test(
        "what cannot be read at all is one line that says what to do",
        arguments: [
            (
                "/nowhere.pcap",
                "seam: /nowhere.pcap: no such file; check the name and the current directory\n"
            ),
            ("/", "seam: /: is a directory; name the capture files in it, for example //*.pcap\n"),
        ]
    )
    func unreadable(path: String, message: String) throws {
        for command in [["messages", "-q"], ["inspect"], ["streams", "-q"]] {
            let outcome = try Spawn.seam(command + [path])
            #expect(outcome.errors == message, "\(command)")
            #expect(outcome.output.isEmpty, "\(command)")
            #expect(outcome.status == 2, "\(command)")
        }
    }

    @Test("a filter that is none, and a spec that is none, are said with the option")
    func wrongArguments() throws {
        let file = try twoLines().file()
        let filter = try Spawn.seam(["messages", "-q", "-f", "tcp prt 80", file.path])
        #expect(filter.errors.contains("filter 'tcp prt 80'"))
        #expect(filter.status == 2)
        let spec = try Spawn.seam(["messages", "-c", "delimitr", file.path])
        #expect(
            spec.errors
                == "seam: messages: --codec delimitr: no codec 'delimitr'; `seam codecs` lists them\n"
        )
        #expect(spec.status == 2)
    }

    @Test("-c auto is what is done without -c")
    func recognition() throws {
        let file = try twoLines().file()
        let outcome = try Spawn.seam(["messages", "--json", "-c", "auto", file.path])
        #expect(outcome.output == (try Spawn.seam(["messages", "--json", file.path]).output))
    }

    @Test("a filter drops packets without renumbering the others")
    func filter() throws {
        let file = try twoLines().file()
        let rows = try objects(["segments", "--json", "-q", "-f", "tcp[13] & 8 != 0", file.path])
        #expect(rows.map { $0.number("packet") } == [4, 5])
    }

    @Test(
        "rows are the same whatever the number of threads that write them",
        arguments: ["messages --json", "messages", "messages --format csv", "segments --json", "segments"]
    )
    func jobs(_ command: String) throws {
        var capture = TestCapture()
        for connection in 0..<40 as Range<UInt16> { try capture.open(connection: connection) }
        for turn in 0..<50 {
            for connection in 0..<40 as Range<UInt16> {
                let text = String("\(turn) of \(connection)\nxxxxxxxx".prefix(10))
                let side = (turn + Int(connection)).isMultiple(of: 3) ? Side.server : .client
                try capture.add(side, text, at: turn * 10, connection: connection)
            }
        }
        let file = try capture.file()
        let words = command.split(separator: " ").map(String.init)
        let runs = try (1...3).map { threads in
            try Spawn.seam(words + ["--jobs", "\(threads)", "-c", "line", file.path])
        }
        #expect(runs[0].output.utf8.count > 100_000)
        #expect(runs[1].output == runs[0].output)
        #expect(runs[2].output == runs[0].output)
        #expect(runs.allSatisfy { $0.status == 0 && $0.errors.isEmpty })
    }

    @Test(
        "a reader that has gone away ends a command quietly",
        arguments: ["messages", "segments", "streams", "inspect"]
    )
    func readerGone(command: String) throws {
        let file = try twoLines().file()
        let pipe = try makePipe()
        close(pipe.read)
        defer { close(pipe.write) }
        let codec = command == "streams" ? ["--json"] : decode
        let outcome = try Spawn.seam([command] + codec + [file.path], output: pipe.write)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test("inspect --json adds to streams what became of the messages of each half")
    func inspect() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "a\nb\nc")
        try capture.add(.client, "c\nlonger\nd", at: 5)
        let file = try capture.file()
        let row = try #require(
            try objects(["inspect", "--json", "-c", "delimiter:bytes=0a,max=3", file.path]).first
        )
        #expect(row.word("client") == "10.0.0.1:40000")
        let findings = row["findings"] as? [[String: Any]]
        #expect(findings?.first?["id"] as? String == "frame-over-limit")
        #expect((row["story"] as? [String: Any])?["ended"] as? String == "open")
        let half = row.object("halves").object("client")
        #expect(half.number("bytes") == 15)
        #expect(half.word("codec") == "delimiter")
        #expect(half.number("messages") == 3)
        #expect(
            half["verdicts"] as? [String: Int] == [
                "whole": 0, "coalesced": 2, "split": 0, "split+coalesced": 1,
            ]
        )
        // a|b, b|c in packet 4; c|longer and longer|d in packet 5.
        #expect(half["joins"] as? [String: Int] == ["batch": 4])
        #expect(half["cuts"] as? [String: Int] == ["write": 1])
        #expect(half.number("deliveries") == 2)
        #expect(half.number("undecoded_bytes") == 7)
        #expect(half.number("leftover_bytes") == 1)
        let violations = half.object("violations")
        #expect(violations.number("count") == 1)
        let first = try #require((violations["first"] as? [[String: Any]])?.first)
        #expect(first.word("id") == "delimiter.too-long")
        #expect(first.number("start") == 7)
        #expect(row.object("halves").object("server").number("messages") == 0)
    }

    @Test("seam codecs lists every codec with a spec that works")
    func codecs() throws {
        let rows = try objects(["codecs", "--json"])
        let text = try Spawn.seam(["codecs"]).output
        let file = try twoLines().file()
        for row in rows {
            #expect(text.contains("-c \(row.word("example"))\n"))
            #expect(try Spawn.seam(["messages", "-q", "-c", row.word("example"), file.path]).status == 0)
        }
        #expect(rows.contains { $0.word("name") == "delimiter" })
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
