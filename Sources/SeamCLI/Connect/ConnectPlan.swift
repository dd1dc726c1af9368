import Seam
import SeamConnection

/// Where and how `connect` connects.
struct ConnectPlan: Sendable {
    let route: Route
    /// The codec of what is on the channel, a WebSocket included.
    let codec: WireCodec
    /// The codec of what is typed: what stands in the messages of a WebSocket.
    let inner: WireCodec
    /// The spec in a WebSocket; nil for its messages themselves.
    let innerSpec: String?
    let options: ConnectOptions

    /// The plan of the arguments.
    ///
    /// - Throws: `usage` for a target or a codec that cannot be used.
    init(_ target: String, _ options: Options) throws(CommandError) {
        guard var route = Route(target.hasPrefix(":") ? "localhost\(target)" : target) else {
            throw .usage("\(target) is no HOST:PORT, tls://HOST:PORT or ws://HOST/PATH")
        }
        let given = try WireCodec(options, port: route.target.port)
        let connect = options.connect
        if connect.usesTLS || connect.isInsecure || connect.trusted != nil {
            route.tls = route.tls ?? TLSOptions()
        }
        route.tls?.isInsecure = connect.isInsecure
        route.tls?.trusted = connect.trusted
        var parts = given.spec.split(separator: "/", maxSplits: 1).map(String.init)
        if parts.first?.prefix(while: { $0 != ":" }) == "websocket" {
            route.webSocket = route.webSocket ?? WebSocketOptions(path: connect.path ?? "/")
            parts.removeFirst()
        }
        guard route.webSocket != nil else {
            (codec, inner, innerSpec) = (given, given, nil)
            self.route = route
            self.options = connect
            return
        }
        let project = try Project(options.decoding.project)
        innerSpec = parts.isEmpty ? nil : parts.joined(separator: "/")
        codec = try WireCodec(innerSpec.map { "websocket/\($0)" } ?? "websocket", project)
        inner = try innerSpec.map { (spec) throws(CommandError) in try WireCodec(spec, project) } ?? given
        if let protocols = connect.subprotocols {
            route.webSocket?.subprotocols = protocols.split(separator: ",").map(String.init)
        }
        self.route = route
        self.options = connect
    }

    /// What keeps the line alive; nil for nothing.
    var heartbeat: SeamConnection.Heartbeat? {
        options.heartbeat.map { every in
            let content: SeamConnection.Heartbeat.Content =
                switch options.beat {
                case "codec": .codec
                case "counter": .counter
                default: .message(options.beat)
                }
            return SeamConnection.Heartbeat(
                every: .nanoseconds(every.nanoseconds),
                content,
                answerTimeout: options.answerTimeout.map { .nanoseconds($0.nanoseconds) }
            )
        }
    }

    /// How often it connects again.
    var policy: ReconnectPolicy {
        var policy = ReconnectPolicy()
        policy.limit = options.reconnects.map(\.number) ?? 0
        return policy
    }

    /// Connects, with `view` between the channel and the connection.
    func open(
        _ tap: (any ByteChannel, TCPSocket) throws(ConnectionError) -> WireTap
    ) async throws(ConnectionError)
        -> SeamConnection.Connection
    {
        let socket = try await TCPSocket.connect(to: route.target, route.socket, timeout: route.timeout)
        var channel: any ByteChannel = socket
        if let tls = route.tls {
            channel = try await TLSChannel.connect(
                over: socket,
                host: route.target.host,
                tls,
                timeout: route.timeout
            )
        }
        let tapped = try tap(channel, socket)
        var limits = ConnectionOptions()
        // What breaks the rules is shown, and what follows it too.
        limits.endsAtViolation = false
        limits.readTimeout = heartbeat?.answerTimeout
        guard let webSocket = route.webSocket else {
            return SeamConnection.Connection(tapped, codec: codec.factory, limits)
        }
        return try await .webSocket(
            over: tapped,
            host: route.target,
            codec: innerSpec,
            webSocket: webSocket,
            limits
        ).connection
    }
}
