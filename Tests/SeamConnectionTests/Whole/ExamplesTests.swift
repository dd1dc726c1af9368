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

    private static func run(_ arguments: [String]) throws -> [String] {
        let process = Peer.process(try #require(program).path, arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
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
    func prints(_ name: String, _ lines: [String]) throws { #expect(try Self.run([name]) == lines) }

    @Test("the log-in in JSON is answered between heart-beats that are numbers")
    func jsonLogin() throws {
        let lines = try Self.run(["json-login"])
        #expect(lines.contains(#"answer: {"name":"anna","password":"}{"}"#))
        #expect(
            lines.filter { $0.hasPrefix("heart-beat") } == ["heart-beat 1", "heart-beat 2", "heart-beat 3"]
        )
    }
}
