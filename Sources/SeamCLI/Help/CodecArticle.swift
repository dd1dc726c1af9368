import Seam

/// An article about a codec, in Markdown as DocC reads it, made from its description.
enum CodecArticle {
    /// The article's file in a folder of them.
    static func name(_ codec: CodecDescription) -> String { "\(codec.name).md" }

    /// The whole article.
    static func text(_ codec: CodecDescription) -> String {
        var text =
            "# \(codec.name)\n\n\(codec.summary.prefix(1).uppercased() + codec.summary.dropFirst()).\n\n"
        text += "    seam inspect -c '\(codec.example)' FILE\n\n## Layout\n\n"
        for line in codec.layout.split(separator: "\n") { text += "    \(line)\n" }
        if !codec.parameters.isEmpty {
            text += "\n## Keys\n\n| key | meaning |\n| --- | --- |\n"
            for parameter in codec.parameters { text += "| `\(parameter.key)` | \(cell(parameter.text)) |\n" }
        }
        if !codec.rules.isEmpty {
            text +=
                "\n## What can be wrong\n\n| violation | meaning | written down in |\n| --- | --- | --- |\n"
            for rule in codec.rules {
                text +=
                    "| `\(rule.id)` | \(cell(rule.text.description)) | \(cell(rule.source.description)) |\n"
            }
        }
        if !codec.source.isEmpty { text += "\n## Source\n\n\(codec.source)\n" }
        if !codec.ports.isEmpty {
            text += "\nUsual ports: \(codec.ports.map(String.init).joined(separator: ", ")).\n"
        }
        return text
    }

    /// A bar would end the cell of a table.
    private static func cell(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "|" ? "\\|" : String($1) }
    }
}
