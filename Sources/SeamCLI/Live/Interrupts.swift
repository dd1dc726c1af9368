import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ctrl-C, SIGTERM and a terminal that goes away while something goes on that ends with a summary.
enum Interrupts {
    private static let count = Atomic<Int>(0)

    /// Whether one came: time to stop and to say what is known.
    static var isStopAsked: Bool { count.load(ordering: .relaxed) > 0 }

    /// From now on the first one is noted, and the second one ends the process at once.
    static func watch() {
        // Made before it is used in the handler, where nothing may be made.
        count.store(0, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                guard Interrupts.count.add(1, ordering: .relaxed).oldValue > 0 else { return }
                Screen.leave()
                _exit(128 + number)
            }
        }
    }
}

/// The time of a clock that nobody sets, in milliseconds.
enum Clock {
    /// Milliseconds since some moment before the program started.
    static var milliseconds: Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Int(now.tv_sec) * 1000 + now.tv_nsec / 1_000_000
    }

    /// Nanoseconds since 1970.
    static var now: Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int(now.tv_sec) * 1_000_000_000 + now.tv_nsec
    }

    /// How many seconds the local time is ahead of UTC at a moment, in seconds since 1970.
    static func localOffset(at second: Int) -> Int {
        var time = time_t(second)
        var parts = unsafe tm()
        return unsafe localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
