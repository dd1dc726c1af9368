import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whether this process may capture its loopback interface; else the tests of capturing are left out.
private let canCapture: Bool = {
    do throws(CaptureError) {
        _ = try LiveCapture([loopback])
        return true
    } catch {
        return false
    }
}()

#if canImport(Darwin)
private let loopback = "lo0"
#else
private let loopback = "lo"
#endif

@Suite(.timeLimit(.minutes(2)), .enabled(if: canCapture)) struct LiveTests {
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
}

@Suite(.timeLimit(.minutes(1))) struct LiveUsageTests {
    @Test(
        "what makes no sense is said before anything is opened",
        arguments: [
            ([], "live: needs an interface; seam interfaces lists them, any is all of them on Linux"),
            (["lo", "--rotate", "1M"], "live: --rotate needs --write FILE"),
            (["lo", "-w", "x", "--keep", "2"], "live: --keep needs --rotate SIZE,TIME"),
            (["lo", "--no-decode"], "live: --no-decode needs --write FILE: nothing would be left"),
            (["lo", "-n", "0"], "live: --packets 0 is no number from 1 on"),
            (["lo", "--duration", "-1"], "live: --duration -1 is no time: write 500ms, 90s, 2m, 1h or never"),
            (["no-such-if", "-c", "nothing"], "live: --codec nothing: "),
        ]
    )
    func usage(arguments: [String], message: String) throws {
        let outcome = try Spawn.seam(["live"] + arguments)
        #expect(outcome.errors.hasPrefix("seam: \(message)"))
        #expect(outcome.status == 2)
    }

    @Test("an interface that is not there is an error that says how to find others")
    func unknown() throws {
        let outcome = try Spawn.seam(["live", "no-such-if"])
        #expect(outcome.errors.hasPrefix("seam: no-such-if: "))
        #expect(outcome.status == 2)
    }

    @Test("the advice on rights names the program to allow")
    func rights() {
        let message = CommandError(live: CaptureError(.captureDenied, file: "eth0")).message
        #expect(message.hasPrefix("eth0: not allowed to capture; run it with sudo"))
        #if os(Linux)
        #expect(message.hasSuffix("sudo setcap cap_net_raw,cap_net_admin+ep \(Program.path)"))
        #expect(Program.path.hasPrefix("/"))
        #endif
    }

    @Test("root is given up only for a user who called sudo")
    func invoker() {
        #expect(Rights.Invoker(user: "1000", group: "1001")?.user == 1000)
        #expect(Rights.Invoker(user: "1000", group: "1001")?.group == 1001)
        #expect(Rights.Invoker(user: "0", group: "0") == nil)
        #expect(Rights.Invoker(user: nil, group: "1") == nil)
        #expect(Rights.Invoker(user: "x", group: "1") == nil)
    }

    @Test("a rotation is a size, a time or both")
    func rotation() throws {
        #expect(try Rotation(argument: "100MB,1h").bytes == 100 << 20)
        #expect(try Rotation(argument: "100MB,1h").seconds == 3600)
        #expect(try Rotation(argument: "30s").bytes == nil)
        #expect(try Rotation(argument: "64k").seconds == nil)
        for wrong in ["", "0", "1h,2h", "1M,", "x", "100ms", "1M,2M", "nans", "infh"] {
            #expect(throws: BadValue.self) { try Rotation(argument: wrong) }
        }
    }

    @Test("the status line fits into a narrow terminal and begins with what matters")
    func status() {
        var facts = StatusLine.Facts()
        facts.packets = 1200
        facts.milliseconds = 61_000
        var line = StatusLine()
        line.measure(facts)
        #expect(line.text(facts).hasPrefix("1:01  1200 packets, 19/s  0 connections"))
        facts.drops.kernel = 3
        #expect(line.text(facts).contains("dropped: kernel 3 interface 0 seam 0"))
    }

    @Test("interfaces lists the loopback with its address, as text and as JSON")
    func interfaces() throws {
        let text = try Spawn.seam(["interfaces"])
        #expect(text.output.contains("up, loopback"))
        #expect(text.output.contains("127.0.0.1"))
        let json = try Spawn.seam(["interfaces", "--json"])
        #expect(json.output.contains("\"loopback\":true"))
        #expect(json.output.contains("\"addresses\":[\"127.0.0.1\""))
    }
}

private let seam = Spawn.productsDirectory + "/seam"

/// A TCP connection of this process with itself, whose client's writes are segments of their own.
private final class Conversation {
    let port: UInt16
    private let client: Int32
    private let server: Int32
    private let listener: Int32

    init() throws {
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        listener = try check(socket(AF_INET, stream, 0))
        client = try check(socket(AF_INET, stream, 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, client) = (listener, client)
        let isReady = unsafe withUnsafeMutableBytes(of: &address) { raw in
            guard let any = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress else {
                return false
            }
            return unsafe bind(listener, any, size) == 0 && listen(listener, 1) == 0
                && getsockname(listener, any, &size) == 0 && connect(client, any, size) == 0
        }
        try #require(isReady)
        port = UInt16(bigEndian: address.sin_port)
        server = try check(accept(listener, nil, nil))
        var one: Int32 = 1
        try check(unsafe setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4))
    }

    deinit { for descriptor in [client, server, listener] { close(descriptor) } }

    /// The client writes, and waits a little so that what comes next is another segment.
    func say(_ text: String) throws {
        let bytes = Array(text.utf8)
        try check(Int32(unsafe send(client, bytes, bytes.count, 0)))
        usleep(5000)
    }

    /// The client writes again and again until a program has ended.
    func say(until program: Spawn, _ text: String) throws {
        for _ in 0..<500 where program.isRunning {
            try say(text)
            usleep(15_000)
        }
    }
}

extension Spawn {
    func signal(_ number: Int32) throws { try check(kill(child, number)) }

    /// Whether it has not ended yet.
    var isRunning: Bool {
        var info = unsafe siginfo_t()
        let code = unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT)
        return unsafe code == 0 && info.si_signo == 0
    }

    func waitForErrors(_ text: String) throws { try wait(text) { errors.text() } }
    func waitForOutput(_ text: String) throws { try wait(text) { output.text() } }

    private func wait(_ text: String, in file: () -> String) throws {
        for _ in 0..<1000 {
            if file().contains(text) { return }
            usleep(20_000)
        }
        Issue.record("'\(text)' did not come; there is: \(file())")
    }
}
