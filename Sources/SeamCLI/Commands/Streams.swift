import Seam
import SeamReport

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
            SENT, GOT and GAPS are bytes that the client sent, that it got, and that are missing in the capture, with \
            k, M and G for thousands; OPEN is syn or mid, for a connection that was under way. -v prints all \
            numbers in full and the layers that the connection came in. Below the list stand sums, why packets \
            gave no TCP, what the files say of the capturing, what the limits cost, and comments; as JSON they are \
            the last line, {"capture":{...}}, with -v.
            """,
            """
            With --extract each direction's bytes are written, in order and without repetitions, to \
            STREAM-client.bin and STREAM-server.bin in a directory; a direction without bytes gets no file.
            """,
        ],
        operands: .captures,
        groups: [.list, .format, .extraction, .input, .limits, .output],
        examples: [
            Example("seam streams trace.pcap", "one line a connection"),
            Example(
                "seam streams -s 0 --extract bytes trace.pcap",
                "also writes bytes/0-client.bin and bytes/0-server.bin"
            ),
            Example("seam streams --port 9000 --sort bytes trace.pcap", "the largest ones of a port first"),
            Example("seam streams --json trace.pcap | jq .closed", "how each connection ended"),
        ]
    ) { (options, files, output) throws(CommandError) in
        if options.streams.fillGaps, options.streams.extractInto == nil {
            throw .usage("--fill-gaps needs --extract DIR")
        }
        var run = try CaptureRun(files, options)
        run.analysis.decodes = false
        try list(run, into: output, options)
        return .success
    }

    private static func list(
        _ run: CaptureRun,
        into output: OutputFile,
        _ options: Options
    ) throws(CommandError) {
        var extraction: Extraction?
        if let directory = options.streams.extractInto {
            extraction = try Extraction(into: directory, fillsGaps: options.streams.fillGaps)
        }
        var list = StreamList(options, width: output.terminal.width.count)
        var report: CaptureReport?
        var problem: CommandError?
        do throws(CommandError) {
            let goesOn = { output.isOpen && extraction?.failure == nil }
            let isTold = options.output.format == .text || options.output.verbosity == .verbose
            try run.read(extraction, while: goesOn, report: isTold ? { report = $0 } : nil) {
                connection,
                _,
                context in
                list.add(connection, context, to: output)
            }
        } catch {
            problem = error
        }
        list.finish(report, to: output)
        try extraction?.finish()
        if let problem { throw problem }
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

    fileprivate static let list = OptionGroup(
        title: "List",
        options: [
            .value(
                "sort",
                StreamOrder.placeholder,
                \.streams.order,
                "the order of the list; bytes, gaps, segments and duration have the most first"
            )
        ]
    )
}
