extension Command {
    /// `seam streams`: the connections of a capture, and the bytes of their halves as files.
    static let streams = Command(
        name: "streams",
        summary: "the connections; --extract writes the bytes of each half",
        description: [
            """
            Lists the TCP connections: endpoints, how they opened and closed, bytes, missing bytes and what the \
            segments show. Numbers are those of tcp.stream in Wireshark.
            """,
            """
            With --extract each direction's bytes are written, in order and without repetitions, to \
            STREAM-client.bin and STREAM-server.bin in a directory.
            """,
        ],
        operands: .captures,
        groups: [.extraction, .input, .limits, .output],
        examples: [
            Example("seam streams trace.pcap", "one line a connection"),
            Example(
                "seam streams -s 0 --extract bytes trace.pcap",
                "also writes bytes/0-client.bin and bytes/0-server.bin"
            ),
            Example("seam streams --json trace.pcap | jq .closed", "how each connection ended"),
        ]
    ) { (options, _, _) throws(CommandError) in
        if options.streams.fillGaps, options.streams.extractInto == nil {
            throw .usage("--fill-gaps needs --extract DIR")
        }
        throw .usage("not built yet")
    }
}

extension OptionGroup {
    fileprivate static let extraction = OptionGroup(
        title: "Extraction",
        options: [
            .value("extract", "DIR", \.streams.extractInto, "write each half's bytes to a file in DIR"),
            .flag(
                "fill-gaps",
                \.streams.fillGaps,
                to: true,
                "write zeros for bytes that the capture lacks, so that places in the file are stream offsets"
            ),
        ]
    )
}
