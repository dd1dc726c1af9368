import Seam
import SeamReport

extension Command {
    /// `seam codecs`: the framings that `-c` knows.
    static let codecs = Command(
        name: "codecs",
        summary: "the codecs, with the keys that each takes",
        description: [
            """
            Lists what the option --codec of the other commands knows: every codec with its keys, their defaults \
            and an example; with a NAME explains that one: its layout, what can be wrong with a message and where \
            that is written down. Without --codec, or with auto, the codec is found by the first bytes of both \
            directions, then by port; where they do not tell for sure it is none.
            """,
            """
            A spec is NAME or NAME:KEY=VALUE,...; layers join with /. Bytes are hex (bytes=0d0a), text takes \
            escapes (text=\\r\\n), several delimiters are separated by |, sizes take k and M.
            """,
        ],
        operands: Operands(placeholder: "[NAME]", count: 0...1, noun: ""),
        groups: [.output],
        examples: [
            Example("seam codecs", "all codecs"),
            Example("seam codecs mqtt", "one of them, explained"),
            Example("seam codecs --json", "the same, one object a codec"),
        ]
    ) { (options, names, output) throws(CommandError) in
        var rows = RowBuffer()
        for codec in try chosen(names.first) {
            if options.output.json {
                CodecLine.json(codec, into: &rows)
            } else {
                output.write(names.isEmpty ? text(codec) : explanation(codec))
            }
        }
        output.takeAll(&rows)
        return .success
    }

    private static func chosen(_ name: String?) throws(CommandError) -> [CodecDescription] {
        guard let name else { return CodecRegistry.all }
        if let codec = CodecRegistry.all.first(where: { $0.name == name }) { return [codec] }
        guard let close = closest(to: name, among: CodecRegistry.all.map(\.name)) else {
            throw .usage("no codec \(shown(name)); seam codecs lists them")
        }
        throw .usage("no codec \(name) (did you mean \(close)?)")
    }

    private static func explanation(_ codec: CodecDescription) -> String {
        var layout = HelpLayout()
        layout.line("\(codec.name): \(codec.summary)")
        layout.title("Layout")
        for line in codec.layout.split(separator: "\n") { layout.line("  \(line)") }
        if !codec.parameters.isEmpty { layout.title("Keys") }
        for parameter in codec.parameters { layout.row("\(parameter.key)=", parameter.text, indent: 18) }
        if !codec.rules.isEmpty { layout.title("Violations") }
        for rule in codec.rules {
            let source = rule.source.utf8CodeUnitCount > 0 ? " (\(rule.source))" : ""
            layout.row("\(rule.id)", "\(rule.text)\(source)", indent: 32)
        }
        layout.line()
        if !codec.source.isEmpty { layout.paragraph("Written down in: \(codec.source)") }
        if !codec.ports.isEmpty {
            layout.paragraph("Usual ports: \(codec.ports.map(String.init).joined(separator: ", "))")
        }
        layout.paragraph("Example: -c \(codec.example)")
        return layout.text
    }

    private static func text(_ codec: CodecDescription) -> String {
        var layout = HelpLayout()
        layout.row(codec.name, codec.summary, indent: 14)
        for parameter in codec.parameters {
            layout.row("  \(parameter.key)=", parameter.text, indent: 14)
        }
        layout.row("", "-c \(codec.example)", indent: 14)
        layout.line()
        return layout.text
    }
}
