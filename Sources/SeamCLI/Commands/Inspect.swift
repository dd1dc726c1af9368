import Seam
import SeamReport

extension Command {
    /// `seam inspect`: what happened to the messages of a capture.
    static let inspect = Command(
        name: "inspect",
        summary: "what happened: verdicts, causes, a picture of the seams",
        description: [
            """
            Shows for every connection and direction how many messages travelled whole, coalesced or split, the \
            cause of each seam with its evidence, what an application that got this wrong would have seen, and a \
            picture of the stream: segments above, messages below, borders that disagree marked.
            """,
            """
            Several files in a row are one capture, as tcpdump -C rotates it. A FILE of - is standard input.
            """,
        ],
        operands: .captures,
        groups: [.picture, .clients, .input, .decoding, .seams, .limits, .output],
        examples: [
            Example("seam inspect trace.pcap", "all connections; the codec is found by content"),
            Example("seam inspect -c 9000=tlc -s 2 trace.pcap", "connection 2 alone, port 9000 as tlc"),
            Example("tcpdump -w - -c 500 tcp | seam inspect -", "what tcpdump has just captured"),
        ]
    ) { (options, files, output) throws(CommandError) in
        var run = try CaptureRun(files, options)
        run.analysis.clients = options.inspect.clients.choice
        if !options.output.json { run.analysis.pictures = InspectStory.limit }
        let story = InspectStory(options, run.analysis.carriers, for: output)
        try run.read(nil, while: { [output] in output.isOpen }) { [output] connection, analysis, context in
            story.add(connection, analysis, context)
            // At once: when the capture is damaged the next thing is an error.
            story.write(to: output)
        }
        story.end()
        story.write(to: output)
        return .success
    }
}

extension InspectText.CarrierWord {
    init(_ kind: CarrierKind) {
        switch kind {
        case .segments: self = .segment
        case .deliveries: self = .delivery
        case .reads: self = .read
        }
    }
}

extension OptionGroup {
    static let clients = OptionGroup(
        title: "Clients",
        options: [
            .value(
                "client",
                "MODEL",
                \.inspect.clients,
                """
                tell what a client of this kind would have got: naive, max-buffer:1024, buffer-limit:8192, \
                drop-rest, one-json, stompkit or u8-length
                """
            )
        ]
    )

    static let picture = OptionGroup(
        title: "Picture",
        options: [
            .value(
                "width",
                "COLUMNS",
                \.inspect.width,
                "draw in this width (default: the terminal's, or 80)"
            )
        ]
    )
}
