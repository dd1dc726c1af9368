import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `seam live` on what another program captures.
@Suite(.timeLimit(.minutes(2))) struct LiveFileTests {
    @Test("a file is followed while it grows, packets cut anywhere, and ends on Ctrl-C")
    func follow() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\n")
        try capture.add(.client, "two\n", at: 4)
        let whole = try capture.file()
        let growing = try Scratch()
        let bytes = try SeamCLI.Directory.contents(whole.path)
        try check(Int32(write(growing.descriptor, Array(bytes[..<100]))))
        let live = try Spawn([seam, "live", "-r", growing.path, "--follow", "-c", "line"])
        // The last packet has 16 + 54 + 4 bytes at least; 30 from its end is in the middle of it.
        let middle = bytes.count - 30
        try check(Int32(write(growing.descriptor, Array(bytes[100..<middle]))))
        try live.waitForOutput("whole           one")
        #expect(live.isRunning)
        #expect(!live.output.text().contains("two"))
        try check(Int32(write(growing.descriptor, Array(bytes[middle...]))))
        try live.waitForOutput("whole           two")
        try live.signal(SIGINT)
        let outcome = try live.finish()
        #expect(outcome.output.contains("client sent 2 messages"))
        #expect(outcome.status == 0)
    }

    @Test("a named pipe is read while its writer goes on, and ends with it")
    func named() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\n")
        let whole = try capture.file()
        let bytes = try SeamCLI.Directory.contents(whole.path)
        let place = whole.path + ".fifo"
        try check(unsafe mkfifo(place, 0o600))
        defer { unsafe unlink(place) }
        let live = try Spawn([seam, "live", "-r", place, "-c", "line"])
        let writer = try check(unsafe open(place, O_WRONLY))
        try check(Int32(write(writer, bytes)))
        try live.waitForOutput("whole           one")
        #expect(live.isRunning)
        close(writer)
        #expect(try live.finish().status == 0)
    }

    @Test("what is damaged is said, and all before it is told")
    func damaged() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\n")
        let file = try capture.file(cut: 3)
        let outcome = try Spawn.seam(["live", "-r", file.path, "-c", "line"])
        #expect(outcome.errors.contains("\(file.path): damaged after packet 3"))
        #expect(outcome.output.contains("connection 0  10.0.0.1:40000 > 10.0.0.2:9999"))
        #expect(outcome.status == 2)
    }

    @Test("what comes through a pipe is shown while the pipe is open")
    func pipe() throws {
        var capture = TestCapture()
        try capture.open()
        try capture.add(.client, "one\n")
        let whole = try capture.file()
        let bytes = try SeamCLI.Directory.contents(whole.path)
        let ends = try makePipe()
        let live = try Spawn([seam, "live", "-", "-c", "line"], input: ends.read)
        close(ends.read)
        try check(Int32(write(ends.write, bytes)))
        try live.waitForOutput("whole           one")
        close(ends.write)
        #expect(try live.finish().status == 0)
    }
}
