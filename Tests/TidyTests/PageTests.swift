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

    @Test("CHANGELOG has a section for what is not released")
    func changelog() throws {
        #expect(try Self.text("CHANGELOG.md").contains("\n## Unreleased\n"))
    }
}
