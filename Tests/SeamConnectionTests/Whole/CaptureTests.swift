import Foundation
import SeamBytes
import SeamCodecs
import SeamConnection
import SeamPackets
import Testing

/// What a capture is made and read with.
private enum CaptureNeeds {
    static let seam: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url.path + "/.build/release/seam"
    }()
    static let areThere =
        getuid() == 0 && Peer.path("tcpdump") != nil && FileManager.default.isExecutableFile(atPath: seam)
}

/// What a capture of a run says, compared with what the library says of itself.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: CaptureNeeds.areThere, "needs root, tcpdump and the release binary of seam")
)
struct CaptureTests {
    @Test("seam inspect counts the bytes, messages and heart-beats of a run as the library does")
    func agree() async throws {
        let folder = try Peer.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = "\(folder)/run.pcap"
        let server = try await EchoServer("json")
        let filter = "tcp port \(server.target.port)"
        let words = ["-i", "lo", "-U", "-B", "32768", "-Z", "root", "-w", file, filter]
        let capture = try #require(Child(Peer.path("tcpdump") ?? "", words, output: "\(folder)/words"))
        // "listening on lo": from here on it sees everything.
        while try !String(contentsOfFile: "\(folder)/words", encoding: .utf8).contains("listening") {
            try await Task.sleep(for: .milliseconds(20))
        }
        let (sent, received) = try await Self.talk(to: server.target)
        // The last packets are on their way from the kernel into the file.
        var connection = try await Self.inspect(file, folder)
        for _ in 0..<50 where connection["closed"] as? String == "open" {
            try await Task.sleep(for: .milliseconds(100))
            connection = try await Self.inspect(file, folder)
        }
        capture.signal(SIGTERM)
        _ = await capture.exitStatus()
        let halves = try #require(connection["halves"] as? [String: [String: Any]])
        for (name, tally) in [("client", sent), ("server", received)] {
            let half = try #require(halves[name])
            #expect(half["bytes"] as? Int == tally.bytes)
            #expect(half["messages"] as? Int == tally.messages)
            #expect(half["heartbeats"] as? Int == tally.heartbeats)
            #expect(half["missing"] as? Int == 0)
        }
        #expect(connection["closed"] as? String == "client-fin")
        #expect(sent.heartbeats > 0)
    }

    private static func talk(to target: HostPort) async throws -> (HalfTally, HalfTally) {
        let connection = try await Route(target).connect(codec: "json")
        for number in 0..<400 {
            let text = "{\"id\":\(number),\"text\":\"\(String(repeating: "x", count: number % 331))\"}"
            try await connection.send(text)
            if number % 10 == 0 { try await connection.send(encoded: Array("\(number)\n".utf8)) }
        }
        var texts = 0
        while texts < 400, let message = try await connection.receive() {
            texts += message.kind == .message ? 1 : 0
        }
        try await connection.finish()
        return (await connection.sent, await connection.received)
    }

    private static func inspect(_ file: String, _ folder: String) async throws -> [String: Any] {
        let output = "\(folder)/output"
        let words = ["inspect", "--json", "-c", "json", file]
        _ = await Child(CaptureNeeds.seam, words, output: output)?.exitStatus()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
        let line = try #require(bytes.split(separator: 10).first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
}
