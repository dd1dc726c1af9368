extension Command {
    /// `seam check`: captures kept as regression tests of decoders.
    static let check = Command(
        name: "check",
        summary: "fixtures against their expectations",
        description: [
            """
            Compares the messages of NAME.pcap with NAME.expect.jsonl beside it, whose first line names the codec \
            and the options. A PATH is a capture, or a directory whose fixtures are all checked. Differences are \
            printed.
            """
        ],
        operands: Operands(
            placeholder: "PATH...",
            count: 1...Int.max,
            noun: "a fixture or a directory of fixtures"
        ),
        groups: [.output],
        examples: [
            Example("seam check fixtures", "all fixtures of a directory"),
            Example("seam check -q fixtures/split-in-header.pcap", "one fixture, differences only"),
        ],
        exits: [
            Exit(status: .success, means: "all fixtures are as expected"),
            Exit(status: .difference, means: "a fixture differs"),
            Exit(status: .failure, means: "wrong usage, or an input or output that failed"),
        ]
    ) { (_, _, _) throws(CommandError) in throw .usage("not built yet") }
}
