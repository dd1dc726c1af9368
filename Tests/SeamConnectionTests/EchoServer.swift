import SeamBytes
import SeamCodecs
import SeamConnection
import SeamPackets
import Synchronization

/// A server for tests: sends back what it receives, and notes it.
final class EchoServer: Sendable {
    private let listener: TCPListener
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)
    private let clients = Mutex<[Connection]>([])
    /// The contents that came, in order.
    let received = Mutex<[String]>([])
    let target: HostPort
    private let echoes: Bool

    init(_ codec: String, port: UInt16 = 0, echoes: Bool = true) async throws {
        listener = try await TCPListener.listen(on: HostPort("127.0.0.1", port))
        target = HostPort("127.0.0.1", listener.local.port)
        self.echoes = echoes
        let serve = Task { [listener, weak self] in
            while let socket = try? await listener.accept() {
                guard let factory = try? CodecRegistry.factory(codec) else { return }
                let connection = Connection(socket, codec: factory, side: .server)
                self?.clients.withLock { $0.append(connection) }
                Task { [weak self] in await self?.serve(connection) }
            }
        }
        task.withLock { $0 = serve }
    }

    private func serve(_ connection: Connection) async {
        while let message = try? await connection.receive() {
            received.withLock { $0.append(String(decoding: message.content, as: UTF8.self)) }
            guard echoes else { continue }
            try? await connection.send(FrameMessage(type: message.type ?? 0, content: message.content))
        }
        connection.close()
    }

    var connections: [Connection] { clients.withLock { $0 } }

    /// Ends all connections, by a reset or in order, and listens no more.
    func stop(withReset: Bool = false) {
        listener.close()
        for client in clients.withLock({ $0 }) { withReset ? client.channel.reset() : client.close() }
    }

    deinit { stop() }
}
