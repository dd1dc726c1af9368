import Foundation
import SeamConnection
import SeamPackets
import Testing

/// A server of somebody else's, started for a test on ports of its own, in a folder of its own.
final class Peer: @unchecked Sendable {
    // Only the test that made it uses it.
    private let make: () -> Child?
    private var child: Child?
    private let target: HostPort
    /// Where it keeps its files.
    let folder: String

    /// A server that `make` prepares and that listens on `port` when it is ready.
    init(folder: String, host: String = "127.0.0.1", port: UInt16, _ make: @escaping () -> Child?) {
        self.folder = folder
        target = HostPort(host, port)
        self.make = make
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts it, and returns when it takes connections.
    func start(within limit: Duration = .seconds(60)) async throws {
        let started = try #require(make(), "the server cannot be started")
        child = started
        let deadline = ContinuousClock.now + limit
        while true {
            if let socket = try? await TCPSocket.connect(to: target) {
                return socket.close()
            }
            try #require(ContinuousClock.now < deadline, "the server does not start")
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Kills it as a power cut would.
    func kill() {
        child?.signal(SIGKILL)
        _ = child?.waitBriefly()
        child = nil
    }

    // MARK: - What is installed

    private static let paths = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/lib/rabbitmq/bin"]

    /// The path of a program; nil where it is not installed.
    static func path(_ program: String) -> String? {
        paths.map { "\($0)/\(program)" }.last { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A folder for a test's server.
    static func newFolder() throws -> String {
        let path = FileManager.default.temporaryDirectory.path + "/seam-peer-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// A port that nobody listens on.
    static func newPort() async throws -> UInt16 {
        let listener = try await TCPListener.listen(on: HostPort("127.0.0.1", 0))
        defer { listener.close() }
        return listener.local.port
    }
}
