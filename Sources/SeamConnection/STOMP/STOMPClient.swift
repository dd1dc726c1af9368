public import SeamCodecs
internal import Synchronization

/// A STOMP client over TCP, TLS or WebSocket, that connects again and subscribes again.
///
///     let client = try STOMPClient(Route("ws://localhost:15674/ws"))
///     client.start()
///     try await client.subscribe("/topic/chat") { frame in print(frame.body) }
///     try await client.send("hello", to: "/topic/chat", withReceipt: true)
///     await client.stop()
///
/// Handlers are called one after the other, in the order in which frames arrive.
public final class STOMPClient: Sendable {
    /// What is done with a MESSAGE; the next one waits until it is done.
    public typealias Handler = @Sendable (STOMPFrame) async -> Void

    struct Subscription: Sendable {
        var frame: STOMPFrame
        var handler: Handler
    }

    struct State {
        var subscriptions: [String: Subscription] = [:]
        /// Those that the connection in hand has been told of.
        var told: Set<String> = []
        /// The connection that is logged in and knows of all subscriptions.
        var ready: Connection?
        var lastId = 0
        var version = STOMPVersion.v12
        var onError: Handler = { _ in }
    }

    let client: Client
    let options: STOMPOptions
    let receipts = STOMPReceipts()
    let state = Mutex(State())
    private let backlog: BoundedQueue<STOMPFrame>

    /// A client that does nothing yet.
    public init(_ route: Route, _ options: STOMPOptions = STOMPOptions()) throws(ConnectionError) {
        var route = route
        if route.webSocket?.subprotocols.isEmpty == true {
            route.webSocket?.subprotocols = options.versions.map {
                "v\($0.number)".filter { $0 != "." } + ".stomp"
            }
        }
        var clientOptions = ClientOptions()
        clientOptions.connection = options.connection
        clientOptions.reconnect = options.reconnect
        client = try Client(route, codec: "stomp", clientOptions)
        self.options = options
        backlog = BoundedQueue(limit: max(1, options.backlog))
        client.whenConnected { [weak self] connection throws(ConnectionError) in
            try await self?.logIn(connection)
        }
        client.handlers.onOthers { [weak self] message in await self?.take(message) }
        client.whenDisconnected { [weak self] reason in
            self?.state.withLock { $0.ready = nil }
            self?.receipts.fail(reason)
        }
        Task { [weak self, backlog] in
            while let frame = await backlog.pop() { await self?.handle(frame) }
        }
    }

    deinit { backlog.close() }

    /// What it is doing, and why.
    public var current: ClientChange { client.current }

    /// What changes from now on; it ends when the client has stopped.
    public var changes: AsyncStream<ClientChange> { client.changes }

    /// The connection as it is now; nil when there is none.
    public var connection: Connection? { client.connection }

    /// Says what is done with an ERROR; the server ends the connection behind it.
    public func onError(_ handler: @escaping Handler) { state.withLock { $0.onError = handler } }

    /// Begins to connect, once.
    public func start() { client.start() }

    /// Leaves: DISCONNECT with a receipt, so that the server has everything, then the connection ends in order.
    public func stop() async {
        if client.connection != nil {
            _ = try? await request(STOMPFrame(.disconnect), withReceipt: true)
        }
        await client.stop()
        receipts.fail(ConnectionError(.closed, "the client has left"))
        backlog.close()
    }

    // MARK: - Frames

    /// CONNECT, CONNECTED, and the subscriptions there are.
    private func logIn(_ connection: Connection) async throws(ConnectionError) {
        let watch = Watchdog(connection.channel, after: options.timeout, "the server does not answer CONNECT")
        defer { watch.cancel() }
        do throws(ConnectionError) {
            var connect = STOMPFrame(.connect)
            let versions = options.versions.map { "\($0.number)" }.joined(separator: ",")
            connect.headers = [
                .init("accept-version", versions), .init("host", options.host ?? client.route.target.host),
                .init("heart-beat", options.heartbeatHeader),
            ]
            if let login = options.login {
                connect.headers += [.init("login", login.name), .init("passcode", login.passcode)]
            }
            state.withLock { state in
                state.version = .v12
                state.told = []
            }
            try await write(connect, to: connection)
            let answer = try await receive(from: connection)
            guard answer.command == .connected else { throw Self.rejection(answer) }
            let number = answer["version"] ?? "1.0"
            let version = STOMPVersion.allCases.first { "\($0.number)" == number } ?? .v10
            state.withLock { $0.version = version }
            await connection.agree(on: options.agreed(with: answer["heart-beat"]))
            while let frame = nextToTell(connection) { try await write(frame, to: connection) }
        } catch {
            throw watch.reason(error)
        }
    }

    /// A subscription that the connection has not been told of; nil when there is none, and it is ready then.
    private func nextToTell(_ connection: Connection) -> STOMPFrame? {
        state.withLock { state in
            let id = state.subscriptions.keys.filter { !state.told.contains($0) }.min()
            if let id {
                state.told.insert(id)
            } else {
                state.ready = connection
            }
            return id.flatMap { state.subscriptions[$0]?.frame }
        }
    }

    private func receive(from connection: Connection) async throws(ConnectionError) -> STOMPFrame {
        while let message = try await connection.receive() {
            if let frame = frame(message) { return frame }
        }
        throw ConnectionError(.ended, "the server ended the connection instead of an answer to CONNECT")
    }

    private static func rejection(_ frame: STOMPFrame) -> ConnectionError {
        let body = String(decoding: frame.body.prefix(200), as: UTF8.self)
        let words = [frame["message"], body].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        return ConnectionError(.rejected, "the server said \(frame.command.word): \(words)")
    }

    private func frame(_ message: Message) -> STOMPFrame? {
        STOMPFrame(message, version: state.withLock { $0.version })
    }

    private func write(_ frame: STOMPFrame, to connection: Connection) async throws(ConnectionError) {
        try await connection.send(encoded: frame.encoded(version: state.withLock { $0.version }))
    }

    /// Sends a frame, and waits for its receipt if one is wanted.
    func request(_ frame: STOMPFrame, withReceipt: Bool) async throws(ConnectionError) {
        guard let connection = state.withLock({ $0.ready }) else {
            throw ConnectionError(.closed, "there is no connection")
        }
        guard withReceipt else { return try await write(frame, to: connection) }
        var frame = frame
        let id = receipts.newId()
        frame.headers.append(.init("receipt", id))
        do throws(ConnectionError) {
            try await write(frame, to: connection)
        } catch {
            receipts.forget(id)
            throw error
        }
        try await receipts.wait(for: id, options.timeout)
    }

    /// Takes what the server sent: receipts at once, messages behind those that wait for their handlers.
    private func take(_ message: Message) async {
        guard let frame = frame(message) else { return }
        switch frame.command {
        case .receipt: receipts.settle(frame["receipt-id"] ?? "", nil)
        case .error:
            var error = Self.rejection(frame)
            // Behind a log-in that went well an ERROR ends this connection; another may go well again.
            error.kind = .ended
            if let id = frame["receipt-id"] { receipts.settle(id, error) }
            await state.withLock { $0.onError }(frame)
            await client.connection?.end(with: error)
        default: await backlog.push(frame)
        }
    }

    private func handle(_ frame: STOMPFrame) async {
        let handler = state.withLock { $0.subscriptions[frame["subscription"] ?? ""]?.handler }
        await handler?(frame)
    }
}
