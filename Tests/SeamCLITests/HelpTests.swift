import Foundation
import Seam
import Testing

@testable import SeamCLI

@Suite struct HelpTests {
    @Test(
        "there is an article about each codec that says what its description says",
        arguments: CodecRegistry.all.map(\.name)
    )
    func article(name: String) throws {
        let codec = try #require(CodecRegistry.all.first { $0.name == name })
        let path = "\(Self.root)/Sources/SeamCodecs/SeamCodecs.docc/Codecs/\(name).md"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == CodecArticle.text(codec), "make pages")
    }

    @Test("the manual page is the one that the option tables give")
    func manual() throws {
        let page = try String(contentsOfFile: "\(Self.root)/man/seam.1", encoding: .utf8)
        #expect(page == ManualPage.text, "make pages")
    }

    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    static let names = Command.all.map(\.name)

    @Test("no line of any help is wider than 80 columns, a CJK character counting two", arguments: names)
    func fits(name: String) throws {
        for text in [HelpText.overview, HelpText.command(try .named(name))] {
            for line in text.split(separator: "\n") {
                let columns = line.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
                #expect(columns <= 80, "\(line)")
            }
        }
    }

    @Test(
        "a command's help has its usage, every option that is not hidden, two examples and the exit codes",
        arguments: names
    )
    func complete(name: String) throws {
        let command = try Command.named(name)
        let help = HelpText.command(command)
        #expect(help.hasPrefix("Usage: seam \(name) "))
        for option in command.options { #expect(help.contains("--\(option.long)") != option.isHidden) }
        #expect(command.examples.count >= 2)
        for example in command.examples { #expect(help.contains("\n  \(example.line)\n")) }
        #expect(help.contains("\nExit codes:\n  0  "))
    }

    @Test("every example of the help is a command line that seam takes", arguments: names)
    func examples(name: String) throws {
        let lines = try Command.named(name).examples.map(\.line) + HelpText.examples.map(\.line)
        for line in lines {
            // The part between pipes that is ours; none of them quotes anything before a pipe.
            let ours = try #require(
                line.split(separator: "|").first { $0.drop { $0 == " " }.hasPrefix("seam ") }
            )
            let words = ours.split(separator: " ").map(String.init).dropFirst()
            let command = try Command.named(try #require(words.first))
            let operands = try command.parse(Array(words.dropFirst())).operands
            #expect(throws: Never.self) { try command.operands.check(operands) }
        }
    }

    /// What the pages of the documentation tell people to type, from `seam` on.
    static let typed: [String] = [
        "README.md", "README.zh-CN.md", "Documentation/faq.md", "Sources/Seam/Seam.docc/Tutorial.md",
    ]
    .flatMap { page in
        let text = (try? String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)) ?? ""
        let spans = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let blocks = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.drop { $0 == " " } }
        return (spans + blocks.map(String.init)).filter { $0.hasPrefix("seam ") && !$0.contains("\n") }
    }

    @Test("every command line of the pages is one that seam takes")
    func pages() throws {
        #expect(Self.typed.count > 40)
        for line in Self.typed {
            // Quoted words are one; what follows a pipe or a comment is not ours.
            var words = [""]
            var isQuoted = false
            for sign in line {
                switch sign {
                case "'": isQuoted.toggle()
                case " " where !isQuoted: words.append("")
                default: words[words.count - 1].append(sign)
                }
            }
            let ours = words.dropFirst().filter { !$0.isEmpty }.prefix {
                !$0.hasPrefix("#") && !$0.hasSuffix("|")
            }
            guard let name = ours.first, name != "COMMAND", !name.contains("|") else { continue }
            let command = try #require(try? Command.named(name), "\(line)")
            #expect(throws: Never.self, "\(line)") { _ = try command.parse(Array(ours.dropFirst())) }
        }
    }

    @Test("a label too long for its column has the words below it")
    func longLabel() {
        var layout = HelpLayout()
        layout.row("--ab", "one two", indent: 8)
        layout.row("--abc", "one two", indent: 8)
        #expect(layout.text == "  --ab  one two\n  --abc\n        one two\n")
    }

    @Test("text breaks at spaces, and a CJK character takes two columns")
    func wrapping() {
        #expect(wrap("ab cd ef", columns: 5) == ["ab cd", "ef"])
        #expect(wrap("粘包 a", columns: 5) == ["粘包", "a"])
        #expect(wrap("too-long a", columns: 3) == ["too-long", "a"])
    }
}
