internal import Synchronization

/// Lets one task at a time through, in the order in which they came.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var queue: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var nextId = 0
    }

    private let state = Mutex(State())

    /// Waits for the turn; false when the task was cancelled before it came.
    nonisolated(nonsending) func begin() async -> Bool {
        let id: Int? = state.withLock { state in
            if !state.isTaken {
                state.isTaken = true
                return nil
            }
            state.nextId &+= 1
            return state.nextId
        }
        guard let id else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    defer { state.isTaken = true }
                    if state.isTaken { state.queue.append((id, continuation)) }
                    return !state.isTaken
                }
                if isFree { return continuation.resume(returning: true) }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Gives the turn to the next.
    func end() {
        let next = state.withLock { state in
            guard !state.queue.isEmpty else {
                state.isTaken = false
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.queue.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    /// How many wait.
    var waiting: Int { state.withLock { $0.queue.count } }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state in
            state.queue.firstIndex { $0.id == id }.map { state.queue.remove(at: $0).continuation }
        }
        waiter?.resume(returning: false)
    }
}
