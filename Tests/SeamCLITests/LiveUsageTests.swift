import Seam
import Testing

@testable import SeamCLI

struct LiveUsageTests {
    @Test(
        "what makes no sense is said before anything is opened",
        arguments: [
            ([], "live: needs an interface; seam interfaces lists them, any is all of them on Linux"),
            (["lo", "--rotate", "1M"], "live: --rotate needs --write FILE"),
            (["lo", "--annotate"], "live: --annotate needs --write FILE"),
            (["lo", "--tui"], "live: --tui needs a terminal"),
            (
                ["lo", "--until", "zero-windo"],
                "live: --until zero-windo is no finding and no rule (did you mean zero-window?)"
            ),
            (["lo", "-w", "x", "--keep", "2"], "live: --keep needs --rotate SIZE,TIME"),
            (["lo", "--no-decode"], "live: --no-decode needs --write FILE: nothing would be left"),
            (["lo", "-r", "x"], "live: --read goes without interfaces"),
            (["-", "-w", "x"], "live: --write goes with interfaces: a file is a recording already"),
            (["lo", "--follow"], "live: --follow needs --read FILE"),
            (["-r", "no-such-file"], "no-such-file: no such file"),
            (["lo", "-n", "0"], "live: --packets 0 is no number from 1 on"),
            (
                ["lo", "--duration", "-1"],
                "live: --duration -1 is no time: write 500ms, 90s, 2m, 1h or never"
            ),
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
