/// Text of 80 columns, grown line by line: what the help is made of.
struct HelpLayout {
    private(set) var text = ""

    static let columns = 80
    /// Where the explanation of an option begins.
    static let optionIndent = 28

    /// An empty line and a title.
    mutating func title(_ title: String) { text += "\n\(title):\n" }

    mutating func line(_ line: String = "") { text += line + "\n" }

    /// Words broken into lines, all of them indented.
    mutating func paragraph(_ words: String, indent: Int = 0) {
        for line in wrap(words, columns: Self.columns - indent) {
            text += String(repeating: " ", count: indent) + line + "\n"
        }
    }

    /// A label with its explanation beside it, or below when the label is too long.
    mutating func row(_ label: String, _ words: String, indent: Int) {
        var start = "  " + label
        for line in wrap(words, columns: Self.columns - indent) {
            if width(start) > indent - 2 {
                text += start + "\n"
                start = ""
            }
            text += start + String(repeating: " ", count: indent - width(start)) + line + "\n"
            start = ""
        }
    }
}

/// Breaks text at its spaces into lines of at most `columns`; a longer word gets a line of its own.
func wrap(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
        if let line = lines.last, width(line) + 1 + width(word) <= columns {
            lines[lines.count - 1] = line + " " + word
        } else {
            lines.append(String(word))
        }
    }
    return lines
}

/// The columns that a terminal needs: two for each character of the CJK scripts.
func width(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
}
