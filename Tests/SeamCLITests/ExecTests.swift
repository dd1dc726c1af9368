import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The checkout, and the tools that its examples are for.
enum Checkout {
    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    static let hasPython = has("python3")

    /// Whether a program is on the path.
    static func has(_ tool: String) -> Bool {
        (try? Spawn(["sh", "-c", "command -v \(tool)"]).finish().status) == 0
    }
}

/// Decoders in other processes, behind the Python adapter of `examples/adapters`.
@Suite("check --exec", .serialized, .enabled(if: Checkout.hasPython))
struct ExecTests {
    static let root = Checkout.root

    /// A decoder of `Tests/Decoders` with a fixture that it is for.
    struct Pair: Sendable, CustomTestStringConvertible {
        let fixture: String
        let wrong: String
        let right: String
        /// What must be said of the wrong one.
        let fault: String

        var testDescription: String { wrong }
    }

    /// The same faults in decoders that were written otherwise.
    static let others = [
        Pair(
            fixture: "truth-json-without-borders",
            wrong: "wrong_read_is_json",
            right: "",
            fault: "so already with the first 2 messages, 319 bytes; right when each message comes alone"
        ),
        Pair(
            fixture: "crlf-cut-in-two",
            wrong: "wrong_crlf_from_end",
            right: "",
            fault: "correct in one piece; cut at byte 9 of message 0 it returns 2 messages instead of 3"
        ),
        Pair(
            fixture: "varint-cut-inside-length",
            wrong: "wrong_varint_index",
            right: "",
            fault:
                "correct in one piece; cut at byte 1 of message 1 it returns 0 messages instead of 3 and gives up (IndexError"
        ),
        // As many messages as there are, but what follows the first NUL of a body is lost.
        Pair(
            fixture: "truth-stomp-heartbeats-and-nul-bodies",
            wrong: "wrong_stomp_first_part",
            right: "",
            fault: "in one piece it returns 5 messages: message 4 is 1 byte, not 302..<456"
        ),
        // 8 messages of 1000 bytes with 4 bytes of length each are under the limit of 8196, 9 are over it.
        Pair(
            fixture: "limit-is-of-one-message",
            wrong: "wrong_limit_drops_buffer",
            right: "",
            fault: "so already with the first 9 messages, 9036 bytes; right when each message comes alone"
        ),
        Pair(
            fixture: "stomp-frames-share-segments",
            wrong: "wrong_heartbeat_starts_frame",
            right: "",
            fault: "in one piece it returns 4 messages: message 3 is 105..<148, not 106..<148"
        ),
    ]

    static let pairs = [
        Pair(
            fixture: "twenty-messages-seven-reads",
            wrong: "wrong_read_is_message",
            right: "right_line",
            fault: "in one piece it returns 1 message instead of 20: message 0 is 1090 bytes, not 0..<54"
        ),
        // The first line is 10 bytes, CR LF among them: the cut stands between the two.
        Pair(
            fixture: "crlf-cut-in-two",
            wrong: "wrong_crlf_in_last_piece",
            right: "right_crlf",
            fault: "correct in one piece; cut at byte 9 of message 0 it returns 2 messages instead of 3"
        ),
        // 96 01 starts the second message.
        Pair(
            fixture: "varint-cut-inside-length",
            wrong: "wrong_varint_in_one_piece",
            right: "right_varint",
            fault: "correct in one piece; cut at byte 1 of message 1 it returns "
        ),
        Pair(
            fixture: "truth-stomp-heartbeats-and-nul-bodies",
            wrong: "wrong_stomp_nul_in_body",
            right: "right_stomp",
            fault: "in one piece it returns 5 messages: message 4 is 302..<388, not 302..<456"
        ),
        Pair(
            fixture: "limit-is-of-one-message",
            wrong: "wrong_limit_on_buffer",
            right: "right_limit",
            fault:
                "in one piece it returns 0 messages instead of 12 and gives up (ValueError: 12048 bytes are too many)"
        ),
        // The server's CONNECTED and an LF share a segment: cut behind the frame the LF is alone.
        Pair(
            fixture: "stomp-frames-share-segments",
            wrong: "wrong_heartbeat_alone",
            right: "right_heartbeat",
            fault: "correct in one piece; cut in front of message 2 it returns 2 messages instead of 3"
        ),
    ]

    private static func check(_ decoder: String, _ arguments: [String]) throws -> Outcome {
        let command = "python3 -B \(root)/Tests/Decoders/\(decoder).py"
        return try Spawn.seam(["check", "--timeout", "120", "--exec", command] + arguments)
    }

    @Test(
        "the fault of a wrong decoder is found, with its smallest cut, in 80 columns",
        arguments: pairs + others
    )
    func wrong(pair: Pair) throws {
        let outcome = try Self.check(pair.wrong, ["\(Self.root)/fixtures/\(pair.fixture).pcap"])
        let lines = outcome.output.split(separator: "\n")
        // Lines that were broken, put together again.
        let words = outcome.output.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        #expect(words.contains(" \(pair.fault)"), "\(outcome.output)\(outcome.errors)")
        #expect(lines.allSatisfy { !$0.hasPrefix(" ") || $0.count <= 80 }, "\(outcome.output)")
        #expect(outcome.status == 1)
    }

    @Test("a right decoder passes", arguments: pairs)
    func right(pair: Pair) throws {
        let outcome = try Self.check(pair.right, ["\(Self.root)/fixtures/\(pair.fixture).pcap"])
        #expect(outcome.output.hasPrefix("ok       "), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasSuffix("\n1 passed, 0 failed\n"))
        #expect(outcome.status == 0)
    }

