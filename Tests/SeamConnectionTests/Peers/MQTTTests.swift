import Foundation
import SeamCodecs
import SeamConnection
import Testing

/// The packets of MQTT 3.1.1 that the tests need, without their first byte and length.
enum MQTTPacket {
    static let connect = 1
    static let connectAck = 2
    static let publish = 3
    static let subscribe = 8
    static let subscribeAck = 9
    static let pingAnswer = 13

    /// MQTT 3.1.1 §3.1: protocol name and level, a clean session, seconds of keep-alive, the client's id.
    static func connect(_ client: String, keepAlive: UInt8) -> [UInt8] {
        string("MQTT") + [4, 2, 0, keepAlive] + string(client)
    }

    /// §3.8: an id, then topic and quality.
    static func subscribe(_ topic: String) -> [UInt8] { [0, 1] + string(topic) + [0] }

    /// §3.3, quality 0: topic, then the payload.
    static func publish(_ topic: String, _ payload: [UInt8]) -> [UInt8] { string(topic) + payload }

    static func string(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xff)] + Array(text.utf8)
    }
}

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: Peer.path("mosquitto") != nil, "mosquitto is not installed: Scripts/install-peers.sh")
)
struct MQTTTests {
    @Test("against Mosquitto: log-in, subscribe, publish, pings, and a broker that is killed")
    func mosquitto() async throws {
        let folder = try Peer.newFolder()
        let port = try await Peer.newPort()
        try "listener \(port) 127.0.0.1\nallow_anonymous true\nuser root\n".write(
            toFile: "\(folder)/mosquitto.conf",
            atomically: true,
            encoding: .utf8
        )
        let broker = Peer(folder: folder, port: port) {
            Child(Peer.path("mosquitto") ?? "", ["-c", "\(folder)/mosquitto.conf"])
        }
        try await broker.start()
        var options = ClientOptions()
        options.heartbeat = Heartbeat(every: .seconds(1), answerTimeout: .seconds(4))
        options.reconnect.firstPause = .milliseconds(50)
        options.reconnect.longestPause = .milliseconds(200)
        options.reconnect.limit = 200
        let client = try Client(Route(HostPort("127.0.0.1", port)), codec: "mqtt", options)
        let notes = Notes()
        client.whenConnected { connection throws(ConnectionError) in
            let connect = MQTTPacket.connect("seam", keepAlive: 3)
            try await connection.send(FrameMessage(type: MQTTPacket.connect, content: connect))
            guard let answer = try await connection.receive(), answer.content == [0, 0] else {
                throw ConnectionError(.rejected, "the broker does not accept")
            }
            let subscribe = MQTTPacket.subscribe("seam/test")
            try await connection.send(FrameMessage(type: MQTTPacket.subscribe, content: subscribe))
        }
        client.handlers.on(type: MQTTPacket.subscribeAck) { _ in notes.add("subscribed") }
        client.handlers.onHeartbeat { notes.add("beat \($0.type ?? 0)") }
        client.handlers.on(type: MQTTPacket.publish) { message in
            notes.add(String(decoding: message.content.dropFirst(11), as: UTF8.self))
        }
        let changes = client.changes
        client.start()
        try await notes.wait(for: { $0.contains("subscribed") })
        try await publish("first", client)
        try await notes.wait(for: { $0.contains("first") })
        // Keep-alive is three seconds: without pings the broker would have ended it after four and a half.
        try await notes.wait(for: { $0.filter { $0 == "beat 13" }.count >= 5 })
        #expect(client.current.state == .connected)
        let before = notes.all.filter { $0 == "subscribed" }.count
        broker.kill()
        _ = await ClientTests.changes(changes) { $0.reason?.kind == .refused }
        try await broker.start()
        try await notes.wait(for: { $0.filter { $0 == "subscribed" }.count > before })
        try await publish("second", client)
        try await notes.wait(for: { $0.contains("second") })
        await client.stop()
        broker.kill()
    }

    private func publish(_ word: String, _ client: Client) async throws {
        let content = MQTTPacket.publish("seam/test", Array(word.utf8))
        try await client.connection?.send(FrameMessage(type: MQTTPacket.publish, content: content))
    }
}
