import Foundation
import Testing

/// Pages that show code or output show what is so.
@Suite struct PageTests {
    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(HouseTests.root)/\(path)", encoding: .utf8)
    }

    @Test("the decoder that CONTRIBUTING shows is the one that is compiled and tested")
    func contributing() throws {
        let test = try Self.text("Tests/SeamCodecsTests/ContributingTests.swift")
        let start = try #require(test.range(of: "// begin: a decoder in 30 lines\n"))
        let end = try #require(test.range(of: "// end\n"))
        #expect(try Self.text("CONTRIBUTING.md").contains(test[start.upperBound..<end.lowerBound]))
    }

    @Test("the README shows what seam prints", .enabled(if: hasBinary))
    func readme() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.binary)
        process.arguments = [
            "inspect", "-c", "line", "--width", "80", "fixtures/twenty-messages-seven-reads.pcap",
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: HouseTests.root)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(printed.contains("in 7 segments"))
        #expect(try Self.text("README.md").contains(printed))
        #expect(try Self.text("README.zh-CN.md").contains(printed))
    }

    /// `make test` builds the binary first; in Xcode there may be none.
    static let binary = HouseTests.root + "/.build/release/seam"
    static let hasBinary = FileManager.default.isExecutableFile(atPath: binary)

    @Test("CHANGELOG has a section for what is not released")
    func changelog() throws {
        #expect(try Self.text("CHANGELOG.md").contains("\n## Unreleased\n"))
    }
}
