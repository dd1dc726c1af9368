import Foundation
import SeamBytes
import SeamCodecs
import SeamConnection
import Testing

@Suite(.timeLimit(.minutes(1)), .enabled(if: Certificates.shared != nil, "openssl(1) is not installed"))
struct TLSTests {
    /// Two ends of TLS on loopback; the server has the certificate for localhost.
    static func pair(
        _ options: TLSOptions,
        host: String = "localhost"
    ) async throws -> (client: TLSChannel, server: TLSChannel) {
        let files = try #require(Certificates.shared)
        let sockets = try await TCPSocketTests.pair()
        async let accepted = TLSChannel.accept(
            over: sockets.server,
            certificates: files.certificate,
            key: files.key
        )
        let client = try await TLSChannel.connect(over: sockets.client, host: host, options)
        return (client, try await accepted)
    }

    static var trusting: TLSOptions {
        var options = TLSOptions()
        options.trusted = Certificates.shared?.certificate
        return options
    }

    @Test("bytes arrive in both directions, and the end behind them", arguments: ["localhost", "127.0.0.1"])
    func bytes(_ host: String) async throws {
        let (client, server) = try await Self.pair(Self.trusting, host: host)
        let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        async let sent: Void = client.write(content)
        var received: [UInt8] = []
        while received.count < content.count { received += try await server.read() }
        try await sent
        #expect(received == content)
        try await server.write([1, 2, 3])
        try await server.finish()
        #expect(try await client.read() == [1, 2, 3])
        #expect(try await client.read() == [])
    }

    @Test("a certificate that nobody vouches for is refused, unless that is asked for")
    func unknown() async throws {
        let error = await #expect(throws: ConnectionError.self) { try await Self.pair(TLSOptions()) }
        #expect(error?.kind == .tls)
        #expect(error?.description.contains("certificate") == true)
        _ = try await Self.pair(.insecure)
    }

    @Test("a certificate for another name is refused")
    func wrongName() async throws {
        let error = await #expect(throws: ConnectionError.self) {
            try await Self.pair(Self.trusting, host: "example.org")
        }
        #expect(error?.kind == .tls)
    }

    @Test("a connection that is cut is not taken for an end in order")
    func cut() async throws {
        let files = try #require(Certificates.shared)
        let sockets = try await TCPSocketTests.pair()
        async let accepted = TLSChannel.accept(
            over: sockets.server,
            certificates: files.certificate,
            key: files.key
        )
        let client = try await TLSChannel.connect(over: sockets.client, host: "localhost", Self.trusting)
        let server = try await accepted
        try await sockets.server.finish()
        let error = await #expect(throws: ConnectionError.self) { try await client.read() }
        #expect(error?.kind == .ended)
        withExtendedLifetime(server) {}
    }

    @Test("a codec runs over it as over TCP")
    func codec() async throws {
        let (client, server) = try await Self.pair(Self.trusting)
        let near = Connection(client, codec: try CodecRegistry.factory("line"))
        let far = Connection(server, codec: try CodecRegistry.factory("line"), side: .server)
        try await near.send("hello")
        #expect(try await far.receive()?.content == Array("hello".utf8))
    }
}

/// A certificate for localhost and 127.0.0.1 that openssl(1) makes, and its key.
struct Certificates {
    let certificate: String
    let key: String

    static let shared: Self? = make()

    private static func make() -> Self? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("seam-tls-\(getpid())")
            .path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files = Self(certificate: "\(folder)/certificate.pem", key: "\(folder)/key.pem")
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
            files.key,
            "-out", files.certificate,
        ]
        return Child(Peer.path("openssl") ?? "", arguments)?.waitBriefly() == 0 ? files : nil
    }
}
