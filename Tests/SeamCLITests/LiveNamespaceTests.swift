import Testing

@testable import SeamCLI

#if os(Linux)
import Glibc

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: canConnect, "needs root, CAP_NET_ADMIN and the program ip"),
    .serialized
)
struct LiveNamespaceTests {
    @Test("what live shows of a conversation between two machines is what messages says of its recording")
    func sameAsRecording() throws {
        let cable = try Cable()
        let file = try Scratch()
        let live = try Spawn([
            seam, "live", cable.near, "-c", "line", "--json", "-w", file.path, "-f", "tcp",
        ])
        try live.waitForErrors("capturing")
        let talk = try Conversation(to: cable.listen(), at: cable.address)
        for piece in ["one\ntw", "o\n", "three\nfour\n"] { try talk.say(piece) }
        // Larger than a segment, so that there are cuts of another kind.
        try talk.answer(String(repeating: "x", count: 5000) + "\n")
        try live.waitForOutput("\"end\":5001")
        try live.signal(SIGINT)
        let outcome = try live.finish()
        let units = outcome.output.split(separator: "\n").filter { $0.hasPrefix("{\"stream\":0,\"from\":") }
        let again = try Spawn.seam(["messages", "-c", "line", "--json", file.path])
        #expect(units.count == 5)
        #expect(units == again.output.split(separator: "\n"))
    }

    @Test("an interface that vanishes is said, and the others go on")
    func vanishes() throws {
        let cable = try Cable()
        let talk = try Conversation()
        let live = try Spawn([
            seam, "live", cable.near, loopback, "-c", "line", "-f", "tcp port \(talk.port)",
        ])
        try live.waitForErrors("capturing")
        try cable.cut()
        try live.waitForErrors("; the others go on")
        try talk.say("still here\n")
        try live.waitForOutput("still here")
        #expect(live.errors.text().contains("seam: \(cable.near): "))
        try live.signal(SIGINT)
        #expect(try live.finish().status == 0)
    }

    @Test("what was captured as root is recorded as the user who called sudo")
    func dropsRights() throws {
        let folder = try Scratch()
        let path = folder.path + ".pcapng"
        defer { unsafe unlink(path) }
        let talk = try Conversation()
        let live = try Spawn([
            "env", "SUDO_UID=65534", "SUDO_GID=65534", seam, "live", loopback, "-w", path, "-f",
            "tcp port \(talk.port)",
        ])
        try live.waitForErrors("recording")
        let status = try SeamCLI.Directory.contents("/proc/\(live.child)/status")
        #expect(String(decoding: status, as: UTF8.self).contains("Uid:\t65534\t65534\t65534\t65534"))
        try live.signal(SIGINT)
        #expect(try live.finish().status == 0)
        var facts = stat()
        try check(unsafe stat(path, &facts))
        #expect(facts.st_uid == 65534)
    }
}
#endif
