import Seam
import SeamConnection
import Synchronization

/// Connects, and lets a person or a script talk; connects again as the policy says.
final class ConnectRun: Sendable {
    private struct Session {
        var connection: SeamConnection.Connection
        var view: WireView
    }

    private struct State {
        var session: Session?
        /// Messages that came, over all connections.
        var count = 0
        var lastRead = ContinuousClock.now
        var wasConnected = false
        var isLeaving = false
        var hasFailed = false
        var hasStopped = false
    }

    private static let tick = Swift.Duration.milliseconds(5)

    private let plan: ConnectPlan
    private let rows: ConnectRows
    private let isTyped: Bool
    private let recording: WireRecording?
    private let state = Mutex(State())

    init(_ plan: ConnectPlan, _ rows: ConnectRows, isTyped: Bool) throws(CommandError) {
        self.plan = plan
        self.rows = rows
        self.isTyped = isTyped
        do throws(CaptureError) {
            recording = try plan.options.recording.map { (path) throws(CaptureError) in
                try WireRecording(path)
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// Talks until the lines end or there is no connection any more; a difference when the peer broke the rules of
    /// the codec.
    func run(_ input: InputLines) async throws(CommandError) -> ExitStatus {
        let log = ChangeLog()
        let story = Task { [rows] in
            for await change in log.changes() { rows.changed(change) }
        }
        let keeper = keeper(log)
        let keeping = Task {
            let reason = await keeper.keep()
            state.withLock { $0.hasStopped = true }
            input.close()
            return reason
        }
        await send(input.lines)
        keeping.cancel()
        let reason = await keeping.value
        _ = await story.value
        do throws(CaptureError) {
            try recording?.finish()
        } catch {
            throw CommandError(error)
        }
        let (wasConnected, hasFailed) = state.withLock { ($0.wasConnected, $0.hasFailed) }
        guard wasConnected else { throw .input("\(reason)") }
        return hasFailed ? .difference : .success
    }

    // MARK: - Connections

    private func keeper(_ log: ChangeLog) -> Keeper<SeamConnection.Connection> {
        Keeper(
            target: plan.route.target,
            policy: plan.policy,
            log: log,
            open: { () throws(ConnectionError) in try await self.open() },
            run: { connection in await self.talk(connection) }
        )
    }

    private func open() async throws(ConnectionError) -> SeamConnection.Connection {
        var view: WireView?
        let connection = try await plan.open { (channel, socket) throws(ConnectionError) in
            rows.connected(socket.local, socket.peer, isTyped: isTyped)
            let recorder = recording?.recorder(client: socket.local, server: socket.peer)
            let made = WireView(plan.codec, rows, recorder) { messages in
                self.state.withLock { state in
                    state.count += messages
                    state.lastRead = .now
                }
            }
            view = made
            return WireTap(channel, made)
        }
        state.withLock { state in
            state.session = view.map { Session(connection: connection, view: $0) }
            state.wasConnected = true
            state.lastRead = .now
        }
        return connection
    }

    /// Receives until the connection ends, and says why it did.
    private func talk(_ connection: SeamConnection.Connection) async -> ConnectionError {
        let beats = plan.heartbeat.map { HeartbeatSender($0, codec: plan.innerSpec ?? plan.codec.spec) }
        let beating = Task { await beats?.run(connection) }
        let reason: ConnectionError
        do throws(ConnectionError) {
            while try await connection.receive() != nil {}
            reason = Keeper<SeamConnection.Connection>.serverLeft
        } catch {
            reason = error
        }
        beating.cancel()
        connection.close()
        return state.withLock { state in
            if let view = state.session?.view {
                let tallies = view.tallies
                if view.hasFailed { state.hasFailed = true }
                rows.ended(sent: tallies.sent, received: tallies.received)
            }
            state.session = nil
            return state.isLeaving ? Keeper<SeamConnection.Connection>.userLeft : reason
        }
    }

    // MARK: - Lines

    private func send(_ lines: AsyncStream<String>) async {
        var waited = 0
        for await line in lines {
            guard let connection = await connected() else { return }
            do {
                switch try InputLine(line) {
                case .order(.quit): return await leave(connection)
                case .order(.reset):
                    state.withLock { $0.isLeaving = true }
                    return connection.channel.reset()
                case .order(.end): try await connection.channel.finish()
                case .order(.sleep(let time)): try await Delivery.sleep(.nanoseconds(time.nanoseconds))
                case .order(.wait(let count)):
                    waited += count
                    try await wait { $0.count >= waited }
                case .order(.help): rows.help()
                case .raw(let bytes): try await connection.send(raw: bytes)
                case .message(let message): try await connection.send(encoded: plan.inner.encode(message))
                case .nothing: break
                }
            } catch let error as BadValue {
                rows.note("\(line) \(error.problem)")
            } catch {
                rows.note("not sent: \(error)")
            }
        }
        guard let connection = await connected() else { return }
        let patience = plan.options.patience.patience
        let start = ContinuousClock.now
        try? await wait { ContinuousClock.now - max(start, $0.lastRead) > patience || $0.session == nil }
        await leave(connection)
    }

    /// The connection, as soon as there is one; nil when there will be none.
    private func connected() async -> SeamConnection.Connection? {
        try? await wait { $0.session != nil }
        return state.withLock { $0.session?.connection }
    }

    /// Ends in order: what the peer still says is shown.
    private func leave(_ connection: SeamConnection.Connection) async {
        state.withLock { $0.isLeaving = true }
        try? await connection.channel.finish()
        let start = ContinuousClock.now
        let patience = plan.options.patience.patience
        try? await wait { $0.session == nil || ContinuousClock.now - max(start, $0.lastRead) > patience }
    }

    /// Waits until `isDone`, or there will be no connection any more.
    private func wait(_ isDone: (borrowing State) -> Bool) async throws(ConnectionError) {
        while !state.withLock({ isDone($0) || $0.hasStopped }) { try await Delivery.sleep(Self.tick) }
    }
}
