public import SeamPackets
internal import Synchronization

/// What a socket is set to before it connects or listens.
public struct SocketOptions: Equatable, Sendable {
    /// Whether small writes leave at once (TCP_NODELAY), the default, or wait for acknowledgements (Nagle).
    public var noDelay = true
    /// The size of the system's send buffer in bytes; nil for its own choice.
    public var sendBuffer: Int?
    /// The size of the system's receive buffer in bytes; nil for its own choice.
    public var receiveBuffer: Int?

    /// Without delay, with buffers of the system's choice.
    public init() {}
}

/// A connected TCP socket.
///
/// Calls never block a thread: a task that has to wait is suspended. Reading takes from the system only what was
/// asked for, and writing waits until the system has taken all: back-pressure in both directions.
public final class TCPSocket: ByteChannel {
    private struct State {
        /// nil when closed.
        var file: Int32?
        /// A write ended in the middle, or the half was finished: nothing may follow.
        var refusesWrites: ConnectionError?
    }

    private let state: Mutex<State>
    private let turns = Turns()
    /// This side's end.
    public let local: Endpoint
    /// The peer's end.
    public let peer: Endpoint

    /// Takes over a connected socket.
    init(file: Int32, _ options: SocketOptions) {
        if options.noDelay { SocketCalls.setNoDelay(file) }
        let nobody = Endpoint(address: .unspecified, port: 0)
        local = SocketCalls.local(file) ?? nobody
        peer = SocketCalls.peer(file) ?? nobody
        state = Mutex(State(file: file))
    }

    deinit { close() }

    /// The next bytes; none when the peer has ended its half.
    public nonisolated(nonsending) func read(
        atMost limit: Int,
        timeout: Duration?
    ) async throws(ConnectionError) -> [UInt8] {
        precondition(limit > 0, "at least one byte")
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            let (file, outcome, bytes) = try state.withLock { state throws(ConnectionError) in
                guard let file = state.file else { throw Self.closed }
                let read = SocketCalls.read(file, atMost: limit)
                return (file, read.outcome, read.bytes)
            }
            switch outcome {
            case .done: return bytes
            case .failed(let code): throw ConnectionError(code, "reading from \(peer)")
            case .wouldWait: try await wait(file, .readable, until: deadline, "nothing came from \(peer)")
            }
        }
    }

    /// Hands all of `bytes` to the system.
    public nonisolated(nonsending) func write(
        _ bytes: [UInt8],
        timeout: Duration?
    ) async throws(ConnectionError) {
        guard !bytes.isEmpty else { return }
        guard await turns.begin() else { throw Self.cancelled }
        defer { turns.end() }
        var sent = 0
        do throws(ConnectionError) {
            while sent < bytes.count { sent += try await writeSome(bytes, from: sent, timeout: timeout) }
        } catch {
            if sent > 0 {
                let words = "a message to \(peer) was cut after \(sent) of \(bytes.count) bytes: \(error)"
                state.withLock { $0.refusesWrites = ConnectionError(error.kind, words) }
            }
            throw error
        }
    }

    private nonisolated(nonsending) func writeSome(
        _ bytes: [UInt8],
        from start: Int,
        timeout: Duration?
    ) async throws(ConnectionError) -> Int {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            if Task.isCancelled { throw Self.cancelled }
            let (file, outcome) = try state.withLock { state throws(ConnectionError) in
                if let error = state.refusesWrites { throw error }
                guard let file = state.file else { throw Self.closed }
                return (file, SocketCalls.write(file, bytes, from: start))
            }
            switch outcome {
            case .done(let count): return count
            case .failed(let code): throw ConnectionError(code, "writing to \(peer)")
            case .wouldWait: try await wait(file, .writable, until: deadline, "\(peer) takes nothing")
            }
        }
    }

    private nonisolated(nonsending) func wait(
        _ file: Int32,
        _ interest: SocketLoop.Interest,
        until deadline: ContinuousClock.Instant?,
        _ complaint: String
    ) async throws(ConnectionError) {
        switch await SocketLoop.shared.wait(file, interest, until: deadline, unless: { isClosed }) {
        case .ready: return
        case .timedOut: throw ConnectionError(.timedOut, complaint)
        case .cancelled: throw Self.cancelled
        case .closed: throw Self.closed
        }
    }

    private var isClosed: Bool { state.withLock { $0.file == nil } }

    /// Ends this side's half (FIN) behind what has been written.
    public nonisolated(nonsending) func finish() async throws(ConnectionError) {
        guard await turns.begin() else { throw Self.cancelled }
        defer { turns.end() }
        try state.withLock { state throws(ConnectionError) in
            if let error = state.refusesWrites { throw error }
            guard let file = state.file else { throw Self.closed }
            state.refusesWrites = ConnectionError(.closed, "this side has ended its half")
            let code = SocketCalls.shutdownWriting(file)
            if code != 0 { throw ConnectionError(code, "ending the half to \(peer)") }
        }
    }

    /// Closes both halves.
    public func close() { close(withReset: false) }

    /// Closes with a reset.
    public func reset() { close(withReset: true) }

    private func close(withReset: Bool) {
        guard let file = state.withLock({ $0.file.take() }) else { return }
        if withReset { SocketCalls.setResetOnClose(file) }
        SocketLoop.shared.forget(file)
        SocketCalls.close(file)
    }

    /// Bytes that have been written and that the peer's system has not acknowledged yet; 0 when closed.
    public var unacknowledged: Int {
        state.withLock { $0.file.map(SocketCalls.unacknowledged) ?? 0 }
    }

    private static let closed = ConnectionError(.closed, "the socket is closed")
    private static let cancelled = ConnectionError(.cancelled, "the task was cancelled")
}
