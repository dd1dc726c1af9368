/// The help, made from the command table.
enum HelpText {
    /// What `seam` alone prints: the commands with a line each.
    static var overview: String {
        var layout = HelpLayout()
        layout.paragraph("seam \(Program.version) - \(purpose)")
        layout.title("Usage")
        layout.line("  seam COMMAND [OPTION]... [FILE]...")
        layout.title("Commands")
        for command in Command.all { layout.row(command.name, command.summary, indent: 14) }
        layout.title("Examples")
        for example in examples { layout.example(example) }
        layout.line()
        layout.paragraph("seam COMMAND --help explains a command, its options and its exit codes.")
        return layout.text
    }

    /// What `seam COMMAND --help` prints.
    static func command(_ command: Command) -> String {
        var layout = HelpLayout()
        layout.line("Usage: \(command.usage)")
        for paragraph in command.description {
            layout.line()
            layout.paragraph(paragraph)
        }
        for group in command.allGroups where !group.visible.isEmpty {
            layout.title(group.title)
            for option in group.visible {
                layout.row(option.label, option.explanation, indent: HelpLayout.optionIndent)
            }
        }
        layout.title("Examples")
        for example in command.examples { layout.example(example) }
        layout.title("Exit codes")
        for exit in command.exits { layout.row("\(exit.status.rawValue)", exit.means, indent: 5) }
        return layout.text
    }

    static let purpose = """
        shows where the messages of a TCP conversation begin and end, compared with the segments that carried \
        them: which were coalesced, which were split (粘包/拆包), and why
        """

    static let examples = [
        Command.Example("seam inspect trace.pcap", "what happened to the messages of a capture"),
        Command.Example(
            "seam messages -c 9000=tlc --json trace.pcap",
            "every message, those of port 9000 framed as tlc, as JSON Lines"
        ),
    ]
}

extension HelpLayout {
    fileprivate mutating func example(_ example: Command.Example) {
        line("  " + example.line)
        paragraph(example.shows, indent: 6)
    }
}

extension Command {
    /// The usage line.
    var usage: String { "seam \(name) \(synopsis)" }

    /// The usage line behind the command's name.
    var synopsis: String { "[OPTION]..." + (operands.placeholder.isEmpty ? "" : " \(operands.placeholder)") }
}

extension Option {
    /// The option as it is written, with room for a short letter: `-s, --stream N[,N]`.
    var label: String {
        let letter = short.map { "-\($0), " } ?? "    "
        return letter + "--\(long)" + (placeholder.map { " \($0)" } ?? "")
    }

    /// The help with what the row knows besides.
    var explanation: String {
        help + (repeats ? "; repeatable" : "") + (defaultText.map { " (default: \($0))" } ?? "")
    }
}
