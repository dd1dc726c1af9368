import SeamConnection

/// Messages that end with ff, as RHSocketKit's first example has them: connect, encode, decode, dispatch.
///
/// Whatever pieces TCP makes of them, the handler is called once for each message.
func delimiter(_ server: Route) async throws {
    let client = try Client(server, codec: "delimiter:bytes=ff")
    let (notifications, center) = AsyncStream.makeStream(of: String.self)
    client.handlers.onOthers { message in
        center.yield(String(decoding: message.content, as: UTF8.self))
    }
    client.whenConnected { connection throws(ConnectionError) in
        for word in ["Hello", "World", "and a longer message"] { try await connection.send(word) }
    }
    client.start()
    for await notification in notifications.prefix(3) { print("received: \(notification)") }
    await client.stop()
}
