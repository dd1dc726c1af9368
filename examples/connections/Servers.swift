import SeamBytes
import SeamCodecs
import SeamConnection
import SeamPackets
import Synchronization

/// A server for the examples, where none is named: it echoes, and hangs up when it is told to.
func echoServer(_ codec: String) async throws -> HostPort {
    let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
    Task {
        while let socket = try? await listener.accept() {
            let connection = Connection(socket, codec: try CodecRegistry.factory(codec), side: .server)
            Task {
                defer { connection.close() }
                while let message = try await connection.receive() {
                    if message.content == Array("hang up".utf8) { return }
                    try await connection.send(encoded: message.bytes)
                }
            }
        }
    }
    return HostPort("127.0.0.1", listener.local.port)
}

/// The least of a STOMP broker over WebSocket: who subscribes to a destination gets what is sent there.
final class Room: Sendable {
    private let members = Mutex<[(connection: Connection, destination: String, subscription: String)]>([])

    func open() async throws -> HostPort {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        Task {
            while let socket = try? await listener.accept() {
                Task { try await self.serve(socket) }
            }
        }
        return HostPort("127.0.0.1", listener.local.port)
    }

    private func serve(_ socket: TCPSocket) async throws {
        let options = WebSocketOptions(subprotocols: ["v12.stomp"])
        let connection = try await Connection.acceptWebSocket(
            over: socket,
            codec: "stomp",
            webSocket: options
        ).connection
        defer { connection.close() }
        while let message = try await connection.receive() {
            guard let frame = STOMPFrame(message) else { continue }
            try await take(frame, from: connection)
            if let id = frame["receipt"] {
                try await connection.send(encoded: STOMPFrame(.receipt, ["receipt-id": id]).encoded())
            }
        }
        members.withLock { $0.removeAll { $0.connection === connection } }
    }

    private func take(_ frame: STOMPFrame, from connection: Connection) async throws {
        switch frame.command {
        case .connect:
            try await connection.send(encoded: STOMPFrame(.connected, ["version": "1.2"]).encoded())
        case .subscribe:
            members.withLock { $0.append((connection, frame["destination"] ?? "", frame["id"] ?? "")) }
        case .send:
            for member in members.withLock({ $0 }) where member.destination == frame["destination"] {
                var message = STOMPFrame(.message, body: frame.body)
                message.headers = [.init("subscription", member.subscription), .init("message-id", "1")]
                message.headers += frame.headers.filter { ["destination", "from"].contains($0.name) }
                try await member.connection.send(encoded: message.encoded())
            }
        default: break
        }
    }
}
