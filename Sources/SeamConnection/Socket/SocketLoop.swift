internal import SeamBytes
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// One thread that waits for all sockets with poll(2), and lets tasks go on when theirs is ready.
///
///     task: recv says "would wait" -> wait(...) suspends ... -> poll says "readable" -> task: recv
///
/// It moves no bytes: nothing is read that nobody asked for, which is the back-pressure.
final class SocketLoop: Sendable {
    /// The loop of the process.
    static let shared = SocketLoop()

    /// What a task waits for.
    enum Interest { case readable, writable }

    /// Why a wait ended.
    enum Wake { case ready, timedOut, cancelled, closed }

    private struct Waiter {
        let id: Int
        let file: Int32
        let interest: Interest
        let deadline: ContinuousClock.Instant?
        let continuation: CheckedContinuation<Wake, Never>
    }

    private struct State {
        var waiters: [Waiter] = []
        var nextId = 0
        var hasThread = false
        var isWoken = false

        /// Takes the waiters that `isDone` chooses.
        mutating func take(_ isDone: (Waiter) -> Bool) -> [Waiter] {
            let done = waiters.filter(isDone)
            if !done.isEmpty { waiters.removeAll(where: isDone) }
            return done
        }
    }

    private let state = Mutex(State())
    private let pipeEnds: (read: Int32, write: Int32)

    private init() {
        var both: [Int32] = [-1, -1]
        if unsafe pipe(&both) == 0 {
            for end in both {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        pipeEnds = (both[0], both[1])
    }

    /// Suspends the task until `file` is ready, the deadline has passed, the task is cancelled or `forget` is called.
    ///
    /// `isClosed` is asked once the task is known to wait: a file that was closed just before may be another one by now.
    nonisolated(nonsending) func wait(
        _ file: Int32,
        _ interest: Interest,
        until deadline: ContinuousClock.Instant?,
        unless isClosed: () -> Bool
    ) async -> Wake {
        let id = state.withLock { state in
            state.nextId &+= 1
            return state.nextId
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(
                    Waiter(
                        id: id,
                        file: file,
                        interest: interest,
                        deadline: deadline,
                        continuation: continuation
                    )
                )
                // A cancellation before the waiter was there found nobody.
                if Task.isCancelled { end(.cancelled) { $0.id == id } }
                if isClosed() { end(.closed) { $0.id == id } }
            }
        } onCancel: {
            end(.cancelled) { $0.id == id }
        }
    }

    /// Ends the waits for a file that is about to be closed, and keeps the thread from holding on to it.
    func forget(_ file: Int32) {
        end(.closed) { $0.file == file }
        wake()
    }

    private func add(_ waiter: Waiter) {
        let needsThread = state.withLock { state in
            state.waiters.append(waiter)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread, SystemThread.start({ self.run() }) != 0 {
            state.withLock { $0.hasThread = false }
            // Without the loop nothing would ever come.
            end(.closed) { $0.id == waiter.id }
        }
        wake()
    }

    private func end(_ wake: Wake, _ isDone: (Waiter) -> Bool) {
        for waiter in state.withLock({ $0.take(isDone) }) { waiter.continuation.resume(returning: wake) }
    }

    /// Lets poll(2) return; costs nothing when it has been told already.
    private func wake() {
        let isFirst = state.withLock { state in
            defer { state.isWoken = true }
            return !state.isWoken
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        _ = unsafe write(pipeEnds.write, &byte, 1)
    }

    // MARK: - The thread

    private func run() {
        var files: [pollfd] = []
        while true {
            let (waiting, deadline) = state.withLock { state in
                (state.waiters.map { ($0.file, $0.interest) }, state.waiters.compactMap(\.deadline).min())
            }
            files.removeAll(keepingCapacity: true)
            files.append(pollfd(fd: pipeEnds.read, events: Int16(POLLIN), revents: 0))
            for (file, interest) in waiting {
                let events = interest == .readable ? POLLIN : POLLOUT
                files.append(pollfd(fd: file, events: Int16(events), revents: 0))
            }
            let ready = unsafe poll(&files, nfds_t(files.count), Self.milliseconds(until: deadline))
            if files[0].revents != 0 { drainPipe() }
            if ready > 0 { resumeReady(files.dropFirst()) }
            if deadline != nil {
                let now = ContinuousClock.now
                end(.timedOut) { waiter in waiter.deadline.map { $0 <= now } ?? false }
            }
        }
    }

    private func drainPipe() {
        state.withLock { $0.isWoken = false }
        var bytes: UInt64 = 0
        while unsafe read(pipeEnds.read, &bytes, 8) == 8 {}
    }

    /// Wakes those whose file is ready or broken: the call that follows tells which.
    private func resumeReady(_ files: ArraySlice<pollfd>) {
        var readable: Set<Int32> = []
        var writable: Set<Int32> = []
        let broken = Int16(POLLERR | POLLHUP | POLLNVAL)
        for file in files where file.revents != 0 {
            if file.revents & (Int16(POLLIN) | broken) != 0 { readable.insert(file.fd) }
            if file.revents & (Int16(POLLOUT) | broken) != 0 { writable.insert(file.fd) }
        }
        end(.ready) { ($0.interest == .readable ? readable : writable).contains($0.file) }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        // Rounded up, so that the deadline has passed when poll returns.
        return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
}
