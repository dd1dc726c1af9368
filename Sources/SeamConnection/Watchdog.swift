internal import Synchronization

/// Closes a channel when something with it takes too long.
final class Watchdog: Sendable {
    private let hasFired = Mutex(false)
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let words: String

    /// Closes `channel` after `limit` unless it is cancelled before; `words` say what took too long.
    init(_ channel: any ByteChannel, after limit: Duration, _ words: String) {
        self.words = words
        let task = Task { [weak self] in
            guard (try? await Task.sleep(for: limit)) != nil, let self else { return }
            self.hasFired.withLock { $0 = true }
            channel.close()
        }
        self.task.withLock { $0 = task }
    }

    /// Lets the channel be.
    func cancel() { task.withLock { $0?.cancel() } }

    /// The error that is to be told: that it took too long where that is why it failed.
    func reason(_ error: ConnectionError) -> ConnectionError {
        hasFired.withLock { $0 } ? ConnectionError(.timedOut, words) : error
    }
}
