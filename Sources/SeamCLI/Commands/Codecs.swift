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
            and an example. Without --codec, or with auto, the codec is found by content, then by port.
            """,
            """
            A spec is NAME or NAME:KEY=VALUE,...; layers join with /. Bytes are hex (bytes=0d0a), text takes \
            escapes (text=\\r\\n), several delimiters are separated by |, sizes take k and M.
            """,
        ],
        operands: .none,
        groups: [.output],
        examples: [
            Example("seam codecs", "all codecs"),
            Example("seam codecs --json", "the same, one object a codec"),
        ]
    ) { (options, _, output) throws(CommandError) in
        var rows = RowBuffer()
        for codec in CodecRegistry.all {
            if options.output.json { CodecLine.json(codec, into: &rows) } else { output.write(text(codec)) }
        }
        output.takeAll(&rows)
        return .success
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
