import Seam
import Testing

@testable import SeamCLI

@Suite("JSON that strangers write")
struct JSONValueTests {
    private func parse(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

    @Test("values are read with their escapes, also those of two words of UTF-16 (RFC 8259 §7)")
    func values() {
        #expect(
            parse(#" {"a": [1, -2.5e3, true, null], "b": "x\n\u00e9\ud83d\ude00\/"} "#)?["b"]?.text
                == "x\né😀/"
        )
        #expect(parse("[1,2]") == .array([.number("1"), .number("2")]))
        #expect(parse("{}") == .object([]))
        #expect(parse(#"{"a":1,"a":2}"#)?["a"]?.number == 1)
    }

    @Test(
        "what is no JSON is none",
        arguments: [
            "", "{", "[1,]", "{\"a\"}", "\"a", "1 2", "nul", "{\"a\":1,}", #""\x""#, #""\u12""#, "'a'",
        ]
    )
    func noValues(text: String) { #expect(parse(text) == nil) }

    @Test("a value that is too deep is none, and no crash")
    func deep() { #expect(parse(String(repeating: "[", count: 100_000)) == nil) }

    @Test(
        "base 64 as RFC 4648 §10 has it",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func base64(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8)[...]) == Array(text.utf8))
        #expect(Base64.decode(text.utf8) == Array(plain.utf8))
    }

    @Test("what is no base 64 is none", arguments: ["Z", "Zg=a", "Z!==", "Zm9vY"])
    func noBase64(text: String) { #expect(Base64.decode(text.utf8) == nil) }
}
