extension Command {
    /// `seam segments`: one line a TCP segment.
    static let segments = Command(
        name: "segments",
        summary: "one line a TCP segment: its place, labels and messages",
        description: [
            """
            Prints every TCP packet in the order of the capture: where its payload lies in the stream, flags, \
            labels as in tcp.analysis of Wireshark, and the messages that it carried a part of.
            """
        ],
        operands: .captures,
        groups: [.input, .decoding, .limits, .output],
        examples: [
            Example("seam segments -s 0 trace.pcap", "the segments of one connection"),
            Example(
                "seam segments --json trace.pcap | jq 'select(.labels != [])'",
                "what Wireshark would mark"
            ),
        ]
    ) { (options, files, output) throws(CommandError) in
        let run = try CaptureRun(files, options)
        let rows = SegmentRows(output, options.output)
        defer { rows.finish() }
        try run.read(rows, while: { [output] in output.isOpen })
        return .success
    }
}
