import SeamCodecs
import SeamConnection

/// A live chat: STOMP over WebSocket, two people in a room.
///
/// `swift run SeamExamples chat ws://localhost:15674/ws` does the same with RabbitMQ and its plugin rabbitmq_web_stomp.
func chat(_ server: Route) async throws {
    var options = STOMPOptions()
    options.login = ("guest", "guest")
    options.host = "/"
    let anna = try STOMPClient(server, options)
    let ben = try STOMPClient(server, options)
    let (lines, screen) = AsyncStream.makeStream(of: String.self)
    for client in [anna, ben] {
        let changes = client.changes
        client.start()
        for await change in changes where change.state == .connected { break }
    }
    try await ben.subscribe("/topic/room") { frame in
        screen.yield("\(frame["from"] ?? "?"): \(String(decoding: frame.body, as: UTF8.self))")
    }
    for line in ["hello", "is anybody here?\nI wrote two lines"] {
        // With a receipt: the server has it when this returns.
        try await anna.send(Array(line.utf8), to: "/topic/room", headers: ["from": "anna"], withReceipt: true)
    }
    for await line in lines.prefix(2) { print(line) }
    await anna.stop()
    await ben.stop()
}
