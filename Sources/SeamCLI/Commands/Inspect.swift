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
            What was given up to keep to the limits is said below, as JSON in the last line, {"capture":{...}}, with -v.
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
        if options.output.json {
            try inspectAsJSON(run, into: output)
        } else {
            run.analysis.pictures = Self.stories
            try inspectAsText(run, into: output)
        }
        return .success
    }

    /// How many connections are told of in full; the others are counted.
    private static let stories = 20

    private static func inspectAsText(_ run: CaptureRun, into output: OutputFile) throws(CommandError) {
        let options = run.options
        let text = InspectText(
            width: (options.inspect.width ?? output.terminal.width).count,
            palette: Palette(isColored: output.terminal.isColored(options.output.color)),
            carrier: InspectText.CarrierWord(run.analysis.carriers)
        )
        let width = (options.inspect.width ?? output.terminal.width).count
        var report: CaptureReport?
        var problem: CommandError?
        var rows = RowBuffer()
        var told = 0
        var total = InspectTotal()
        do throws(CommandError) {
            try run.read(nil, while: { output.isOpen }, report: { report = $0 }) {
                connection,
                analysis,
                context in
                total.add(analysis.client)
                total.add(analysis.server)
                told += 1
                guard told <= Self.stories else { return }
                text.append(
                    connection,
                    client: analysis.client,
                    server: analysis.server,
                    path: context.path,
                    to: &rows
                )
                output.takeAll(&rows)
            }
        } catch {
            problem = error
        }
        text.append(total, connections: told, told: min(told, Self.stories), to: &rows)
        if options.output.verbosity != .quiet, let report {
            if told == 0 || options.output.verbosity == .verbose { report.others(width: width, into: &rows) }
            report.losses(width: width, into: &rows)
        }
        output.takeAll(&rows)
        if let problem { throw problem }
    }

    private static func inspectAsJSON(_ run: CaptureRun, into output: OutputFile) throws(CommandError) {
        var rows = RowBuffer()
        var report: CaptureReport?
        var problem: CommandError?
        let isTold = run.options.output.verbosity == .verbose
        do throws(CommandError) {
            try run.read(nil, while: { output.isOpen }, report: isTold ? { report = $0 } : nil) {
                connection,
                analysis,
                context in
                ConnectionReport.json(
                    connection,
                    client: analysis.client,
                    server: analysis.server,
                    origin: context.origin,
                    path: context.path,
                    into: &rows
                )
                // At once: when the capture is damaged the next thing is an error.
                output.takeAll(&rows)
            }
        } catch {
            problem = error
        }
        report?.json(into: &rows)
        output.takeAll(&rows)
        if let problem { throw problem }
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
    fileprivate static let clients = OptionGroup(
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

    fileprivate static let picture = OptionGroup(
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
