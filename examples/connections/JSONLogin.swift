import SeamConnection

/// A log-in in JSON, pretty-printed over several lines, and heart-beats that are numbers on a line, as FJSocket has them.
///
/// JSON and counter lines arrive glued and torn; the codec tells them apart.
func jsonLogin(_ server: Route) async throws {
    var options = ClientOptions()
    options.heartbeat = Heartbeat(every: .milliseconds(50), .counter)
    let client = try Client(server, codec: "json", options)
    let (beats, beat) = AsyncStream.makeStream(of: String.self)
    client.handlers.onOthers {
        print("answer: \(String(decoding: $0.content, as: UTF8.self).filter { !$0.isWhitespace })")
    }
    client.handlers.onHeartbeat { beat.yield(String(decoding: $0.bytes, as: UTF8.self).filter(\.isNumber)) }
    client.whenConnected { connection throws(ConnectionError) in
        try await connection.send("{\n  \"name\": \"anna\",\n  \"password\": \"}{\"\n}")
    }
    client.start()
    for await number in beats.prefix(3) { print("heart-beat \(number)") }
    await client.stop()
}
