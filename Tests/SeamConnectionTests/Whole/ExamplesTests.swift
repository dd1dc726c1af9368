import Foundation
import SeamConnection
import Testing

/// The examples run and print what they say they do.
@Suite(.timeLimit(.minutes(1))) struct ExamplesTests {
    /// The program beside the tests' own.
    private static let program: URL? = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path != "/" {
            let file = folder.appendingPathComponent("SeamExamples")
            if FileManager.default.isExecutableFile(atPath: file.path) { return file }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    private static func run(_ arguments: [String]) async throws -> [String] {
        let folder = try Peer.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let child = Child(try #require(program).path, arguments, output: "\(folder)/output")
        #expect(await child?.exitStatus() == 0)
        let text = try String(contentsOfFile: "\(folder)/output", encoding: .utf8)
        return text.split(separator: "\n").map(String.init)
    }

    @Test(
        "an example prints what arrived",
        arguments: [
            ("delimiter", ["received: Hello", "received: World", "received: and a longer message"]),
            ("type-length-content", ["log-in: anna", "chat: good morning", "type 3: 100000 bytes"]),
            ("chat", ["anna: hello", "anna: is anybody here?", "I wrote two lines"]),
            (
                "long-connection",
                [
                    "connecting", "connected", "pausing: the server ended the connection", "connecting",
                    "connected", "stopped: the user left",
                ]
            ),
        ]
    )
    func prints(_ name: String, _ lines: [String]) async throws {
        #expect(try await Self.run([name]) == lines)
    }

    @Test("the log-in in JSON is answered between heart-beats that are numbers")
    func jsonLogin() async throws {
        let lines = try await Self.run(["json-login"])
        #expect(lines.contains(#"answer: {"name":"anna","password":"}{"}"#))
        #expect(
            lines.filter { $0.hasPrefix("heart-beat") } == ["heart-beat 1", "heart-beat 2", "heart-beat 3"]
        )
    }
}
