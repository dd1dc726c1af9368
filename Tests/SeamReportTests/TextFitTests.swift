import SeamBytes
import Testing

@testable import SeamReport

@Suite("text that must fit")
struct TextFitTests {
    static func fit(_ text: String, _ width: Int, isASCII: Bool = false) -> String {
        written { TextFit(width: width, isASCII: isASCII).append(Array(text.utf8).rawSpan, to: &$0) }
    }

    @Test("a line that is too wide is broken at spaces, what fits stays")
    func breaks() {
        #expect(
            Self.fit("  one two three four\nfits  well\n", 12)
                == "  one two\n    three\n    four\nfits  well\n"
        )
    }

    @Test("colours take no columns, wide characters two, marks none")
    func columns() {
        #expect(TextFit.columns(Array("\u{1b}[1;31m粘包\u{1b}[0m e\u{301}".utf8).rawSpan) == 6)
    }

    @Test("in ASCII the ruler keeps its columns, a gloss goes, other characters are as wide as before")
    func ascii() {
        #expect(
            Self.fit("─┼─┬─┴ 粘 é … coalesced (粘包), split (拆包, 半包)\n", 99, isASCII: true)
                == "-+-v-^ ?? ? ~ coalesced, split\n"
        )
    }

    @Test(
        "a summary is cut by columns",
        arguments: [
            ("粘包拆包", 6, "粘包…"), ("粘包拆包", 5, "粘包…"), ("ab粘包", 4, "ab…"),
            ("e\u{301}e\u{301}e", 3, "e\u{301}e\u{301}e"),
        ]
    )
    func cuts(text: String, columns: Int, shown: String) {
        #expect(written { TextEscape.append(Array(text.utf8).rawSpan, columns: columns, to: &$0) } == shown)
    }
}
