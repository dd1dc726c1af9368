import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Work on many things at a time, with results in the order of the things.
enum Parallel {
    /// How many processors are there to work.
    static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The results of `work` on the numbers `0..<count`, in their order, whatever the number of threads.
    ///
    /// Each thread makes a state of its own for its part of the work. Each result is handed to `take` on the calling
    /// thread once those before it have been.
    static func map<State, Result: Sendable>(
        _ count: Int,
        threads: Int,
        state: @escaping @Sendable () -> State,
        work: @escaping @Sendable (Int, inout State) -> Result,
        take: (Int, Result) -> Void
    ) {
        let threads = min(threads, count)
        guard threads > 1 else {
            var own = state()
            for index in 0..<count { take(index, work(index, &own)) }
            return
        }
        let board = Board<Result>(count: count)
        let body: @Sendable () -> Void = {
            var own = state()
            while let index = board.next() { board.put(index, work(index, &own)) }
        }
        let started = (0..<threads).compactMap { _ in startThread(body) }
        // Where no thread can be started the caller does the work.
        if started.isEmpty { body() }
        for index in 0..<count { take(index, board.result(index)) }
        for thread in started { pthread_join(thread, nil) }
    }
}

/// A body is handed to a thread as a pointer, and taken over by it.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread; nil when the system has none to give.
private func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    guard unsafe pthread_create(&thread, nil, runThread, box) == 0 else {
        unsafe Unmanaged<ThreadBody>.fromOpaque(box).release()
        return nil
    }
    return thread
}

#if canImport(Darwin)
private func runThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
    return nil
}
#else
private func runThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box = unsafe box { unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run() }
    return nil
}
#endif

/// What is still to be done, and what has come of the rest.
private final class Board<Result: Sendable>: Sendable {
    private struct State {
        var next = 0
        var results: [Result?]
    }

    private let count: Int
    private let state: Mutex<State>

    init(count: Int) {
        self.count = count
        state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    /// The next thing to work on; nil when all are taken.
    func next() -> Int? {
        state.withLock { state in
            guard state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func put(_ index: Int, _ result: Result) { state.withLock { $0.results[index] = result } }

    /// Waits for a result, which is given away.
    func result(_ index: Int) -> Result {
        while true {
            let result = state.withLock { $0.results[index].take() }
            if let result { return result }
            // A result takes milliseconds: looking each millisecond costs nothing that can be measured.
            _ = poll(nil, 0, 1)
        }
    }
}
