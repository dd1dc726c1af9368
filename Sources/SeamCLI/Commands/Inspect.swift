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
            First comes what is wrong: findings with their id, the evidence and what to do, then how the connection \
            lived and ended (heart-beats, who closed, reconnects). seam explain ID says more of each; -v tells all.
            """,
            """
            Where no codec is recognised, what seam infer would suggest is said on standard error, and not used.
            """,
            """
            What was given up to keep to the limits is said below, as JSON in the last line, \
            {"capture":{...}}, with -v.
            """,
            """
            Several files in a row are one capture, as tcpdump -C rotates it. A FILE of - is standard input.
            """,
        ],
        operands: .captures,
        groups: [.picture, .failing, .clients, .input, .decoding, .seams, .limits, .work, .output],
        examples: [
            Example("seam inspect trace.pcap", "all connections; the codec is found by content"),
            Example("seam inspect -c 9000=tlc -s 2 trace.pcap", "connection 2 alone, port 9000 as tlc"),
            Example("seam inspect --fail-on warning trace.pcap", "exit with 1 when something is wrong"),
            Example("tcpdump -w - -c 500 tcp | seam inspect -", "what tcpdump has just captured"),
        ],
        exits: [
            Exit(status: .success, means: "all was read"),
            Exit(status: .difference, means: "there is a finding as bad as --fail-on says"),
            Exit(status: .failure, means: "wrong usage, or an input or output that failed"),
        ]
    ) { (options, files, output) throws(CommandError) in
        var run = try CaptureRun(files, options)
        run.isLast = true
        run.analysis.diagnosed = Diagnoses.limit
        let failing = options.inspect.failOn?.severity
        run.analysis.clients = options.inspect.clients.choice
        if !options.output.json {
            run.analysis.pictures = InspectStory.limit
            if failing == nil { run.analysis.told = InspectStory.limit }
        }
        let story = InspectStory(options, run.analysis.carriers, for: output, failing: failing)
        var offer = FramingOffer()
        var report: CaptureReport?
        var problem: CommandError?
        do throws(CommandError) {
            try run.read(
                nil,
                while: { [output] in output.isOpen },
                report: story.takesReport ? { report = $0 } : nil
            ) { [output] connection, analysis, context in
                offer.add(analysis)
                story.add(connection, analysis, context)
                // At once: when the capture is damaged the next thing is an error.
                story.write(to: output)
            }
        } catch {
            problem = error
        }
        story.end(report, isDamaged: problem != nil)
        story.write(to: output)
        if !options.output.json { offer.say(run) }
        if let problem { throw problem }
        return story.hasFailed ? .difference : .success
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
            ),
            .flag(
                "ascii",
                \.inspect.isASCII,
                to: true,
                "write ASCII only: + v ^ on the ruler, ~ for what is cut off, ? for other characters"
            ),
        ]
    )

    fileprivate static let failing = OptionGroup(
        title: "Findings",
        options: [
            .value(
                "fail-on",
                "SEVERITY",
                \.inspect.failOn,
                "exit with 1 when a finding is as bad: error, warning, note"
            )
        ]
    )
}
