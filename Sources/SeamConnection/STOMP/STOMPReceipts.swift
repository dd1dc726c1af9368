internal import Synchronization

/// The receipts that somebody waits for.
final class STOMPReceipts: Sendable {
    /// What has become of a receipt.
    private enum Entry {
        case asked
        case waiting(CheckedContinuation<ConnectionError?, Never>)
        /// It came, or will not come, before anybody waited.
        case settled(ConnectionError?)
    }

    private let entries = Mutex<(lastId: Int, all: [String: Entry])>((0, [:]))

    /// The id of a receipt that will be waited for.
    func newId() -> String {
        entries.withLock { entries in
            entries.lastId += 1
            let id = "receipt-\(entries.lastId)"
            entries.all[id] = .asked
            return id
        }
    }

    /// Waits for a receipt.
    ///
    /// - Throws: `timedOut`, or why the connection ended: whether the server has done it is not known then.
    func wait(for id: String, _ timeout: Duration) async throws(ConnectionError) {
        let watch = Task { [weak self] in
            try await Task.sleep(for: timeout)
            self?.settle(id, ConnectionError(.timedOut, "no receipt came"))
        }
        defer { watch.cancel() }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let settled = entries.withLock { entries -> ConnectionError?? in
                    guard case .settled(let error)? = entries.all[id] else {
                        entries.all[id] = .waiting(continuation)
                        return nil
                    }
                    entries.all[id] = nil
                    return .some(error)
                }
                if let settled { continuation.resume(returning: settled) }
            }
        } onCancel: {
            settle(id, ConnectionError(.cancelled, "the task was cancelled"))
        }
        if let error { throw error }
    }

    /// Lets the one go on that waits for a receipt, or will; what nobody asked for is nobody's.
    func settle(_ id: String, _ error: ConnectionError?) {
        let waiter = entries.withLock { entries -> CheckedContinuation<ConnectionError?, Never>? in
            switch entries.all[id] {
            case .waiting(let continuation)?:
                entries.all[id] = nil
                return continuation
            case .asked?: entries.all[id] = .settled(error)
            case .settled?, nil: break
            }
            return nil
        }
        waiter?.resume(returning: error)
    }

    /// Forgets one that will not be waited for.
    func forget(_ id: String) { entries.withLock { $0.all[id] = nil } }

    /// Lets all go on that wait, with the reason why no receipt will come.
    func fail(_ error: ConnectionError) {
        for id in entries.withLock({ Array($0.all.keys) }) { settle(id, error) }
    }
}
