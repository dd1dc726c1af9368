#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A time that only grows, to measure how long something takes.
enum Stopwatch {
    /// The time now, in nanoseconds since some moment of the past.
    static var nanoseconds: Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}
