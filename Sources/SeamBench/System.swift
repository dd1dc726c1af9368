import Seam

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The calls into the system: the only unsafe code of the benchmark.
enum System {
    static func print(_ text: String) { Swift.print(text, terminator: "") }

    /// Says what is wrong and ends the process as the tools of seam do.
    static func fail(_ words: String) -> Never {
        let line = Array((words + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
        exit(2)
    }

    static var processNumber: Int { Int(getpid()) }

    /// Nanoseconds of a clock that nobody sets.
    static var now: Int { Clock.now }

    static func sleep(milliseconds: Int) { usleep(UInt32(clamping: milliseconds * 1000)) }

    /// The program of this name beside the one that runs.
    static func siblingProgram(_ name: String) -> String {
        guard let path = unsafe realpath(Child.ownProgram, nil) else { return name }
        defer { unsafe free(path) }
        let folder = unsafe String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
            .dropLast()
        return folder.joined(separator: "/") + "/" + name
    }

    static var temporaryDirectory: String {
        guard let value = unsafe getenv("TMPDIR") else { return "/tmp" }
        return unsafe String(cString: value)
    }

    static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    static func remove(_ path: String) { unsafe unlink(path) }

    /// The most memory that was resident in this process at a time, in bytes.
    static var peakMemory: Int { Clock.usage.peak }

    /// Makes a small file.
    static func save(_ text: String, to path: String) throws(BenchError) {
        guard let file = unsafe fopen(path, "we") else { throw BenchError("\(path) cannot be written") }
        let bytes = Array(text.utf8)
        let isWritten = unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard unsafe fclose(file) == 0, isWritten else { throw BenchError("\(path) cannot be written") }
    }

    /// The text of a small file, at most 64 KiB; empty where it cannot be read.
    static func contents(of path: String) -> String {
        guard let file = unsafe fopen(path, "re") else { return "" }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// Measures what this process takes from now on.
struct Clock {
    private let start = Clock.now
    private let used = Clock.usage.cpu

    /// Puts the times since the start, and the process's peak memory, into the sample.
    func stop(_ sample: inout Sample) {
        sample[.wall] = Self.now - start
        let (cpu, peak) = Self.usage
        sample[.cpu] = cpu - used
        sample[.peak] = peak
    }

    fileprivate static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    fileprivate static var usage: (cpu: Int, peak: Int) {
        var usage = rusage()
        #if canImport(Glibc)
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        #else
        unsafe getrusage(RUSAGE_SELF, &usage)
        #endif
        let times = [usage.ru_utime, usage.ru_stime]
        let cpu = times.reduce(0) { $0 + Int($1.tv_sec) * 1_000_000_000 + Int($1.tv_usec) * 1000 }
        #if canImport(Darwin)
        return (cpu, Int(usage.ru_maxrss))
        #else
        return (cpu, Int(usage.ru_maxrss) * 1024)
        #endif
    }
}
