import Seam

extension Command {
    /// `seam segments`: one line a TCP segment.
    static let segments = Command(
        name: "segments",
        summary: "one line a TCP segment: its place, labels and messages",
        description: [
            """
            Prints every TCP packet in the order of the capture: where its payload lies in the stream, flags, \
            labels as in tcp.analysis of Wireshark, and the messages that it carried a part of: those of the \
            outermost codec. Which packets carried a message of an inner layer is in seam messages.
            """,
            """
            With --carriers reads it prints instead what each read of a client would have returned (--reader), \
            with the packets that brought it; a ? behind the number of a read says that the moment decided what it \
            returned, to within a millisecond. With --carriers deliveries, every growth of the in-order stream.
            """,
        ],
        operands: .captures,
        groups: [.input, .decoding, .seams, .limits, .work, .output],
        examples: [
            Example("seam segments -s 0 trace.pcap", "the segments of one connection"),
            Example(
                "seam segments --carriers reads --reader recv:1024 trace.pcap",
                "what recv would have returned"
            ),
            Example(
                "seam segments --json trace.pcap | jq 'select(.labels != [])'",
                "what Wireshark would mark"
            ),
        ]
    ) { (options, files, output) throws(CommandError) in
        var run = try CaptureRun(files, options)
        run.isLast = true
        if run.analysis.carriers == .deliveries {
            // A delivery is what a reader gets that is always in time and takes all.
            run.analysis.carriers = .reads
            run.analysis.reader = .prompt
        }
        let rows = SegmentRows(output, options.output, carriers: options.seams.carriers)
        defer { rows.finish() }
        try run.read(rows, while: { [output] in output.isOpen })
        return .success
    }
}
