extension Command {
    /// `seam codecs`: the framings that `-c` knows.
    static let codecs = Command(
        name: "codecs",
        summary: "the codecs and presets, with the keys that each takes",
        description: [
            """
            Lists what the option --codec of the other commands knows: every codec with its layout on the wire, \
            its keys and their defaults, and the presets.
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
    ) { (_, _, _) throws(CommandError) in throw .usage("not built yet") }
}
