import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct OutputFileTests {
    @Test("small and large writes arrive in order, and replace what the file had")
    func order() throws {
        let file = try Scratch()
        try OutputFile.with(file.path) { $0.write("something long that is to be gone") }
        let large = [UInt8](repeating: 0x62, count: OutputFile.capacity)
        try OutputFile.with(file.path) { output in
            output.write("a")
            output.write(large)
            for _ in 0..<OutputFile.capacity { output.write([0x63]) }
            output.write("d")
        }
        let expected =
            "a" + String(repeating: "b", count: 65_536) + String(repeating: "c", count: 65_536) + "d"
        #expect(file.text() == expected)
    }

    @Test("what was written before an error of the command is in the file")
    func error() throws {
        let file = try Scratch()
        let damage = CommandError.input("a.pcap: damaged after packet 3")
        #expect(throws: damage) {
            try OutputFile.with(file.path) { (output) throws(CommandError) in
                output.write("1 2 3")
                throw damage
            }
        }
        #expect(file.text() == "1 2 3")
    }

    @Test("a full disk stops the loop and is an error that names the file")
    func fullDisk() {
        var rounds = 0
        #expect(throws: CommandError.output("cannot write /dev/full: No space left on device")) {
            try OutputFile.with("/dev/full") { output in
                while output.isOpen, rounds < 1_000_000 {
                    output.write("line\n")
                    rounds += 1
                }
            }
        }
        // The buffer of 65536 bytes takes 13107 lines of 5 bytes.
        #expect(rounds == 13_108)
    }

    @Test("a reader that went away stops the loop, and is no error")
    func readerGone() throws {
        signal(SIGPIPE, SIG_IGN)
        let path = try Scratch().path + ".fifo"
        try check(unsafe mkfifo(path, 0o600))
        defer { unsafe unlink(path) }
        let reader = try check(unsafe open(path, O_RDONLY | O_NONBLOCK))
        var rounds = 0
        try OutputFile.with(path) { output in
            output.write("first\n")
            output.flush()
            close(reader)
            while output.isOpen, rounds < 1_000_000 {
                output.write("line\n")
                rounds += 1
            }
        }
        #expect(rounds == 13_108)
    }

    @Test(
        "a pipe that does not block takes all bytes of a write longer than it can hold",
    )
    func nonBlocking() throws {
        let pipe = try makePipe()
        try check(fcntl(pipe.write, F_SETFL, O_NONBLOCK))
        // The reader is late, so that the pipe is full for a while.
        let counter = try Spawn(["sh", "-c", "sleep 0.1; wc -c"], input: pipe.read)
        close(pipe.read)
        let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(unsafe Descriptor(number: pipe.write).write(bytes.span.bytes) == nil)
        close(pipe.write)
        #expect(try counter.finish().output.contains("1048576"))
    }
}
