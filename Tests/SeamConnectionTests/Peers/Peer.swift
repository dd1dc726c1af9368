import Foundation
import SeamConnection
import SeamPackets
import Testing

/// A server of somebody else's, started for a test on ports of its own, in a folder of its own.
final class Peer: @unchecked Sendable {
    // Only the test that made it uses it.
    private let make: () -> Process
    private var process: Process?
    private let target: HostPort
    /// Where it keeps its files.
    let folder: String

    /// A server that `make` prepares and that listens on `port` when it is ready.
    init(folder: String, host: String = "127.0.0.1", port: UInt16, _ make: @escaping () -> Process) {
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
        let process = make()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        let deadline = ContinuousClock.now + limit
        while true {
            if let socket = try? await TCPSocket.connect(to: target) {
                return socket.close()
            }
            try #require(process.isRunning && ContinuousClock.now < deadline, "the server does not start")
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Kills it as a power cut would.
    func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
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

    /// A process of a program with these arguments.
    static func process(_ path: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        return process
    }
}
