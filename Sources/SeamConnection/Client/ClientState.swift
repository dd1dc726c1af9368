internal import Synchronization

/// What a client is doing.
public enum ClientState: Equatable, Sendable {
    /// Nothing yet.
    case idle
    /// It connects; attempts are counted from 1, anew after a connection that lasted.
    case connecting(attempt: Int)
    /// It is connected, logged in and subscribed.
    case connected
    /// It pauses before an attempt.
    case pausing(Duration, attempt: Int)
    /// It waits for the network.
    case waitingForNetwork
    /// It has ended and stays so.
    case stopped
}

/// A change of what a client is doing, and why.
public struct ClientChange: Equatable, Sendable {
    /// What it does now.
    public var state: ClientState
    /// What made it change; nil where it went as it should.
    public var reason: ConnectionError?
}

/// What has changed so far and what changes later, for everybody who looks.
package final class ChangeLog: Sendable {
    private struct State {
        var current = ClientChange(state: .idle)
        var watchers: [Int: AsyncStream<ClientChange>.Continuation] = [:]
        var nextId = 0
    }

    private let state = Mutex(State())

    /// Nothing yet.
    package init() {}

    var current: ClientChange { state.withLock { $0.current } }

    /// Each change from now on; it ends behind `stopped`.
    package func changes() -> AsyncStream<ClientChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: ClientChange.self)
        let id = state.withLock { state in
            state.nextId += 1
            state.watchers[state.nextId] = continuation
            return state.nextId
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: id) }
        }
        return stream
    }

    func note(_ change: ClientChange) {
        let watchers = state.withLock { state in
            state.current = change
            return Array(state.watchers.values)
        }
        for watcher in watchers {
            watcher.yield(change)
            if change.state == .stopped { watcher.finish() }
        }
    }
}
