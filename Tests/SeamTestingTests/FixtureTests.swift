import Foundation
import SeamCodecs
import SeamTesting
import Testing

/// The folder `fixtures`; with `SEAM_RECORD=1` the captures are made anew from their scripts instead of compared.
private enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../fixtures").standardizedFileURL
    static let isRecording = ProcessInfo.processInfo.environment["SEAM_RECORD"] == "1"

    /// The names of the files with an ending, without it.
    static func names(ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    static func url(_ name: String, _ ending: String) -> URL { folder.appending(path: name + ending) }

    static func text(_ name: String, _ ending: String) throws -> String {
        try String(contentsOf: url(name, ending), encoding: .utf8)
    }
}

@Suite("Fixtures")
struct FixtureTests {
    @Test("every script makes exactly its capture")
    func scripts() throws {
        let names = try Fixtures.names(ending: ".capture")
        #expect(names.count >= 20)
        for name in names {
            let made = Data(try CaptureScript(Fixtures.text(name, ".capture")).pcap())
            if Fixtures.isRecording { try made.write(to: Fixtures.url(name, ".pcap")) }
            #expect(try Data(contentsOf: Fixtures.url(name, ".pcap")) == made, "\(name)")
        }
    }

    @Test("every capture has expectations that start with a codec, and the list names it")
    func expectations() throws {
        struct Options: Decodable { var codec: String }
        let readme = try Fixtures.text("README", ".md")
        let captures = try Fixtures.names(ending: ".pcap")
        #expect(try Fixtures.names(ending: ".expect.jsonl") == captures)
        for name in captures {
            let line = try Fixtures.text(name, ".expect.jsonl").prefix { $0 != "\n" }
            let options = try JSONDecoder().decode(Options.self, from: Data(line.utf8))
            #expect(throws: Never.self, "\(name)") { try CodecRegistry.factory(options.codec) }
            #expect(
                readme.contains("| \(name) ") || readme.contains("`\(name)`"),
                "\(name) is not in README.md"
            )
        }
    }
}
