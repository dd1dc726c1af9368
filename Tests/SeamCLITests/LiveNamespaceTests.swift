import Testing

@testable import SeamCLI

#if os(Linux)
import Glibc

/// Two network namespaces with a cable between them: this one with 10.253.N.1, another one with 10.253.N.2.
private final class Cable {
    let near: String
    let address: UInt32
    private let name: String

    init() throws {
        let number = UInt32(getpid()) % 200 + 20
        name = "seam-test-\(getpid())"
        near = "seamt\(getpid())"
        address = 0x0AFD_0002 + number << 8
        try Self.run("netns add \(name)")
        try Self.run("link add \(near) type veth peer name far netns \(name)")
        try Self.run("addr add 10.253.\(number).1/24 dev \(near)")
        try Self.run("link set \(near) up")
        try Self.run("-n \(name) addr add 10.253.\(number).2/24 dev far")
        try Self.run("-n \(name) link set far up")
    }

    deinit { try? Self.run("netns del \(name)") }

    /// Takes the near end of the cable away.
    func cut() throws { try Self.run("link del \(near)") }

    private static func run(_ words: String) throws {
        let outcome = try Spawn(["ip"] + words.split(separator: " ").map(String.init)).finish()
        guard outcome.status == 0 else { throw Failure(code: outcome.status) }
    }

    /// A socket that listens at the far end.
    func listen() throws -> Int32 {
        let place = "/run/netns/\(name)"
        let far = try check(unsafe open(place, O_RDONLY | O_CLOEXEC))
        let here = try check(unsafe open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC))
        defer { for file in [far, here] { close(file) } }
        // A socket stays in the namespace that its thread was in when it was made.
        try check(enter(far))
        defer { _ = enter(here) }
        return try Conversation.listen(at: address)
    }
}

/// setns(2) into a network namespace, which Swift's module of the C library leaves out.
private func enter(_ namespace: Int32) -> Int32 {
    guard let function = unsafe dlsym(nil, "setns") else { return -1 }
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    return unsafe unsafeBitCast(function, to: Function.self)(namespace, 0x4000_0000)
}

/// Whether namespaces can be made: as root with the program ip; else these tests are left out.
private let canConnect: Bool = {
    guard geteuid() == 0, Tool.ip.isThere, canCapture else { return false }
    return (try? Cable()) != nil
}()

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
