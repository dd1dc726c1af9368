internal import SeamCodecs

/// The way to a server: where it is and what lies between TCP and the messages.
public struct Route: Equatable, Sendable {
    /// Host and port.
    public var target: HostPort
    /// How TLS is spoken; nil for plain TCP.
    public var tls: TLSOptions?
    /// How a WebSocket is asked for; nil where the codec runs over TCP or TLS itself.
    public var webSocket: WebSocketOptions?
    /// What the socket is set to.
    public var socket = SocketOptions()
    /// How long connecting, with TLS's handshake, may take.
    public var timeout: Duration = .seconds(10)

    /// A way to a host and port, by default over plain TCP.
    public init(_ target: HostPort, tls: TLSOptions? = nil, webSocket: WebSocketOptions? = nil) {
        self.target = target
        self.tls = tls
        self.webSocket = webSocket
    }

    /// Reads `host:port`, `tcp://host:port`, `tls://host:port`, `ws://host[:port]/path` or `wss://host[:port]/path`.
    public init?(_ text: String) {
        let (scheme, rest) = Self.split(text)
        let authority = String(rest.prefix { $0 != "/" })
        let path = String(rest.dropFirst(authority.count))
        let standard: UInt16? = scheme == "ws" ? 80 : scheme == "wss" ? 443 : nil
        let withPort = standard.map { "\(authority):\($0)" }
        guard let target = HostPort(authority) ?? withPort.flatMap({ HostPort($0) }), !target.host.isEmpty
        else {
            return nil
        }
        switch scheme {
        case "tcp" where path.isEmpty: self.init(target)
        case "tls" where path.isEmpty: self.init(target, tls: TLSOptions())
        case "ws": self.init(target, webSocket: WebSocketOptions(path: path.isEmpty ? "/" : path))
        case "wss":
            self.init(target, tls: TLSOptions(), webSocket: WebSocketOptions(path: path.isEmpty ? "/" : path))
        default: return nil
        }
    }

    private static func split(_ text: String) -> (scheme: String, rest: Substring) {
        let scheme = text.prefix { $0 != ":" }
        let rest = text.dropFirst(scheme.count)
        return rest.hasPrefix("://") ? (String(scheme), rest.dropFirst(3)) : ("tcp", text[...])
    }

    /// Connects: TCP, then TLS, then the handshake of a WebSocket; with new decoders of `codec`.
    public func connect(
        codec: String,
        _ options: ConnectionOptions = ConnectionOptions()
    ) async throws(ConnectionError) -> Connection {
        let factory: CodecFactory
        do {
            factory = try CodecRegistry.factory(codec)
        } catch {
            throw ConnectionError(.rejected, error.description)
        }
        let tcp = try await TCPSocket.connect(to: target, socket, timeout: timeout)
        var channel: any ByteChannel = tcp
        if let tls {
            channel = try await TLSChannel.connect(over: tcp, host: target.host, tls, timeout: timeout)
        }
        guard let webSocket else { return Connection(channel, codec: factory, options) }
        return try await Connection.webSocket(
            over: channel,
            host: target,
            codec: codec,
            webSocket: webSocket,
            options
        ).connection
    }
}
