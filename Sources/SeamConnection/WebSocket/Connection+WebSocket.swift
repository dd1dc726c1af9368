internal import SeamBytes
internal import SeamCodecs

extension Connection {
    /// Asks a server for a WebSocket, and speaks a codec over its messages.
    ///
    /// `codec` is a spec as `stomp` or `json`; nil for WebSocket's messages themselves.
    /// - Throws: `rejected` when the server does not agree; the channel is closed then.
    public static func webSocket(
        over channel: any ByteChannel,
        host: HostPort,
        codec: String? = nil,
        webSocket: WebSocketOptions = WebSocketOptions(),
        _ options: ConnectionOptions = ConnectionOptions()
    ) async throws(ConnectionError) -> (connection: Connection, subprotocol: String?) {
        let connection = try make(channel, codec, .client, options)
        let watch = Watchdog(channel, after: webSocket.timeout, "the handshake of WebSocket takes too long")
        defer { watch.cancel() }
        do throws(ConnectionError) {
            let key = WebSocketHandshake.newKey()
            try await connection.send(raw: WebSocketHandshake.request(host, key: key, webSocket))
            let agreement = try WebSocketHandshake.check(await connection.receiveHead(), key: key, webSocket)
            let isBinary = webSocket.isBinary(codec)
            try await connection.open(.init(.client, isBinary: isBinary, deflate: agreement.deflate))
            return (connection, agreement.subprotocol)
        } catch {
            channel.close()
            throw watch.reason(error)
        }
    }

    /// Answers a client's request for a WebSocket, and speaks a codec over its messages.
    ///
    /// - Throws: `rejected` when it is no request that can be agreed to; the client is told so and the channel closed.
    public static func acceptWebSocket(
        over channel: any ByteChannel,
        codec: String? = nil,
        webSocket: WebSocketOptions = WebSocketOptions(),
        _ options: ConnectionOptions = ConnectionOptions()
    ) async throws(ConnectionError) -> (connection: Connection, path: String, subprotocol: String?) {
        let connection = try make(channel, codec, .server, options)
        let watch = Watchdog(channel, after: webSocket.timeout, "the handshake of WebSocket takes too long")
        defer { watch.cancel() }
        do throws(ConnectionError) {
            let request = try await connection.receiveHead()
            let (answer, agreement) = try WebSocketHandshake.answer(request, webSocket)
            try await connection.send(raw: answer)
            guard let agreement else {
                throw ConnectionError(.rejected, "no request for a WebSocket: \(request.startLine)")
            }
            let isBinary = webSocket.isBinary(codec)
            try await connection.open(.init(.server, isBinary: isBinary, deflate: agreement.deflate))
            return (connection, request.target ?? "/", agreement.subprotocol)
        } catch {
            channel.close()
            throw watch.reason(error)
        }
    }

    /// A connection whose handshake is still to come; what is sent is put into frames by the writer, not the codec.
    private static func make(
        _ channel: any ByteChannel,
        _ codec: String?,
        _ side: Side,
        _ options: ConnectionOptions
    ) throws(ConnectionError) -> Connection {
        do {
            guard let codec else {
                let encoder: CodecDescription.Encode = { (message, writer) throws(EncodingError) in
                    writer.write(message.content)
                }
                let factory = try CodecRegistry.factory("websocket")
                return Connection(channel, codec: factory, encoder: encoder, side: side, options)
            }
            let encoder = try CodecRegistry.factory(codec).encode
            let factory = try CodecRegistry.factory("websocket/\(codec)")
            return Connection(channel, codec: factory, encoder: encoder, side: side, options)
        } catch {
            throw ConnectionError(.rejected, error.description)
        }
    }
}
