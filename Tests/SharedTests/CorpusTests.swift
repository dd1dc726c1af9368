import Foundation
import Testing

/// The bytes of every half of the public captures against what tshark and an independent reader agree on.
@Suite(.enabled(if: Shared.isPresent), .serialized)
struct CorpusTests {
    struct Capture: Decodable {
        var name: String
        var file: String
    }

    struct Oracle: Decodable {
        var stream: Int
        var client: String
        var dir: String
        var bytes: Int
        var sha256: String
        var agree: Bool?
    }

    struct StreamLine: Decodable {
        var stream: Int
        var client: String
    }

    /// Halves whose bytes differ on purpose: Documentation/differences.md says why.
    static let decided: Set<String> = [
        "ndpi__socks 3 client", "ndpi__socks 3 server", "ndpi__socks 5 client", "ndpi__socks 5 server",
    ]

    @Test("streams --extract gives the bytes that tshark and the independent reader agree on")
    func bytes() throws {
        let corpus = "\(Shared.root)/corpus"
        let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/manifest.jsonl"))
        var compared = 0
        var differences: Set<String> = []
        for capture in try Shared.lines(manifest, as: Capture.self) {
            let folder = Shared.temporary()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let arguments = [
                "streams", "--json", "-q", "--extract", folder, "\(corpus)/captures/\(capture.file)",
            ]
            let streams = try Shared.lines(Shared.seam(arguments).output, as: StreamLine.self)
            let clients = Dictionary(streams.map { ($0.stream, $0.client) }) { first, _ in first }
            let digests = try Self.digests(folder)
            let oracle = try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/oracle/\(capture.name).jsonl"))
            for half in try Shared.lines(oracle, as: Oracle.self) where half.agree == true && half.bytes > 0 {
                compared += 1
                // The oracle calls the sender of the first packet the client.
                let isClient = (half.dir == "client") == (clients[half.stream] == half.client)
                let digest = digests["\(half.stream)-\(isClient ? "client" : "server").bin"]
                if digest != half.sha256 { differences.insert("\(capture.name) \(half.stream) \(half.dir)") }
            }
        }
        #expect(compared > 1700)
        #expect(differences == Self.decided)
    }

    /// The SHA-256 of each file of a folder.
    static func digests(_ folder: String) throws -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard !names.isEmpty else { return [:] }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sha256sum"] + names
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var digests: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            digests[parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " *"))] = String(parts[0])
        }
        return digests
    }
}
