import SeamBytes
import SeamReport
import Testing

@Suite struct JSONTests {
    @Test("commas stand between members and elements, and nowhere else")
    func commas() {
        let text = written { rows in
            rows.beginObject()
            rows.member("a", -1)
            rows.beginArray("b")
            rows.element(2)
            rows.element(3)
            rows.endArray()
            rows.beginArray("c")
            rows.beginObject()
            rows.endObject()
            rows.beginObject()
            rows.member("d", true)
            rows.endObject()
            rows.endArray()
            rows.beginObject("e")
            rows.member("f", word: "g{")
            rows.member("h", textOrNull: "")
            rows.endObject()
            rows.endObject()
            rows.endLine()
            rows.beginObject()
            rows.endObject()
            rows.endLine()
        }
        #expect(text == #"{"a":-1,"b":[2,3],"c":[{},{"d":true}],"e":{"f":"g{","h":null}}"# + "\n{}\n")
    }

    /// The invalid sequences and how often U+FFFD stands for them are those of Unicode 16.0, tables 3-8 to 3-11.
    @Test(
        "strings are escaped, controls too, and what is no UTF-8 is replaced",
        arguments: [
            ([0x61, 0x22, 0x62, 0x5c], #"a\"b\\"#),
            ([0x00, 0x0a, 0x1b, 0x7f], #"\u0000\u000a\u001b\u007f"#),
            // U+009B opens a control sequence like ESC [.
            ([0xc2, 0x9b, 0xc2, 0xa0], "\\u009b\u{a0}"),
            ([0xe7, 0xb2, 0x98, 0xe5, 0x8c, 0x85], "粘包"),
            ([0xf0, 0x9f, 0x98, 0x80], "😀"),
            // Right-to-left override, byte order mark, tag A.
            ([0xe2, 0x80, 0xae, 0xef, 0xbb, 0xbf], #"\u202e\ufeff"#),
            ([0xf3, 0xa0, 0x81, 0x81], #"\udb40\udc41"#),
            (
                [0xc0, 0xaf, 0xe0, 0x80, 0xbf, 0xf0, 0x81, 0x82, 0x41],
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}A"
            ),
            (
                [0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf, 0xed, 0xaf, 0x41],
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}A"
            ),
            (
                [0xf4, 0x91, 0x92, 0x93, 0xff, 0x41, 0x80, 0xbf, 0x42],
                "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}A\u{fffd}\u{fffd}B"
            ),
            ([0xe1, 0x80, 0xe2, 0xf0, 0x91, 0x92, 0xf1, 0xbf, 0x41], "\u{fffd}\u{fffd}\u{fffd}\u{fffd}A"),
            ([0xe7, 0xb2], "\u{fffd}"),
        ] as [([UInt8], String)]
    )
    func strings(bytes: [UInt8], escaped: String) {
        let text = written { rows in
            rows.beginObject()
            rows.member("s", text: bytes.rawSpan)
        }
        #expect(text == "{\"s\":\"\(escaped)\"")
    }

    /// RFC 8259 §7 asks for the first three kinds, a terminal for DEL; alone, a byte from 0x80 on is no UTF-8.
    @Test("a byte is escaped wherever it stands among plain ones", arguments: 0...255 as ClosedRange<UInt8>)
    func places(byte: UInt8) {
        let escaped =
            switch byte {
            case 0x22: "\\\""
            case 0x5c: "\\\\"
            case 0x10..<0x20: "\\u00" + String(byte, radix: 16)
            case 0..<0x10: "\\u000" + String(byte, radix: 16)
            case 0x7f: "\\u007f"
            case 0x80...: "\u{fffd}"
            default: String(UnicodeScalar(byte))
            }
        for place in 0...18 {
            var bytes = Array("!abcdefghijklmnopq~".utf8)
            bytes[place] = byte
            let text = String(decoding: bytes[..<place], as: UTF8.self) + escaped
            let rest = String(decoding: bytes[(place + 1)...], as: UTF8.self)
            #expect(written { $0.append(json: bytes.rawSpan) } == "\"\(text)\(rest)\"")
        }
    }

    @Test("bytes that are no text are hexadecimal digits")
    func hexadecimal() {
        let bytes: [UInt8] = [0x00, 0x9f, 0xff]
        #expect(written { $0.member("b", hex: bytes.rawSpan) } == #""b":"009fff""#)
    }

    @Test("a buffer grows beyond its first 64 KiB and keeps what was written")
    func growth() {
        let piece = [UInt8](repeating: 0x61, count: 1000)
        var rows = RowBuffer()
        for _ in 0..<5000 { rows.append(piece) }
        rows.append(decimal: 7)
        #expect(rows.count == 5_000_001)
        #expect(rows.bytes.byte(at: 4_999_999) == 0x61)
        #expect(rows.bytes.byte(at: 5_000_000) == 0x37)
        rows.removeAll()
        #expect(rows.count == 0)
        rows.append(piece)
        #expect(rows.bytes.byte(at: 999) == 0x61)
    }
}
