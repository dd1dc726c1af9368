import SeamBytes

/// The codecs of subprotocols: what the server's `Sec-WebSocket-Protocol` says that the messages carry (RFC 6455 §11.3.4).
enum WebSocketSubprotocol {
    /// The codec of the first name of a header that has one; nil where none has.
    static func codec(_ header: RawSpan) -> StaticString? {
        var found: StaticString?
        HTTPList(header).forEach { name in
            if found == nil { found = codecs.first { name.isEqualIgnoringCase(to: $0.name) }?.codec }
        }
        return found
    }

    /// Names of the IANA registry "WebSocket Subprotocol Name Registry", and of libraries that registered none.
    private static let codecs: [(name: StaticString, codec: StaticString)] = [
        ("v10.stomp", "stomp"), ("v11.stomp", "stomp"), ("v12.stomp", "stomp"),
        ("mqtt", "mqtt"), ("mqttv3.1", "mqtt"),
        ("wamp", "json"), ("wamp.2.json", "json"),
        ("ocpp1.2", "json"), ("ocpp1.5", "json"), ("ocpp1.6", "json"), ("ocpp2.0", "json"),
        ("ocpp2.0.1", "json"), ("ocpp2.1", "json"),
        ("graphql-ws", "json"), ("graphql-transport-ws", "json"),
        ("actioncable-v1-json", "json"), ("jsonrpc", "json"), ("vite-hmr", "json"),
        ("sip", "sip"),
    ]
}
