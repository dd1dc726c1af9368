internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Lets one thread sleep until another has something for it: a pipe, since poll(2) can wait for it and for other files.
package final class WakePipe: Sendable {
    private let ends: (read: Int32, write: Int32)
    /// Whether somebody sleeps or is about to.
    private let sleeps = Atomic<Bool>(false)

    /// A pipe; where the system has none left, sleeping lasts as long as it may.
    package init() {
        var both: [Int32] = [-1, -1]
        if unsafe pipe(&both) == 0 {
            for end in both {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        ends = (both[0], both[1])
    }

    deinit {
        for end in [ends.read, ends.write] where end >= 0 { close(end) }
    }

    /// Wakes who sleeps; costs nothing when nobody does.
    package func wake() {
        guard sleeps.load(ordering: .sequentiallyConsistent),
            sleeps.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        var byte: UInt8 = 1
        _ = unsafe write(ends.write, &byte, 1)
    }

    /// Sleeps until `wake`, until one of `others` can be read or a signal came, at most `milliseconds`.
    ///
    /// Not at all when `isNeeded`, asked once more, says no.
    package func sleep(milliseconds: Int32, others: [Int32] = [], unless isNeeded: () -> Bool) {
        sleeps.store(true, ordering: .sequentiallyConsistent)
        defer { sleeps.store(false, ordering: .sequentiallyConsistent) }
        guard !isNeeded() else { return }
        var files = ([ends.read] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&files, nfds_t(files.count), milliseconds) > 0 else { return }
        var bytes: UInt64 = 0
        while unsafe read(ends.read, &bytes, 8) == 8 {}
    }
}
