import Testing

@testable import SeamCLI

@Suite struct HelpTests {
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
