internal import COpenSSL
internal import SeamBytes
package import SeamCodecs

/// The bytes of WebSocket's handshake (RFC 6455 §4).
package enum WebSocketHandshake {
    /// What both sides have agreed on.
    package struct Agreement: Equatable {
        var subprotocol: String?
        var deflate: WebSocketDeflate?
    }

    /// A key of a client: 16 random bytes in base 64.
    static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return base64((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// The server's proof that it has read the key (§4.2.2): SHA-1 of the key and a fixed text, in base 64.
    static func accept(_ key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
        _ = unsafe SHA1(text, text.count, &digest)
        return base64(digest)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encode(bytes[...]), as: UTF8.self)
    }

    /// A client's request.
    static func request(
        _ host: HostPort,
        key: String,
        _ options: WebSocketOptions
    ) throws(ConnectionError) -> [UInt8] {
        var message = HTTPEncoder.Message("GET \(options.path) HTTP/1.1")
        message.headers = [
            ("Host", "\(host)"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", key), ("Sec-WebSocket-Version", "13"),
        ]
        if !options.subprotocols.isEmpty {
            message.headers.append(("Sec-WebSocket-Protocol", options.subprotocols.joined(separator: ", ")))
        }
        if options.deflates {
            message.headers.append(("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits"))
        }
        message.headers += options.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return try encode(message)
    }

    /// Checks a server's answer (§4.1, at the end).
    static func check(
        _ answer: HTTPFields,
        key: String,
        _ options: WebSocketOptions
    ) throws(ConnectionError) -> Agreement {
        guard answer.status == 101 else {
            throw ConnectionError(.rejected, "the server does not switch to WebSocket: \(answer.startLine)")
        }
        guard answer["upgrade"]?.lowercased() == "websocket",
            answer.list("connection").contains(where: { $0.lowercased() == "upgrade" }),
            answer["sec-websocket-accept"] == accept(key)
        else { throw ConnectionError(.rejected, "the server's answer is none to this client's key") }
        let subprotocol = answer["sec-websocket-protocol"]
        if let subprotocol, !options.subprotocols.contains(subprotocol) {
            throw ConnectionError(
                .rejected,
                "the server chose subprotocol '\(subprotocol)', which was not offered"
            )
        }
        let extensions = Array((answer["sec-websocket-extensions"] ?? "").utf8)
        let deflate = WebSocketDeflate(header: extensions.rawSpan)
        guard extensions.isEmpty || (deflate != nil && options.deflates) else {
            throw ConnectionError(.rejected, "the server chose extensions that were not offered")
        }
        return Agreement(subprotocol: subprotocol, deflate: deflate)
    }

    /// A server's answer to a request, and what it agrees to; nil of one that is refused.
    package static func answer(
        _ request: HTTPFields,
        _ options: WebSocketOptions
    ) throws(ConnectionError) -> (bytes: [UInt8], agreement: Agreement?) {
        guard request.startLine.hasPrefix("GET "), request["upgrade"]?.lowercased() == "websocket",
            let key = request["sec-websocket-key"], Base64.decode(key.utf8)?.count == 16
        else { return (try encode(HTTPEncoder.Message("HTTP/1.1 400 Bad Request", body: .length([]))), nil) }
        guard request["sec-websocket-version"] == "13" else {
            let refusal = HTTPEncoder.Message(
                "HTTP/1.1 426 Upgrade Required",
                ["Sec-WebSocket-Version": "13"],
                body: .length([])
            )
            return (try encode(refusal), nil)
        }
        var message = HTTPEncoder.Message("HTTP/1.1 101 Switching Protocols")
        message.headers = [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept(key)),
        ]
        var agreement = Agreement()
        agreement.subprotocol = request.list("sec-websocket-protocol").first(
            where: options.subprotocols.contains
        )
        if let name = agreement.subprotocol { message.headers.append(("Sec-WebSocket-Protocol", name)) }
        let offer = Array((request["sec-websocket-extensions"] ?? "").utf8)
        if options.deflates, let offered = WebSocketDeflate(header: offer.rawSpan) {
            let (deflate, words) = agreed(offered)
            agreement.deflate = deflate
            message.headers.append(("Sec-WebSocket-Extensions", words))
        }
        return (try encode(message), agreement)
    }

    /// What a server agrees to: what it was asked for of itself, and the client's windows as they come.
    private static func agreed(_ offer: WebSocketDeflate) -> (WebSocketDeflate, String) {
        var deflate = WebSocketDeflate()
        var words = "permessage-deflate"
        if offer.serverForgets {
            deflate.serverForgets = true
            words += "; server_no_context_takeover"
        }
        if offer.serverBits < 15 {
            deflate.serverBits = offer.serverBits
            words += "; server_max_window_bits=\(offer.serverBits)"
        }
        if offer.clientForgets {
            deflate.clientForgets = true
            words += "; client_no_context_takeover"
        }
        return (deflate, words)
    }

    private static func encode(_ message: HTTPEncoder.Message) throws(ConnectionError) -> [UInt8] {
        var writer = ByteWriter()
        do {
            try HTTPEncoder().encode(message, into: &writer)
        } catch {
            throw ConnectionError(.violation, error.description)
        }
        return writer.bytes
    }
}
