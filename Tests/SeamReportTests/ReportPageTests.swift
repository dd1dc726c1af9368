import SeamBytes
import Testing

@testable import SeamReport

@Suite("the page of seam report")
struct ReportPageTests {
    static let page = ReportPage()
    static let text = String(decoding: page.head + page.tail, as: UTF8.self)

    @Test(
        "SHA-256 gives the digests of FIPS 180-4's examples, around the padding's edges too",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 64),
                "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
            ),
        ]
    )
    func digest(message: String, hex: String) {
        let digest = SHA256.digest(Array(message.utf8))
        #expect(written { rows in for byte in digest { rows.append(hex: byte) } } == hex)
    }

    @Test("its policy names the script and the style that it has, and nothing else may run or load")
    func policy() throws {
        let text = Self.text
        for (tag, rule) in [("script", "script-src"), ("style", "style-src")] {
            let start = try #require(text.range(of: "\n<\(tag)>")).upperBound
            let end = try #require(text[start...].range(of: "</\(tag)>")).lowerBound
            let digest = Base64.encode(SHA256.digest(Array(text[start..<end].utf8))[...])
            #expect(text.contains("\(rule) 'sha256-\(String(decoding: digest, as: UTF8.self))'"))
        }
        #expect(text.contains("default-src 'none'"))
        #expect(!text.contains("unsafe-"))
        #expect(!text.contains("{{"))
    }

    @Test("it has no address but its own: no link, image, script or font from elsewhere")
    func alone() {
        for line in Self.text.split(separator: "\n") where line.contains("http") {
            #expect(line.contains("http://www.w3.org/2000/svg") || line.contains("http-equiv"), "\(line)")
        }
        #expect(!Self.text.contains("innerHTML"))
        #expect(!Self.text.contains("insertAdjacentHTML"))
    }

    @Test("data cannot end its element, nor open another")
    func escapes() {
        let block = written { page in
            Self.page.append(Array(#"{"a":"</script><!--<script>"}"#.utf8).rawSpan, as: .messages, to: &page)
        }
        #expect(
            block == #"<script type="application/json" data-seam="messages">"#
                + #"{"a":"\u003c/script>\u003c!--\u003cscript>"}</script>"# + "\n"
        )
    }

    @Test("line separators and marks that turn text round are escaped in JSON already")
    func separators() {
        let json = written { $0.append(json: Array("\u{2028}\u{2029}\u{202e}".utf8).rawSpan) }
        #expect(json == #""\u2028\u2029\u202e""#)
    }
}

extension String {
    /// Where a text first is.
    fileprivate func range(of text: String) -> Range<Index>? { self[...].range(of: text) }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
