#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a finished program left behind.
struct Outcome {
    let status: Int32
    let output: String
    let errors: String
}

/// A program started as a shell does: with the default action for SIGPIPE, and nothing on standard input.
struct Spawn {
    let child: pid_t
    let output: Scratch
    let errors: Scratch

    /// Runs the built `seam` to its end; standard output goes to `output` instead of the outcome when that is given.
    static func seam(_ arguments: [String], output: Int32? = nil) throws -> Outcome {
        try Spawn([productsDirectory + "/seam"] + arguments, output: output).finish()
    }

    init(_ words: [String], input: Int32? = nil, output: Int32? = nil) throws {
        self.output = try Scratch()
        errors = try Scratch()
        let empty = try Scratch()
        child = try spawn(
            words,
            standard: [input ?? empty.descriptor, output ?? self.output.descriptor, errors.descriptor]
        )
    }

    /// Waits for the end.
    func finish() throws -> Outcome {
        var status: Int32 = 0
        try check(unsafe waitpid(child, &status, 0))
        // A signal is shown as a shell does.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return Outcome(status: code, output: output.text(), errors: errors.text())
    }

    /// Where the test bundle and the built programs are.
    static var productsDirectory: String {
        let path = unsafe realpath("/proc/self/exe", nil)
        defer { unsafe free(path) }
        let program = unsafe path.map { unsafe String(cString: $0) } ?? CommandLine.arguments[0]
        return program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
    }
}

/// Starts a program with descriptors 0, 1 and 2 as given.
private func spawn(_ words: [String], standard: [Int32]) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in standard.enumerated() {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // Threads of tests may have signals blocked, which the program would inherit.
    unsafe sigaddset(&signals, SIGINT)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let copies = unsafe words.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, words[0], &actions, &attributes, copies + [nil], environ)
    guard failure == 0 else { throw Failure(code: failure) }
    return child
}

/// A system call that failed in a test.
struct Failure: Error {
    let code: Int32
}

/// The result of a system call, or its error.
@discardableResult
func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure(code: errno) }
    return result
}

/// A temporary file that is gone when it is no longer used.
final class Scratch {
    let descriptor: Int32
    let path: String

    init() throws {
        var template = Array("/tmp/seam-test.XXXXXX".utf8CString)
        descriptor = try check(unsafe mkstemp(&template))
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    /// What the file holds now.
    func text() -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = unsafe pread(descriptor, &part, part.count, off_t(bytes.count)), count > 0 {
            bytes += part.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A pipe; both ends are to be closed.
func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try check(unsafe pipe(&ends))
    // Else a program that is started meanwhile keeps the pipe open.
    for end in ends { try check(fcntl(end, F_SETFD, FD_CLOEXEC)) }
    return (ends[0], ends[1])
}
