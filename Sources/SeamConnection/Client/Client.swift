internal import SeamCodecs
internal import Synchronization

/// How a client connects and stays connected.
public struct ClientOptions: Equatable, Sendable {
    /// The limits of each connection.
    public var connection = ConnectionOptions()
    /// What keeps the line alive; nil for nothing.
    public var heartbeat: Heartbeat?
    /// When and how often it connects again.
    public var reconnect = ReconnectPolicy()

    /// No heart-beat, the default policy.
    public init() {}
}

/// A connection that is kept: it heart-beats, dispatches what arrives to handlers, and connects again when it broke.
///
///     let client = try Client(Route("example.org:9000"), codec: "tlc:type=2,length=4")
///     client.handlers.on(type: 2) { message in ... }
///     client.whenConnected { connection in try await connection.send("log-in", type: 1) }
///     client.start()
///
/// While it is connected it keeps itself alive: `stop` ends it.
/// What is done in `whenConnected` is done again after each reconnect: log-in, subscriptions. Decoders are new each time.
public final class Client: Sendable {
    /// What is done with each new connection before it counts as connected.
    public typealias SetUp = @Sendable (Connection) async throws(ConnectionError) -> Void

    private struct State {
        var task: Task<ConnectionError, Never>?
        var connection: Connection?
        var isLeaving = false
        var setUp: SetUp = { _ in }
        var tearDown: @Sendable (ConnectionError) -> Void = { _ in }
    }

    /// The way to the server.
    public let route: Route
    /// Who is handed which message.
    public let handlers = Dispatcher()
    private let codec: String
    private let options: ClientOptions
    private let state = Mutex(State())
    private let log = ChangeLog()

    /// A client that does nothing yet; throws for a codec that there is not.
    public init(
        _ route: Route,
        codec: String,
        _ options: ClientOptions = ClientOptions()
    ) throws(ConnectionError) {
        do {
            _ = try CodecRegistry.factory(codec)
        } catch {
            throw ConnectionError(.violation, error.description)
        }
        self.route = route
        self.codec = codec
        var options = options
        if let limit = options.heartbeat?.answerTimeout { options.connection.readTimeout = limit }
        self.options = options
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// What it is doing, and why.
    public var current: ClientChange { log.current }

    /// What changes from now on; it ends when the client has stopped.
    public var changes: AsyncStream<ClientChange> { log.changes() }

    /// Says what is done with each new connection before it counts as connected: log-in, subscriptions.
    public func whenConnected(_ setUp: @escaping SetUp) { state.withLock { $0.setUp = setUp } }

    /// Says what is done when a connection has ended, with the reason.
    public func whenDisconnected(_ tearDown: @escaping @Sendable (ConnectionError) -> Void) {
        state.withLock { $0.tearDown = tearDown }
    }

    /// Begins to connect, once.
    public func start() {
        let keeper = Keeper(
            target: route.target,
            policy: options.reconnect,
            log: log,
            open: { [weak self] () throws(ConnectionError) in
                guard let self else { throw Self.isGone }
                return try await self.open()
            },
            run: { [weak self] connection in await self?.run(connection) ?? Self.isGone }
        )
        state.withLock { state in
            guard state.task == nil else { return }
            state.task = Task { await keeper.keep() }
        }
    }

    private static let isGone = ConnectionError(.closed, "the client is gone")

    private func open() async throws(ConnectionError) -> Connection {
        let connection = try await route.connect(codec: codec, options.connection)
        do throws(ConnectionError) {
            try await state.withLock { $0.setUp }(connection)
        } catch {
            connection.close()
            throw error
        }
        state.withLock { $0.connection = connection }
        return connection
    }

    private func run(_ connection: Connection) async -> ConnectionError {
        let heartbeat = await connection.heartbeat ?? options.heartbeat
        let beats = heartbeat.map { HeartbeatSender($0, codec: codec) }
        let task = Task { await beats?.run(connection) }
        let reason = await read(connection)
        task.cancel()
        connection.close()
        let tearDown = state.withLock { state in
            state.connection = nil
            return state.tearDown
        }
        tearDown(reason)
        return reason
    }

    /// Hands on what arrives, and says why nothing more does.
    private func read(_ connection: Connection) async -> ConnectionError {
        do throws(ConnectionError) {
            while let message = try await connection.receive() { await handlers.dispatch(message) }
            return state.withLock { $0.isLeaving }
                ? Keeper<Connection>.userLeft : Keeper<Connection>.serverLeft
        } catch {
            return state.withLock { $0.isLeaving } ? Keeper<Connection>.userLeft : error
        }
    }

    /// The connection as it is now; nil when there is none.
    public var connection: Connection? { state.withLock { $0.connection } }

    /// Sends a text as the content of a message.
    ///
    /// - Throws: `closed` when there is no connection: nothing is kept for a later one.
    public func send(_ text: String, type: Int = 0) async throws(ConnectionError) {
        try await connected().send(text, type: type)
    }

    /// Sends a message that is encoded already.
    public func send(encoded bytes: [UInt8]) async throws(ConnectionError) {
        try await connected().send(encoded: bytes)
    }

    private func connected() throws(ConnectionError) -> Connection {
        guard let connection else { throw ConnectionError(.closed, "there is no connection") }
        return connection
    }

    /// Leaves: what was sent is flushed, the connection ends in order, and none follows.
    public func stop() async {
        let (task, connection) = state.withLock { state in
            state.isLeaving = true
            return (state.task, state.connection)
        }
        // Cancelled first, the reader would close what is still to be flushed.
        try? await connection?.finish()
        task?.cancel()
        _ = await task?.value
    }
}
