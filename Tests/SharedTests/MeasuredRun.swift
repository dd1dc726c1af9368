import Foundation

/// A run of seam with what it took.
struct MeasuredRun {
    /// The exit status; 128 and the signal's number where a signal ended it, as in a shell.
    var status: Int32
    var errors: String
    /// Seconds of processor time: other programs on the machine do not count.
    var seconds: Double
    /// Runs seam to its end in at most `memory` KiB of addresses; what it prints is not kept.
    ///
    /// A limit, since what the system calls the child's greatest size begins with that of this process.
    init(_ arguments: [String], memory: Int = 200_000_000 / 1024) throws {
        let errorFile = Shared.temporary()
        defer { try? FileManager.default.removeItem(atPath: errorFile) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let limit = "ulimit -v \(memory) && exec \"$0\" \"$@\""
        let words = unsafe (["sh", "-c", limit, Shared.binary] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawn(&child, "/bin/sh", &actions, nil, words + [nil], environ)
        guard failure == 0 else { throw CocoaError(.executableNotLoadable) }
        var code: Int32 = 0
        var usage = rusage()
        while unsafe wait4(child, &code, 0, &usage) < 0, errno == EINTR {}
        status = code & 0x7f == 0 ? (code >> 8) & 0xff : 128 + (code & 0x7f)
        errors = (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? ""
        let micros =
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
            + Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
        seconds = Double(micros) / 1_000_000
    }
}
