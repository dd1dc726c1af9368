import Foundation
import SeamCodecs
import SeamConnection
import SeamPackets
import Testing

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: Peer.path("nginx") != nil, "nginx is not installed: Scripts/install-peers.sh")
)
struct NginxTests {
    /// nginx in front of a server of this library, with the upgrade that WebSocket needs; over TLS as well.
    private static func start(behind port: UInt16, _ certificates: Certificates?) async throws -> Proxy {
        let folder = try Peer.newFolder()
        let (plain, secure) = (try await Peer.newPort(), try await Peer.newPort())
        let tls = certificates.map {
            "listen 127.0.0.1:\(secure) ssl; ssl_certificate \($0.certificate); ssl_certificate_key \($0.key);"
        }
        let settings = """
            daemon off; master_process off; error_log \(folder)/error.log; pid \(folder)/pid; events {}
            http {
                access_log off; client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy;
                fastcgi_temp_path \(folder)/f; uwsgi_temp_path \(folder)/u; scgi_temp_path \(folder)/s;
                server {
                    listen 127.0.0.1:\(plain); \(tls ?? "")
                    location /chat {
                        proxy_pass http://127.0.0.1:\(port); proxy_http_version 1.1;
                        proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;
                    }
                }
            }
            """
        try settings.write(toFile: "\(folder)/nginx.conf", atomically: true, encoding: .utf8)
        let peer = Peer(folder: folder, port: plain) {
            Child(Peer.path("nginx") ?? "", ["-p", folder, "-c", "\(folder)/nginx.conf"])
        }
        try await peer.start()
        return Proxy(peer: peer, plain: plain, secure: secure)
    }

    private struct Proxy {
        let peer: Peer
        let plain: UInt16
        let secure: UInt16
    }

    @Test("through nginx: the upgrade, messages both ways, compressed, and the close; plain and over TLS")
    func proxy() async throws {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        let serving = Task {
            while let socket = try? await listener.accept() {
                Task {
                    let accepted = try? await Connection.acceptWebSocket(over: socket, codec: "json")
                    guard let connection = accepted?.connection else { return }
                    while let message = try? await connection.receive() {
                        guard message.kind == .message else { continue }
                        try? await connection.send(encoded: message.bytes)
                    }
                    connection.close()
                }
            }
        }
        let proxy = try await Self.start(behind: listener.local.port, Certificates.shared)
        try await talk(Route(HostPort("127.0.0.1", proxy.plain), webSocket: WebSocketOptions(path: "/chat")))
        if Certificates.shared != nil {
            let options = WebSocketOptions(path: "/chat")
            try await talk(
                Route(HostPort("localhost", proxy.secure), tls: TLSTests.trusting, webSocket: options)
            )
        }
        // nginx itself answers this one: it is no WebSocket.
        let wrong = Route(HostPort("127.0.0.1", proxy.plain), webSocket: WebSocketOptions(path: "/elsewhere"))
        let error = await #expect(throws: ConnectionError.self) { try await wrong.connect(codec: "json") }
        #expect(error?.kind == .rejected)
        serving.cancel()
        listener.close()
        proxy.peer.kill()
    }

    private func talk(_ route: Route) async throws {
        let connection = try await route.connect(codec: "json")
        for size in [1, 100, 70_000] {
            let text = "{\"text\":\"\(String(repeating: "x", count: size))\"}"
            try await connection.send(text)
            let answer = try await connection.receive()
            #expect(answer?.content == Array(text.utf8) + [0x0a])
        }
        #expect(await connection.sent.bytes < 60_000)
        try await connection.finish()
    }
}
