import Seam

extension Command {
    /// `seam messages`: one line a unit.
    static let messages = Command(
        name: "messages",
        summary: "one line a message: its range, packets, verdict and seams",
        description: [
            """
            Prints every unit of every stream in the order of its bytes: messages, heart-beats, bytes that no \
            decoder could place, gaps, and what is left over at the end; with the range in the stream, the packets \
            that carried it, and the cause of each seam.
            """
        ],
        operands: .captures,
        groups: [.messageFormat, .input, .decoding, .seams, .limits, .work, .output],
        examples: [
            Example("seam messages -c line trace.pcap", "the lines of every stream"),
            Example(
                "seam messages --json trace.pcap | jq 'select(.verdict != \"whole\")'",
                "what did not travel whole"
            ),
        ]
    ) { (options, files, output) throws(CommandError) in
        guard !options.rows.seams || options.output.format == .csv else {
            throw .usage("--seams needs --format csv; --json has the seams of each message")
        }
        var run = try CaptureRun(files, options)
        run.isLast = true
        run.analysis.wantsDetails = true
        let rows = MessageRows(output, options.output, seams: options.rows.seams)
        defer { rows.finish() }
        try run.read(rows, while: { [output] in output.isOpen })
        return .success
    }
}
