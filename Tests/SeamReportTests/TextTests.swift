import SeamBytes
import SeamCodecs
import SeamReport
import Testing

@Suite struct TextTests {
    @Test(
        "nothing that a terminal obeys gets through",
        arguments: [
            (Array("CONNECT\n\n".utf8), #"CONNECT\x0a\x0a"#),
            ([0x1b, 0x5b, 0x32, 0x4a], #"\x1b[2J"#),
            ([0xc2, 0x9b, 0x41], #"\xc2\x9bA"#),
            ([0xff, 0xe7, 0xb2], #"\xff\xe7\xb2"#),
            ([0xe2, 0x80, 0xae], #"\xe2\x80\xae"#),
            (Array(#"say "粘包" \c"#.utf8), #"say "粘包" \c"#),
        ] as [([UInt8], String)]
    )
    func escapes(bytes: [UInt8], text: String) {
        #expect(written { TextEscape.append(bytes.rawSpan, to: &$0) } == text)
    }

    @Test(
        "what is longer than the room is cut with an ellipsis, never within an escape or a character",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("ab\n", 6, #"ab\x0a"#), ("ab\n", 5, "ab…"), ("a粘包", 5, "a粘包"), ("a粘包", 4, "a粘…"),
            ("a粘包", 3, "a…"), ("\"\"\"", 2, "\"…"),
        ]
    )
    func cuts(text: String, columns: Int, cut: String) {
        let bytes = Array(text.utf8)
        #expect(written { TextEscape.append(bytes.rawSpan, columns: columns, to: &$0) } == cut)
    }

    @Test("columns are as wide as their widest cell, and no row ends with spaces")
    func table() {
        let text = written { rows in
            var table = TextTable(
                [.init("N", .right), .init("NAME", .left), .init("X", .left)],
                hasTitles: true
            )
            table.cell(7)
            table.cell { $0.append("longer") }
            table.cell { $0.append("") }
            table.cell(1234)
            table.cell { $0.append("a") }
            table.cell { $0.append("b") }
            table.write(to: &rows)
        }
        #expect(text == "   N NAME   X\n   7 longer\n1234 a      b\n")
    }

    @Test("a cell that is too wide pushes the row to the right and loses nothing")
    func wideCell() {
        let text = written { rows in
            rows.cell(2, 12345)
            rows.cell(3, .left, "a")
            rows.cell(3, 7)
            rows.endRow()
        }
        #expect(text == "12345 a     7\n")
    }

    private func words(_ violation: Violation, _ rule: Rule?, count: Int = 0) -> String {
        written { ViolationText.append(violation, rule, at: ByteRange(0, count), to: &$0) }
    }

    @Test("a violation says the number, its bytes, the limit, and what the number may mean")
    func violations() {
        let rule = Rule("x.too-long", "the length is over the limit")
        #expect(words(Violation("x.too-long"), rule) == "the length is over the limit")
        #expect(words(Violation("x.too-long"), nil) == "x.too-long")
        #expect(
            words(Violation("x.too-long", limit: 8192), rule) == "the length is over the limit (at most 8192)"
        )
        let text = WireNumber(542_336_370, width: 4, order: .big)
        #expect(
            words(Violation("x.too-long", number: text, limit: 65_536), rule) == """
                the length is over the limit: 542336370 (0x20536572), at most 65536; its bytes are the text " Ser": \
                text, or another protocol, on a binary port?
                """
        )
    }

    @Test("a message that a close cut off says how much of it came")
    func unfinished() {
        let violation = Violation(StreamRule.unfinished.id, limit: 100)
        #expect(
            words(violation, StreamRule.unfinished, count: 77)
                == "the sender closed the connection in the middle of this message (77 of 100 bytes came)"
        )
    }
}
