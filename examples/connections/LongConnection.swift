import SeamConnection

/// A connection that is kept: a text as heart-beat, silence noticed, connected again when the server went.
///
/// AsyncSocket's long connections do this with timers and a counter; here the policy says when, and why is told.
func longConnection(_ server: Route) async throws {
    var options = ClientOptions()
    options.heartbeat = Heartbeat(
        every: .milliseconds(100),
        .message("longConnect"),
        answerTimeout: .seconds(2)
    )
    options.reconnect.firstPause = .milliseconds(50)
    let client = try Client(server, codec: "line", options)
    client.whenConnected { connection throws(ConnectionError) in try await connection.send("log-in") }
    client.handlers.onOthers { message in
        guard message.content == Array("longConnect".utf8) else { return }
        // The examples' server takes this for an order to hang up, so that there is something to see.
        try? await client.send("hang up")
    }
    let changes = client.changes
    client.start()
    var connections = 0
    for await change in changes {
        print("\(word(change.state))\(change.reason.map { ": \($0)" } ?? "")")
        if change.state == .connected { connections += 1 }
        if connections == 2 { break }
    }
    await client.stop()
    print("\(word(client.current.state)): \(client.current.reason?.description ?? "")")
}

private func word(_ state: ClientState) -> String {
    switch state {
    case .idle: "idle"
    case .connecting: "connecting"
    case .connected: "connected"
    case .pausing: "pausing"
    case .waitingForNetwork: "waiting for the network"
    case .stopped: "stopped"
    }
}
