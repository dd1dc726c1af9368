import Foundation

/// A program that a test has started.
///
/// Not Foundation's `Process`: waiting for that blocks a thread that other tests' tasks need, and runs a loop in it.
final class Child: Sendable {
    private let pid: pid_t

    /// Starts a program, whose output goes into the file `output` or nowhere; nil when it cannot be started.
    init?(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        output: String = "/dev/null"
    ) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Threads of Swift's tasks take no signals, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        var all = sigset_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let variables = environment ?? ProcessInfo.processInfo.environment
        var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var envp = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        guard unsafe posix_spawn(&pid, path, &actions, &attributes, &argv, &envp) == 0 else { return nil }
        self.pid = pid
    }

    /// Sends it a signal.
    func signal(_ number: Int32) { kill(pid, number) }

    /// Waits until it has ended, and answers with its exit status; nil when a signal ended it.
    func exitStatus() async -> Int32? {
        while true {
            if let ended = poll() { return ended.status }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The same, for what ends at once.
    func waitBriefly() -> Int32? {
        while true {
            if let ended = poll() { return ended.status }
            usleep(2000)
        }
    }

    private func poll() -> (status: Int32?, Void)? {
        var status: Int32 = 0
        let result = unsafe waitpid(pid, &status, WNOHANG)
        guard result != 0 else { return nil }
        let isExit = result == pid && status & 0x7f == 0
        return (isExit ? status >> 8 & 0xff : nil, ())
    }
}
