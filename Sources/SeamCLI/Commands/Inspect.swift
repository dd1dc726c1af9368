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
        groups: [.picture, .failing, .clients, .input, .decoding, .seams, .limits, .output],
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
        run.analysis.diagnosed = Diagnoses.limit
        let failing = options.inspect.failOn?.severity
        let hasFailed: Bool
        run.analysis.clients = options.inspect.clients.choice
        if options.output.json {
            hasFailed = try inspectAsJSON(run, failing, into: output)
        } else {
            run.analysis.pictures = Self.stories
            hasFailed = try inspectAsText(run, failing, into: output)
        }
        return hasFailed ? .difference : .success
    }

    /// How many connections are told of in full; the others are counted.
    private static let stories = 20

    private static func inspectAsText(
        _ run: CaptureRun,
        _ failing: Finding.Severity?,
        into output: OutputFile
    ) throws(CommandError) -> Bool {
        var diagnoses = Diagnoses(failing: failing)
        let options = run.options
        let width = (options.inspect.width ?? output.terminal.width).count
        let text = InspectText(
            width: width,
            palette: Palette(isColored: output.terminal.isColored(options.output.color)),
            carrier: InspectText.CarrierWord(run.analysis.carriers),
            isVerbose: options.output.verbosity == .verbose
        )
        let fit = TextFit(width: width, isASCII: options.inspect.isASCII)
        var report: CaptureReport?
        var problem: CommandError?
        var rows = RowBuffer()
        var told = 0
        var total = InspectTotal()
        var offer = FramingOffer()
        defer { offer.say(run) }
        do throws(CommandError) {
            try run.read(nil, while: { output.isOpen }, report: { report = $0 }) {
                connection,
                analysis,
                context in
                offer.add(analysis)
                total.add(analysis.client)
                total.add(analysis.server)
                told += 1
                let diagnosis = diagnoses.judge(connection, analysis, context)
                guard told <= Self.stories else { return }
                text.append(
                    connection,
                    client: analysis.client,
                    server: analysis.server,
                    diagnosis: diagnosis,
                    evidence: analysis.evidence,
                    path: context.path,
                    to: &rows
                )
                output.takeAll(&rows, fit)
            }
        } catch {
            problem = error
        }
        // Of a file that cannot be read there is nothing to say but why.
        if told > 0 || problem == nil {
            text.append(total, connections: told, told: min(told, Self.stories), to: &rows)
        }
        if options.output.verbosity != .quiet, let report {
            if told == 0 || options.output.verbosity == .verbose { report.others(width: width, into: &rows) }
            report.losses(width: width, into: &rows)
        }
        output.takeAll(&rows, fit)
        if let problem { throw problem }
        return diagnoses.hasFailed
    }

    private static func inspectAsJSON(
        _ run: CaptureRun,
        _ failing: Finding.Severity?,
        into output: OutputFile
    ) throws(CommandError) -> Bool {
        var diagnoses = Diagnoses(failing: failing)
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
                    diagnosis: diagnoses.judge(connection, analysis, context),
                    origin: context.origin,
                    evidence: analysis.evidence,
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
        return diagnoses.hasFailed
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

    fileprivate static let picture = OptionGroup(
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
