internal import Synchronization

/// A queue between one task that brings and one that takes; who brings waits while it is full.
final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var taker: CheckedContinuation<Element?, Never>?
        var bringer: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let limit: Int
    private let state = Mutex(State())

    /// A queue of at most `limit` elements.
    init(limit: Int) { self.limit = limit }

    /// Brings an element, which is given away when the queue is closed.
    func push(_ element: Element) async {
        await withCheckedContinuation { continuation in
            let (taker, goesOn) = state.withLock { state in
                let taker = state.taker.take()
                if taker == nil, !state.isClosed { state.elements.append(element) }
                let goesOn = state.elements.count < limit || state.isClosed
                if !goesOn { state.bringer = continuation }
                return (taker, goesOn)
            }
            taker?.resume(returning: element)
            if goesOn { continuation.resume() }
        }
    }

    /// The next element; nil when the queue is closed.
    func pop() async -> Element? {
        await withCheckedContinuation { continuation in
            let (element, bringer, isOver) = state.withLock { state in
                let element = state.elements.isEmpty ? nil : state.elements.removeFirst()
                if element == nil, !state.isClosed { state.taker = continuation }
                return (element, state.bringer.take(), element != nil || state.isClosed)
            }
            bringer?.resume()
            if isOver { continuation.resume(returning: element) }
        }
    }

    /// Lets both go; what is in it can still be taken.
    func close() {
        let (taker, bringer) = state.withLock { state in
            state.isClosed = true
            return (state.taker.take(), state.bringer.take())
        }
        taker?.resume(returning: nil)
        bringer?.resume()
    }
}
