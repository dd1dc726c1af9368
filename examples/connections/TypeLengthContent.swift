import SeamConnection

/// Messages of a type, a length and a content: a handler for each type.
func typeLengthContent(_ server: Route) async throws {
    let client = try Client(server, codec: "tlc:type=2,length=4,order=little")
    let (done, finish) = AsyncStream.makeStream(of: Void.self)
    client.handlers.on(type: 1) { print("log-in: \(String(decoding: $0.content, as: UTF8.self))") }
    client.handlers.on(type: 2) { print("chat: \(String(decoding: $0.content, as: UTF8.self))") }
    client.handlers.onOthers {
        print("type \($0.type ?? -1): \($0.content.count) bytes")
        finish.yield()
    }
    client.whenConnected { connection throws(ConnectionError) in
        try await connection.send("anna", type: 1)
        try await connection.send("good morning", type: 2)
        try await connection.send(String(repeating: "x", count: 100_000), type: 3)
    }
    client.start()
    for await _ in done.prefix(1) {}
    await client.stop()
}
