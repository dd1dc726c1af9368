import Testing

@testable import SeamCLI

/// The project file: JSON5, and codecs of one's own.
@Suite struct ProjectTests {
    @Test("JSON5: comments, names without quotes, single quotes, commas at the end, hexadecimal numbers")
    func json5() throws {
        let text = """
            // a line
            { a: [1, -2, 0x10, +3,], 'b': "x\\n\\u0041", /* not
            this */ "c": { d: true, e: null, } }
            """
        let value = try JSON5(Array(text.utf8))
        #expect(value["a"] == .list([.number(1), .number(-2), .number(16), .number(3)]))
        #expect(value["b"] == .text("x\nA"))
        #expect(value["c"]?["d"] == .flag(true))
        #expect(value["c"]?["e"] == .null)
    }

    @Test(
        "what is wrong is told with its line",
        arguments: [
            ("{", 1, "a value or name is missing"), ("{a 1}", 1, "a colon is missing behind a"),
            ("{\n\na: nope}", 3, "'nope' is no value"), ("[1 2]", 1, "a comma or ] is missing"),
            ("{a: 'x}", 1, "a text that does not end"), ("/* x", 1, "a comment that does not end"),
            ("[] x", 1, "something behind the last bracket"),
            (String(repeating: "[", count: 40), 1, "brackets nest too deep"),
        ]
    )
    func faults(_ text: String, _ line: Int, _ problem: String) {
        #expect(throws: JSON5.Fault(line: line, problem: problem)) { try JSON5(Array(text.utf8)) }
    }

    @Test("no bytes crash the parser")
    func hostile() {
        var state: UInt64 = 5
        let alphabet = Array("{}[]:,\"'\\/*u0x1a \n".utf8)
        for _ in 0..<5000 {
            var bytes: [UInt8] = []
            for _ in 0..<(state >> 60) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = try? JSON5(bytes)
        }
    }
}
