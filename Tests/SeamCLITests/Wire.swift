import Foundation
import Seam
import SeamConnection

@testable import SeamCLI

/// A `seam serve` for a test, on a port that the system chose.
struct Server {
    let program: Spawn
    let port: UInt16

    init(_ arguments: [String]) throws {
        program = try Spawn([seam, "serve", "--json"] + arguments)
        try program.waitForOutput("listening")
        let place = try parse(String(program.output.text().split(separator: "\n").first ?? ""))[0].word(
            "address"
        )
        port = UInt16(place.split(separator: ":").last ?? "") ?? 0
    }

    var target: String { "127.0.0.1:\(port)" }

    func connect() async throws -> TCPSocket { try await Self.connect(to: port) }

    static func connect(to port: UInt16) async throws -> TCPSocket {
        try await TCPSocket.connect(to: HostPort("127.0.0.1", port), SocketOptions(), timeout: .seconds(10))
    }

    /// Waits for its end: what it says of its clients, in the order in which they ended.
    func finish() throws -> (status: Int32, ended: [[String: Any]]) {
        let outcome = try program.finish()
        return (outcome.status, try parse(outcome.output).filter { $0.word("event") == "ended" })
    }
}
