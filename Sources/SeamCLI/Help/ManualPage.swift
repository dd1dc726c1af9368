/// The manual page seam(1) as roff with the man macros, made from the command table.
enum ManualPage {
    static var text: String {
        var page = Roff()
        page.macro("TH", "SEAM", "1", "", "seam \(Program.version)", "User Commands")
        page.macro("SH", "NAME")
        page.paragraph("seam - \(HelpText.purpose)")
        page.macro("SH", "SYNOPSIS")
        for command in Command.all { page.synopsis(command) }
        page.macro("SH", "COMMANDS")
        for command in Command.all { page.describe(command) }
        page.macro("SH", "OPTIONS")
        for (group, owners) in groups { page.describe(group, owners) }
        page.macro("SH", "EXIT STATUS")
        for (exit, owners) in exits { page.tagged("\(exit.status.rawValue)", exit.means + note(owners)) }
        page.macro("SH", "ENVIRONMENT")
        page.tagged("NO_COLOR", "when set and not empty, --color auto does not colour")
        page.tagged("TERM", "when it is dumb, --color auto does not colour")
        page.tagged("COLUMNS", "the width of pictures when the output is no terminal")
        page.macro("SH", "SEE ALSO")
        page.paragraph("tcpdump(8), tshark(1), pcap-filter(7)")
        return page.text
    }

    /// The option groups in the order of first use, each with the commands that take it.
    private static var groups: [(OptionGroup, [Command])] {
        distinct(Command.all.flatMap { command in command.allGroups.map { ($0, command) } }, by: \.title)
    }

    /// The exit codes in the order of first use, each with the commands that have it.
    private static var exits: [(Command.Exit, [Command])] {
        distinct(Command.all.flatMap { command in command.exits.map { ($0, command) } }, by: \.means)
            .sorted { $0.0.status.rawValue < $1.0.status.rawValue }
    }

    private static func distinct<Value>(
        _ uses: [(Value, Command)],
        by key: (Value) -> String
    ) -> [(Value, [Command])] {
        var result: [(Value, [Command])] = []
        for (value, command) in uses {
            if let place = result.firstIndex(where: { key($0.0) == key(value) }) {
                result[place].1.append(command)
            } else {
                result.append((value, [command]))
            }
        }
        return result
    }

    /// Which commands something is of; nothing when it is of all.
    fileprivate static func note(_ owners: [Command]) -> String {
        owners.count == Command.all.count ? "" : " (\(owners.map(\.name).joined(separator: ", ")))"
    }
}

/// A growing roff text.
private struct Roff {
    private(set) var text = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        text += ".\(name)" + arguments.map { " \"\(escape($0))\"" }.joined() + "\n"
    }

    mutating func paragraph(_ words: String) {
        // One sentence or clause a line is roff's habit, but wrapping keeps the diffs of the page readable.
        for line in wrap(words, columns: 72) { text += escape(line) + "\n" }
    }

    mutating func tagged(_ tag: String, _ words: String) {
        text += ".TP\n\\fB\(escape(tag))\\fR\n"
        paragraph(words)
    }

    mutating func synopsis(_ command: Command) {
        text += "\\fBseam \(command.name)\\fR \(escape(command.synopsis))\n.br\n"
    }

    mutating func describe(_ command: Command) {
        macro("SS", command.usage)
        for (place, paragraph) in command.description.enumerated() {
            if place > 0 { macro("PP") }
            self.paragraph(paragraph)
        }
        for example in command.examples { tagged(example.line, example.shows) }
    }

    mutating func describe(_ group: OptionGroup, _ owners: [Command]) {
        guard !group.visible.isEmpty else { return }
        macro("SS", group.title + ManualPage.note(owners))
        for option in group.visible {
            let letter = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let argument = option.placeholder.map { " \\fI\(escape($0))\\fR" } ?? ""
            text += ".TP\n\(letter)\\fB\\-\\-\(escape(option.long))\\fR\(argument)\n"
            paragraph(option.explanation)
        }
    }

    /// A backslash is roff's escape, `-` would become a hyphen that cannot be pasted, and a dot or quote at the start
    /// of a line is a request.
    private func escape(_ line: String) -> String {
        var result = ""
        for character in line {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
