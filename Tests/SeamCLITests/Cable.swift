import Synchronization
import Testing

@testable import SeamCLI

#if os(Linux)
import Glibc

/// Two network namespaces with a cable between them: this one with 10.253.N.1, another one with 10.253.N.2.
final class Cable {
    let near: String
    let address: UInt32
    /// The far end's address as text.
    let farAddress: String
    private let name: String
    /// The namespace of the near end, which knows no other way; nil: that of this process.
    private let nearName: String?

    private static let made = Atomic<UInt32>(0)

    init(isApart: Bool = false) throws {
        // Suites run side by side, each with a cable of its own.
        let number = UInt32(getpid()) % 200 + 20 + Self.made.add(1, ordering: .relaxed).oldValue % 30
        name = "seam-test-\(getpid())-\(number)"
        near = "seamt\(number)-\(getpid() % 100_000)"
        address = 0x0AFD_0002 + number << 8
        farAddress = "10.253.\(number).2"
        nearName = isApart ? name + "-near" : nil
        try Self.run("netns add \(name)")
        if let nearName { try Self.run("netns add \(nearName)") }
        let place = nearName.map { " netns \($0)" } ?? ""
        try Self.run("link add \(near)\(place) type veth peer name far netns \(name)")
        try runNear("addr add 10.253.\(number).1/24 dev \(near)")
        try runNear("link set \(near) up")
        try Self.run("-n \(name) addr add 10.253.\(number).2/24 dev far")
        try Self.run("-n \(name) link set far up")
    }

    deinit {
        for name in [name, nearName ?? ""] where !name.isEmpty { try? Self.run("netns del \(name)") }
    }

    /// Takes the near end of the cable away.
    func cut() throws { try Self.run("link del \(near)") }

    /// Unplugs the near end, or plugs it in again.
    func set(up isUp: Bool) throws { try runNear("link set \(near) \(isUp ? "up" : "down")") }

    /// Starts a program at the far end.
    func far(_ words: [String]) throws -> Spawn { try Spawn(["ip", "netns", "exec", name] + words) }

    /// The words that run a program at the near end.
    func atNear(_ words: [String]) -> [String] {
        nearName.map { ["ip", "netns", "exec", $0] + words } ?? words
    }

    private func runNear(_ words: String) throws {
        try Self.run((nearName.map { "-n \($0) " } ?? "") + words)
    }

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
let canConnect: Bool = {
    guard geteuid() == 0, Tool.ip.isThere, canCapture else { return false }
    return (try? Cable()) != nil
}()
#endif
