internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A few threads that share the parts of one job after the other with who gives the jobs.
///
///     start(job)     helpers take parts; who gave it goes on with something else
///     finish()       then takes parts as well, and returns when all are done
///
/// Without helpers `finish` does all of it. Helpers come with the first job, wait without work, and end with the crew.
package struct Crew: ~Copyable {
    private let board = Board()
    /// How many helpers are still to come.
    private var missing: Int

    /// A crew with so many helpers, or as many as the system has threads for.
    package init(helpers: Int) { missing = max(0, helpers) }

    deinit { board.close() }

    /// Gives a job of `count` parts, which may be done in any order and at the same time; the one before is finished.
    package mutating func start(_ count: Int, _ part: @escaping @Sendable (Int) -> Void) {
        let board = board
        while missing > 0 {
            missing = SystemThread.start({ board.help() }) == 0 ? missing - 1 : 0
        }
        board.put(count, part)
    }

    /// Does what is left of the job, and waits for what others are doing of it.
    package func finish() { board.finish() }
}

/// What is to be done, behind a lock: a monitor, since the standard library's `Mutex` has no condition to wait for.
@safe
private final class Board: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var job: (@Sendable (Int) -> Void)?
    private var count = 0
    /// The next part that nobody has taken.
    private var next = 0
    private var done = 0
    private var isClosed = false
    /// Grows with each change that somebody may wait for.
    private let changes = Atomic(0)
    /// How often a change is looked for before the system is asked to wake: about 50 microseconds, as long as that takes.
    private static let patience = 50_000

    init() {
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe changed.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    func put(_ count: Int, _ job: @escaping @Sendable (Int) -> Void) {
        locked {
            self.job = job
            self.count = count
            next = 0
            done = 0
            tell()
        }
    }

    func close() {
        locked {
            isClosed = true
            tell()
        }
    }

    /// Takes parts as long as there are jobs.
    func help() {
        unsafe pthread_mutex_lock(mutex)
        while !isClosed {
            if !takePart() { wait() }
        }
        unsafe pthread_mutex_unlock(mutex)
    }

    func finish() {
        unsafe pthread_mutex_lock(mutex)
        while takePart() {}
        while done < count { wait() }
        job = nil
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Does a part of the job, unlocked meanwhile; false when there is none left.
    private func takePart() -> Bool {
        guard next < count, let job else { return false }
        let part = next
        next += 1
        unsafe pthread_mutex_unlock(mutex)
        job(part)
        unsafe pthread_mutex_lock(mutex)
        done += 1
        if done == count { tell() }
        return true
    }

    private func tell() {
        changes.add(1, ordering: .releasing)
        unsafe pthread_cond_broadcast(changed)
    }

    /// Waits for a change, with the lock given away meanwhile.
    private func wait() {
        let seen = changes.load(ordering: .acquiring)
        unsafe pthread_mutex_unlock(mutex)
        var left = Self.patience
        while left > 0, changes.load(ordering: .acquiring) == seen { left -= 1 }
        unsafe pthread_mutex_lock(mutex)
        if changes.load(ordering: .acquiring) == seen { unsafe pthread_cond_wait(changed, mutex) }
    }

    private func locked(_ body: () -> Void) {
        unsafe pthread_mutex_lock(mutex)
        body()
        unsafe pthread_mutex_unlock(mutex)
    }
}
