import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(2)), .enabled(if: canCapture, "needs the right to capture")) struct LiveTests {
    @Test("what live shows of a conversation is what messages says of its recording")
    func sameAsRecording() throws {
        let talk = try Conversation()
        let file = try Scratch()
        let live = try Spawn(
            [seam, "live", loopback, "-c", "line", "--json", "-w", file.path, "-f", "tcp port \(talk.port)"]
        )
        try live.waitForErrors("capturing")
        // Two writes a message, and two messages with one write.
        for piece in ["one\ntw", "o\n", "three\nfour\n"] { try talk.say(piece) }
        try live.waitForOutput("\"index\":3")
        try live.signal(SIGINT)
        let outcome = try live.finish()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("0 by the kernel"))
        let rows = outcome.output.split(separator: "\n")
        let units = rows.filter { $0.hasPrefix("{\"stream\":0,\"from\":") }
        let again = try Spawn.seam(["messages", "-c", "line", "--json", file.path])
        #expect(units.count == 4)
        #expect(units == again.output.split(separator: "\n"))
        // The last object is what inspect prints of the connection.
        let inspected = try Spawn.seam(["inspect", "-c", "line", "--json", file.path])
        #expect(rows.last == inspected.output.split(separator: "\n").last)
    }

    @Test("rows appear as messages complete, not at the end; then comes the story of inspect")
    func atOnce() throws {
        let talk = try Conversation()
        let live = try Spawn([seam, "live", loopback, "-c", "line", "-f", "tcp port \(talk.port)"])
        try live.waitForErrors("each packet at once")
        try talk.say("hello ")
        try talk.say("world\n")
        try live.waitForOutput("split           hello world")
        try live.signal(SIGTERM)
        let outcome = try live.finish()
        #expect(outcome.output.contains("connection 0  127.0.0.1:"))
        #expect(outcome.output.contains("client sent 1 message in 2 segments, 12 bytes"))
        #expect(outcome.status == 0)
    }

    @Test("it ends after as many packets as were asked for")
    func packets() throws {
        let talk = try Conversation()
        let live = try Spawn([seam, "live", loopback, "-n", "2", "-q", "-f", "tcp port \(talk.port)"])
        try talk.say(until: live, "x")
        let outcome = try live.finish()
        #expect(outcome.errors.contains("seam: 2 packets captured"))
    }

    @Test("it ends after its time though nothing comes")
    func duration() throws {
        let outcome = try Spawn.seam(["live", loopback, "--duration", "300ms", "-f", "tcp port 1"])
        #expect(outcome.errors.contains("seam: 0 packets captured"))
        #expect(outcome.output.contains("no TCP connection"))
        #expect(outcome.status == 0)
    }

    @Test("it ends with the first message that breaks the rule that is waited for")
    func until() throws {
        let talk = try Conversation()
        let live = try Spawn([
            seam, "live", loopback, "-c", "delimiter:bytes=0a,max=4", "--until", "delimiter.too-long", "-f",
            "tcp port \(talk.port)",
        ])
        try live.waitForErrors("capturing")
        try talk.say("ok\n")
        try talk.say("too long\nnext\n")
        let outcome = try live.finish()
        #expect(outcome.output.contains("delimiter.too-long"))
        #expect(outcome.errors.contains("seam: ended by delimiter.too-long in connection 0"))
        #expect(outcome.status == 0)
    }

    @Test("what was recorded before a kill can be read")
    func killed() throws {
        let talk = try Conversation()
        let file = try Scratch()
        let live = try Spawn([seam, "live", loopback, "-w", file.path, "-f", "tcp port \(talk.port)"])
        try live.waitForErrors("recording")
        for _ in 0..<20 { try talk.say("0123456789") }
        // Batches take 100 ms, what is idle is written.
        for _ in 0..<100 where file.text().utf8.count < 2000 { usleep(20_000) }
        try live.signal(SIGKILL)
        #expect(try live.finish().status == 128 + SIGKILL)
        let read = try Spawn.seam(["streams", "--json", file.path])
        #expect(read.status == 0)
        #expect(read.output.contains("\"bytes\":200,"))
        guard Tool.tshark.isThere else { return }
        let shark = try Spawn(["tshark", "-r", file.path, "-T", "fields", "-e", "tcp.len"]).finish()
        #expect(shark.status == 0)
        #expect(shark.output.split(separator: "\n").count { $0 == "10" } == 20)
    }

    @Test("a recording on standard output is a capture; the view goes to standard error")
    func pipe() throws {
        let talk = try Conversation()
        let file = try Scratch()
        let live = try Spawn(
            [seam, "live", loopback, "-c", "line", "-w", "-", "-f", "tcp port \(talk.port)"],
            output: file.descriptor
        )
        try live.waitForErrors("standard output")
        try talk.say("a\nb\n")
        try live.waitForErrors("coalesced")
        try live.signal(SIGINT)
        #expect(try live.finish().status == 0)
        #expect(try Spawn.seam(["messages", "-c", "line", "-q", file.path]).output.contains("coalesced"))
    }

    @Test("a reader that goes away ends it quietly")
    func unread() throws {
        let talk = try Conversation()
        let ends = try makePipe()
        let live = try Spawn(
            [seam, "live", loopback, "-q", "--json", "-v", "-c", "line", "-f", "tcp port \(talk.port)"],
            output: ends.write
        )
        close(ends.write)
        close(ends.read)
        try talk.say(until: live, "line\n")
        #expect(try live.finish().status == 0)
    }

    @Test("it ends with a finding that is waited for, while the connection goes on")
    func finding() throws {
        let talk = try Conversation()
        let live = try Spawn([
            seam, "live", loopback, "-c", "line", "--until", "split_write", "-f", "tcp port \(talk.port)",
        ])
        try live.waitForErrors("capturing")
        try talk.say("whole\n")
        try live.waitForOutput("whole")
        usleep(600_000)
        #expect(live.isRunning)
        for _ in 0..<100 where live.isRunning {
            try talk.say("in two ")
            try talk.say("pieces\n")
            usleep(30_000)
        }
        #expect(!live.isRunning)
        try? live.signal(SIGTERM)
        let outcome = try live.finish()
        #expect(outcome.errors.contains("seam: ended by split-write in connection 0"))
        #expect(outcome.output.contains("were split (拆包)"))
        #expect(outcome.status == 0)
    }

    @Test("the packet that completes a message gets a comment on its seams")
    func annotated() throws {
        let talk = try Conversation()
        let file = try Scratch()
        let live = try Spawn([
            seam, "live", loopback, "-c", "line", "-w", file.path, "--annotate", "-f",
            "tcp port \(talk.port)",
        ])
        try live.waitForErrors("recording")
        for piece in ["whole\n", "tw", "o\nthree\n"] { try talk.say(piece) }
        try live.waitForOutput("three")
        try live.signal(SIGINT)
        #expect(try live.finish().status == 0)
        let notes = try Spawn.seam(["inspect", "-c", "line", "--json", "-v", file.path]).output
        #expect(notes.contains("seam: message 1 of the client (4 bytes, two) continues from packet "))
        #expect(!notes.contains("message 0 of the client"))
    }

    @Test("drops are counted, said, and noted for the connection that was under way")
    func drops() throws {
        let talk = try Conversation()
        let live = try Spawn([
            seam, "live", loopback, "-c", "line", "-B", "1M", "-f", "tcp port \(talk.port)",
        ])
        try live.waitForErrors("capturing")
        try talk.say("before\n")
        try live.waitForOutput("before")
        // The kernel's buffer overflows while nobody fetches from it.
        try live.signal(SIGSTOP)
        for _ in 0..<400 { try talk.say(String(repeating: "x", count: 8000) + "\n", pause: 0) }
        try live.signal(SIGCONT)
        try live.waitForOutput("-- dropped: ")
        try talk.say("after\n")
        try live.signal(SIGINT)
        let outcome = try live.finish()
        #expect(outcome.output.contains("by the kernel"))
        #expect(!outcome.errors.contains("dropped: 0 by the kernel"))
        #expect(outcome.output.contains("capture.drops"))
    }

    @Test("a second Ctrl-C ends it at once")
    func twice() throws {
        // Standard output that nobody reads blocks the summary.
        let talk = try Conversation()
        let ends = try makePipe()
        let live = try Spawn(
            [seam, "live", loopback, "-c", "line", "-v", "-f", "tcp port \(talk.port)"],
            output: ends.write
        )
        close(ends.write)
        defer { close(ends.read) }
        try live.waitForErrors("capturing")
        for _ in 0..<100 { try talk.say(String(repeating: "a long line\n", count: 200), pause: 0) }
        usleep(500_000)
        try live.signal(SIGINT)
        usleep(200_000)
        #expect(live.isRunning)
        try live.signal(SIGINT)
        #expect(try live.finish().status == 128 + SIGINT)
    }
}
