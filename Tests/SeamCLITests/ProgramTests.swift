import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct ProgramTests {
    @Test(
        "seam alone and seam --help print the overview and succeed",
        arguments: [[], ["--help"], ["-h"], ["help"]]
    )
    func overview(arguments: [String]) throws {
        let outcome = try Spawn.seam(arguments)
        #expect(outcome.output.contains("\n  inspect "))
        #expect(outcome.output.contains("粘包/拆包"))
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test("a command's help is the same behind it and before it")
    func commandHelp() throws {
        let help = try Spawn.seam(["help", "inspect"])
        #expect(help.output.hasPrefix("Usage: seam inspect [OPTION]... FILE...\n"))
        #expect(try Spawn.seam(["inspect", "--help"]).output == help.output)
    }

    @Test("--version is one line")
    func version() throws {
        let outcome = try Spawn.seam(["--version"])
        #expect(outcome.output == "seam 0.1.0\n")
        #expect(outcome.status == 0)
    }

    @Test(
        "a mistake is one line on standard error and exit 2",
        arguments: [
            (["inspct", "x"], "unknown command inspct (did you mean inspect?)"),
            (["frobnicate"], "unknown command frobnicate; seam --help lists the commands"),
            ([""], "unknown command ''; seam --help lists the commands"),
            (["a.pcap"], "a.pcap is not a command (did you mean seam inspect a.pcap?)"),
            (["--json", "inspect", "x"], "--json comes behind the command: seam inspect --json"),
            (["help", "inspct"], "help: unknown command inspct (did you mean inspect?)"),
            (["inspect", "--jsn", "x"], "inspect: unknown option --jsn (did you mean --json?)"),
            (["inspect"], "inspect: needs a capture file (- reads standard input)"),
            (["codecs", "tlc", "x"], "codecs: x is one argument too many"),
            (["messages", "-", "-"], "messages: standard input (-) can be read only once"),
            (["streams", "--fill-gaps", "x"], "streams: --fill-gaps needs --extract DIR"),
            (
                ["inspect", "--\u{1B}[2Jx"],
                "inspect: unknown option --\\u{1B}[2Jx; seam inspect --help lists the options"
            ),
            (["codecs", "-o", "/nowhere/x"], "cannot write /nowhere/x: No such file or directory"),
        ]
    )
    func mistakes(arguments: [String], message: String) throws {
        let outcome = try Spawn.seam(arguments)
        #expect(outcome.errors == "seam: \(message)\n")
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == 2)
    }

    @Test("a reader that has gone away ends seam quietly with exit 0")
    func readerGone() throws {
        let pipe = try makePipe()
        close(pipe.read)
        defer { close(pipe.write) }
        let outcome = try Spawn.seam(["help", "--man"], output: pipe.write)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test("a full disk is an error with exit 2")
    func fullDisk() throws {
        let full = try check(unsafe open("/dev/full", O_WRONLY | O_CLOEXEC))
        defer { close(full) }
        let outcome = try Spawn.seam(["help", "--man"], output: full)
        #expect(outcome.errors == "seam: cannot write standard output: No space left on device\n")
        #expect(outcome.status == 2)
    }

    @Test("an output that is one of the inputs is refused before it is emptied")
    func overwriting() throws {
        let file = try Scratch()
        try OutputFile.with(file.path) { $0.write("capture") }
        let outcome = try Spawn.seam(["inspect", "-o", file.path, "/tmp/../" + file.path])
        #expect(outcome.errors == "seam: inspect: --output \(file.path) is also an input\n")
        #expect(outcome.status == 2)
        #expect(file.text() == "capture")
    }

    @Test("man/seam.1 is what seam help --man prints; after a change: seam help --man > man/seam.1")
    func manual() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let committed = try Spawn(["cat", "/\(root)/man/seam.1"]).finish()
        #expect(committed.status == 0)
        #expect(try Spawn.seam(["help", "--man"]).output == committed.output)
    }
}
