/// How a client asks for a WebSocket, and what a server agrees to.
public struct WebSocketOptions: Equatable, Sendable {
    /// What is asked for: path and query.
    public var path = "/"
    /// The subprotocols: that a client offers, the most wanted first, or that a server speaks.
    public var subprotocols: [String] = []
    /// Whether messages may be compressed (permessage-deflate, RFC 7692).
    public var deflates = true
    /// Whether messages are of bytes; nil for text where the codec is one of texts.
    public var isBinary: Bool?
    /// Other header fields of the handshake: `Origin`, `Authorization`, cookies.
    public var fields: [String: String] = [:]
    /// How long the handshake may take.
    public var timeout: Duration = .seconds(10)

    /// Path `/`, no subprotocol, compressed where the peer agrees.
    public init(path: String = "/", subprotocols: [String] = []) {
        self.path = path
        self.subprotocols = subprotocols
    }

    /// Whether messages of a codec are binary.
    package func isBinary(_ codec: String?) -> Bool {
        isBinary ?? !["stomp", "json", "text", "sockjs", nil].contains(codec)
    }
}
