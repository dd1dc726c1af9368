import Seam
import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(2)), .enabled(if: Tool.tmux.isThere, "needs tmux"))
struct LiveScreenTests {
    @Test("what came through a pipe stays on the screen; keys choose, filter, pause and help, and quit it")
    func pipe() throws {
        var capture = TestCapture()
        for connection: UInt16 in 0..<12 {
            try capture.open(connection: connection)
            try capture.add(.client, "one\ntwo\n", connection: connection)
        }
        let file = try capture.file()
        let tmux = try Tmux(
            "cat \(file.path) | \(seam) live - --tui -c line; sleep 60",
            columns: 90,
            rows: 12
        )
        let list = tmux.wait("nothing more comes; q quits")
        #expect(list.contains("     0 10.0.0.1:40000"))
        #expect(!list.contains("10.0.0.1:40011"))
        try tmux.press("End")
        tmux.wait("    11 10.0.0.1:40011")
        try tmux.press("/", "4", "0", "0", "0", "5", "Enter")
        let filtered = tmux.wait("only: 40005")
        #expect(filtered.contains("     5 10.0.0.1:40005"))
        #expect(!filtered.contains("40004"))
        try tmux.press("Enter")
        #expect(tmux.wait("client sent 2 messages").contains("connection 5"))
        try tmux.press("p")
        tmux.wait("PAUSED")
        try tmux.press("?")
        tmux.wait("capturing goes on")
        try tmux.press("Escape")
        tmux.wait("enter look")
        try tmux.press("q")
        tmux.wait("48 packets captured")
    }

    @Test(
        "the screen lists a connection, shows its seams grow, survives 60x15, and quits with the summary",
        .enabled(if: canCapture, "needs the right to capture")
    )
    func drive() throws {
        let talk = try Conversation()
        let command = "\(seam) live \(loopback) --tui -c line -f 'tcp port \(talk.port)'; sleep 60"
        let tmux = try Tmux(command, columns: 120, rows: 30)
        tmux.wait("no connection yet")
        try talk.say("first message\nsecond mes")
        try talk.say("sage\n")
        let list = tmux.wait("127.0.0.1:\(talk.port)")
        #expect(list.contains("CLIENT > SERVER"))
        #expect(list.contains("LAST 19 S"))
        try tmux.press("Enter")
        let picture = tmux.wait("client sent 2 messages")
        #expect(picture.contains("┬"))
        #expect(picture.contains("0 fir"))
        try talk.say("third message\n")
        #expect(tmux.wait("client sent 3 messages").contains("2 thi"))
        try tmux.run(["resize-window", "-x", "60", "-y", "15"])
        try talk.say("four\n")
        let small = tmux.wait("client sent 4 messages")
        let lines = small.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 16)
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(lines.last { !$0.isEmpty }?.hasPrefix("esc back") ?? false)
        try tmux.press("q")
        #expect(tmux.wait("enter look").contains("STREAM"))
        try tmux.press("q")
        tmux.wait("packets captured")
    }
}