    @Test(
        "right decoders pass the suites",
        arguments: [("varint", "right_varint"), ("stomp", "right_stomp"), ("websocket", "right_websocket")]
    )
    func suites(suite: String, decoder: String) throws {
        let outcome = try Self.check(decoder, ["-q", "--suite", suite])
        #expect(outcome.output.hasSuffix(" passed, 0 failed\n"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.status == 0)
    }

    @Test("a decoder is not blamed for a capture that has changed")
    func changedCapture() throws {
        let folder = try ScratchFolder()
        try folder.fixture("lines")
        try folder.write("lines.pcap", folder.bytes("lines.pcap").dropLast() + [0x0D])
        let outcome = try Self.check("right_line", ["\(folder.path)/lines.pcap"])
        #expect(outcome.output.contains("  \(folder.path)/lines.pcap is not the capture that was recorded; "))
        #expect(outcome.status == 2)
    }

    @Test("a decoder that takes masks off passes: its messages are what frames hold, not bytes of the stream")
    func masks() throws {
        let fixtures = ["truth-stomp-over-websocket", "websocket-and-stomp-cut-apart"]
        let outcome = try Self.check("right_websocket", fixtures.map { "\(Self.root)/fixtures/\($0).pcap" })
        #expect(outcome.output.hasSuffix("\n2 passed, 0 failed\n"), "\(outcome.output)\(outcome.errors)")
    }

    /// Runs a decoder that is a few words of Python with `seam` imported, over the suite for lines.
    private static func run(_ program: String, _ arguments: [String] = []) throws -> Outcome {
        let file = try Scratch()
        let head = "import os, sys, time, json, struct, base64\nout = sys.stdout\n"
        try OutputFile.with(file.path) { $0.write(head + program) }
        let exec = ["check", "-j", "1", "--suite", "line", "--exec", "exec python3 -B \(file.path)"]
        return try Spawn.seam(exec + arguments)
    }

    @Test("a decoder that crashes is a result, with its last words, and is started again")
    func crash() throws {
        let outcome = try Self.run("sys.stderr.write('first\\nlast words\\n'); sys.exit(3)\n")
        #expect(outcome.output.contains("  in one piece it crashes: exit 3, last words\n"))
        #expect(outcome.output.hasSuffix("0 passed, 7 failed\n"))
        #expect(outcome.status == 1)
        #expect(outcome.errors.isEmpty)
    }

    @Test("a decoder that is killed says by which signal")
    func signal() throws {
        let outcome = try Self.run("os.kill(os.getpid(), 9)\n")
        #expect(outcome.output.contains("  in one piece it crashes: signal 9\n"), "\(outcome.output)")
    }

    @Test("a decoder that hangs is a result, and does not outlive the check")
    func hang() throws {
        let marker = try Scratch()
        let program = "open('\(marker.path)', 'a').write(f'{os.getpid()} ')\ntime.sleep(1000)\n"
        let outcome = try Self.run(program, ["--timeout", "1"])
        #expect(
            outcome.output.contains("  in one piece it hangs: no answer for 1000 ms\n"),
            "\(outcome.output)"
        )
        #expect(outcome.status == 1)
        let pids = marker.text().split(separator: " ").compactMap { pid_t($0) }
        #expect(!pids.isEmpty)
        for pid in pids { #expect(kill(pid, 0) == -1 && errno == ESRCH) }
    }

    @Test("a decoder that writes something else is a result")
    func garbage() throws {
        let outcome = try Self.run("print('hello', flush=True); time.sleep(1000)\n")
        #expect(outcome.output.contains("answers with what is no answer: hello"), "\(outcome.output)")
    }

    @Test("pieces as lines of JSON mean the same, and an answer may name ranges or bytes")
    func json() throws {
        let program = """
            data, lines, start = b'', [], 0
            for text in sys.stdin:
                value = json.loads(text)
                data += base64.b64decode(value.get('piece', ''))
                while (end := data.find(b'\\n', start)) >= 0:
                    print(json.dumps({'start': start, 'end': end + 1}))
                    start = end + 1
                if value.get('end'):
                    print('{"end":true}', flush=True)
                    data, start = b'', 0

            """
        let outcome = try Self.run(program, ["--framing", "json", "-q"])
        #expect(outcome.output == "7 passed, 0 failed\n", "\(outcome.output)")
        #expect(outcome.status == 0)
    }

    @Test("a command that is not there is a decoder that crashes")
    func missing() throws {
        let outcome = try Spawn.seam(["check", "-q", "--suite", "tlc", "--exec", "/nowhere/decoder"])
        #expect(outcome.output.contains("it crashes: exit 127"), "\(outcome.output)")
        #expect(outcome.status == 1)
    }

    @Test(
        "usage that makes no sense is refused",
        arguments: [
            (["check"], "check: needs a fixture or a directory of fixtures, or --suite NAME"),
            (
                ["check", "--suite", "x"],
                "check: --suite x is none of delimiter, line, varint, length, tlc, stomp, websocket"
            ),
            (["check", "--suite", "tlc", "fixtures"], "check: --suite takes no PATH"),
            (
                ["check", "--timeout", "0", "x"],
                "check: --timeout 0 is no number of seconds from 0.01 to 86400"
            ),
        ]
    )
    func usage(arguments: [String], message: String) throws {
        let outcome = try Spawn.seam(arguments)
        #expect(outcome.errors == "seam: \(message)\n")
        #expect(outcome.status == 2)
    }
}
