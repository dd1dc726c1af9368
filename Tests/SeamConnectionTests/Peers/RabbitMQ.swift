import Foundation
import SeamConnection

/// RabbitMQ with STOMP and Web-STOMP.
final class RabbitMQ: Sendable {
    static var isInstalled: Bool { program != nil }
    // The other one, in /usr/sbin, becomes another user.
    private static let program = Peer.path("rabbitmq-server").flatMap { $0.contains("/lib/") ? $0 : nil }

    let peer: Peer
    /// The way over TCP.
    let tcp: Route
    /// The way over TLS; nil where there is no certificate.
    let tls: Route?
    /// The way over WebSocket.
    let webSocket: Route

    init() async throws {
        let folder = try Peer.newFolder()
        var ports: [UInt16] = []
        for _ in 0..<6 { ports.append(try await Peer.newPort()) }
        let settings = """
            listeners.tcp.1 = 127.0.0.1:\(ports[0])
            stomp.listeners.tcp.1 = 127.0.0.1:\(ports[1])
            web_stomp.tcp.ip = 127.0.0.1
            web_stomp.tcp.port = \(ports[2])
            """
        let secure = Certificates.shared.map {
            """

            stomp.listeners.ssl.1 = 127.0.0.1:\(ports[5])
            ssl_options.certfile = \($0.certificate)
            ssl_options.keyfile = \($0.key)
            ssl_options.verify = verify_none
            """
        }
        try (settings + (secure ?? "")).write(
            toFile: "\(folder)/rabbit.conf",
            atomically: true,
            encoding: .utf8
        )
        let plugins = "[rabbitmq_stomp,rabbitmq_web_stomp]."
        try plugins.write(toFile: "\(folder)/plugins", atomically: true, encoding: .utf8)
        var environment = ProcessInfo.processInfo.environment
        environment.merge([
            "HOME": folder, "RABBITMQ_NODENAME": "seam\(ports[0])@localhost",
            "RABBITMQ_MNESIA_BASE": "\(folder)/data", "RABBITMQ_LOG_BASE": folder, "RABBITMQ_LOGS": "-",
            "RABBITMQ_ENABLED_PLUGINS_FILE": "\(folder)/plugins",
            "RABBITMQ_CONFIG_FILE": "\(folder)/rabbit.conf", "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_DIST_PORT": "\(ports[3])", "ERL_EPMD_PORT": "\(ports[4])",
            "ERL_EPMD_RELAXED_COMMAND_CHECK": "1", "RABBITMQ_PID_FILE": "\(folder)/pid",
        ]) { $1 }
        peer = Peer(folder: folder, port: ports[2]) { [environment] in
            Child(Self.program ?? "", [], environment: environment)
        }
        tcp = Route(HostPort("127.0.0.1", ports[1]))
        tls = secure == nil ? nil : Route(HostPort("localhost", ports[5]), tls: TLSTests.trusting)
        webSocket = Route(HostPort("127.0.0.1", ports[2]), webSocket: WebSocketOptions(path: "/ws"))
        epmd = ports[4]
    }

    private let epmd: UInt16

    /// Kills the broker at once; its script would wait for it.
    func kill() {
        let text = try? String(contentsOfFile: "\(peer.folder)/pid", encoding: .utf8)
        if let pid = text.flatMap({ Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
            Foundation.kill(pid, SIGKILL)
        }
        peer.kill()
    }

    /// Kills the broker, and the daemon of Erlang that it leaves behind.
    deinit {
        kill()
        _ = Child("/usr/bin/epmd", ["-port", "\(epmd)", "-kill"])?.waitBriefly()
    }
}
