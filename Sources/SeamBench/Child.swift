#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Other processes, among them this program again.
struct Child: ~Copyable {
    private let number: pid_t
    private let errors: Int32

    /// Starts a program; what it says on standard error is kept, what it writes is not.
    init(_ words: [String]) throws(BenchError) {
        guard let file = unsafe tmpfile() else { throw BenchError("no temporary file") }
        defer { unsafe fclose(file) }
        let errors = unsafe dup(fileno(file))
        let nowhere = unsafe open("/dev/null", O_WRONLY)
        defer { close(nowhere) }
        number = try Self.spawn(words, output: nowhere, errors: errors)
        self.errors = errors
    }

    /// Waits for its end; the most memory that it had at a time, in bytes.
    consuming func finish() -> Int {
        var usage = rusage()
        while unsafe wait4(number, nil, 0, &usage) < 0, errno == EINTR {}
        close(errors)
        #if canImport(Darwin)
        return usage.ru_maxrss
        #else
        return usage.ru_maxrss * 1024
        #endif
    }

    /// Runs a program to its end, without what it writes; nanoseconds by the clock, nanoseconds of processor and the most
    /// memory that it had at a time, in bytes.
    static func measure(_ words: [String]) throws(BenchError) -> Sample {
        let start = System.now
        let child = try Child(words)
        var usage = rusage()
        var status: Int32 = 0
        while unsafe wait4(child.number, &status, 0, &usage) < 0, errno == EINTR {}
        var sample = Sample()
        sample[.wall] = System.now - start
        lseek(child.errors, 0, SEEK_SET)
        let said = readAll(child.errors)
        close(child.errors)
        guard status == 0 else { throw BenchError("\(words.joined(separator: " ")): \(said)") }
        for time in [usage.ru_utime, usage.ru_stime] {
            sample[.cpu] += time.tv_sec * 1_000_000_000 + Int(time.tv_usec) * 1000
        }
        #if canImport(Darwin)
        sample[.peak] = usage.ru_maxrss
        #else
        sample[.peak] = usage.ru_maxrss * 1024
        #endif
        return sample
    }

    /// Ends it as Ctrl-C does; what it said, and the seconds of CPU time that it took.
    consuming func interrupt() -> (said: String, cpu: Double) {
        kill(number, SIGINT)
        var usage = rusage()
        while unsafe wait4(number, nil, 0, &usage) < 0, errno == EINTR {}
        lseek(errors, 0, SEEK_SET)
        let text = Self.readAll(errors)
        close(errors)
        let times = [usage.ru_utime, usage.ru_stime]
        return (text, times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 })
    }

    /// A path to the program that runs.
    static var ownProgram: String {
        #if os(Linux)
        "/proc/self/exe"
        #else
        CommandLine.arguments[0]
        #endif
    }

    /// Runs a program to its end; throws when it fails.
    static func run(_ words: [String]) throws(BenchError) { _ = try output(of: words) }

    /// Runs a program to its end and returns what it wrote; throws when it fails.
    static func output(of words: [String]) throws(BenchError) -> String {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw BenchError("no pipe can be made") }
        let child: pid_t
        do throws(BenchError) {
            child = try spawn(words, output: ends[1])
            close(ends[1])
        } catch {
            close(ends[0])
            close(ends[1])
            throw error
        }
        let text = readAll(ends[0])
        close(ends[0])
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw BenchError("\(words.joined(separator: " ")) failed") }
        return text
    }

    private static func spawn(
        _ words: [String],
        output: Int32,
        errors: Int32 = STDERR_FILENO
    ) throws(BenchError) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw BenchError("\(words[0]) cannot be started") }
        return child
    }

    private static func readAll(_ descriptor: Int32) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer.prefix(count)
        }
    }
}
