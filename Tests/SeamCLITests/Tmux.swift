import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal of tmux with a program in it, on a server of its own.
final class Tmux {
    private let name = "seam-test-\(getpid())-\(UInt32.random(in: 0...9999))"

    init(_ command: String, columns: Int, rows: Int) throws {
        try run(["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command])
    }

    deinit { _ = try? run(["kill-server"]) }

    @discardableResult
    func run(_ words: [String]) throws -> String {
        let outcome = try Spawn(["env", "LC_ALL=C.UTF-8", "tmux", "-L", name] + words).finish()
        return outcome.output
    }

    func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

    var screen: String { (try? run(["capture-pane", "-p"])) ?? "" }

    /// Waits until the screen shows a text, and returns the screen.
    @discardableResult
    func wait(_ text: String) -> String {
        for _ in 0..<300 {
            let screen = screen
            if screen.contains(text) { return screen }
            usleep(50_000)
        }
        Issue.record("'\(text)' did not come; there is:\n\(screen)")
        return screen
    }
}
