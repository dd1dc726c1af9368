import Seam
import SeamReport

extension Command {
    /// `seam report`: what happened as a page that both sides can open.
    static let report = Command(
        name: "report",
        summary: "one page of HTML that shows it all, to send to the other side",
        description: [
            """
            Writes one self-contained page: the diagnosis in words, the connections, and for each the seam view, in \
            which segments lie over messages, with causes, bytes, clients and histograms. It opens from disk, loads \
            nothing, and speaks English and Chinese (简体中文). #stream=3&message=17 behind its address leads to a \
            message.
            """,
            """
            The page holds what the capture held, payload included: read what you give away, or make it of what \
            seam record --scramble keeps. Of standard input there are no reads, which need a second look.
            """,
            """
            What is too large for one page is served: --serve reads the capture once, keeps the rows in a temporary \
            file without a name (in TMPDIR, else /var/tmp; about 0.5 kB a message) and prints an address of this \
            machine, where the same page asks for what it shows. It ends on Ctrl-C. Only programs on this machine \
            can ask, but all of its users.
            """,
        ],
        operands: .captures,
        groups: [.page, .clients, .input, .decoding, .limits, .output],
        examples: [
            Example("seam report trace.pcap -o report.html", "the page, to be opened in a browser"),
            Example("seam report -c line -s 3 -o torn.html trace.pcap", "connection 3 alone"),
            Example("seam report --serve trace.pcap", "a capture with millions of messages"),
        ]
    ) { (options, files, output) throws(CommandError) in
        if let port = options.report.port { return try serve(files, options, port, output) }
        guard !output.terminal.isTerminal else { throw .usage("needs -o FILE, the page to write") }
        let target = PageFile(page: ReportPage(), output: output)
        var report = try ReportWriter(files, options, ReportLimits(options.report), into: target)
        output.write(target.page.head)
        defer { output.write(target.page.tail) }
        try report.write()
        return .success
    }

    /// Answers a browser until Ctrl-C.
    private static func serve(
        _ files: [String],
        _ options: Options,
        _ port: LoopbackPort,
        _ output: OutputFile
    ) throws(CommandError) -> ExitStatus {
        guard options.output.file == nil else { throw .usage("--serve goes without --output") }
        // First of all: a port that is taken is known before a long reading.
        var server = try LoopbackServer(port: port.number)
        let store = try RowStore()
        var damage: CommandError?
        do throws(CommandError) {
            var report = try ReportWriter(files, options, ReportLimits(options.report), into: store)
            try report.write()
        } catch .input(let problem) {
            damage = .input(problem)
        }
        store.finish()
        if let damage, store.tracks(ofStream: nil).allSatisfy({ $0.key.kind != .connections }) {
            throw damage
        }
        if let failure = store.failure {
            throw .output(
                "cannot keep the rows: \(Descriptor.describe(failure)); TMPDIR chooses another place"
            )
        }
        // What can be read is worth a look, damage or not.
        if let damage { Descriptor.standardError.say("seam: \(damage.message)") }
        output.write("http://127.0.0.1:\(server.port)/\n")
        output.flush()
        let site = ReportSite(store)
        Interrupts.watch()
        server.run(while: { !Interrupts.isStopAsked }, answer: site.answer)
        return damage == nil ? .success : .failure
    }
}

extension OptionGroup {
    fileprivate static let page = OptionGroup(
        title: "Page",
        options: [
            .bareOrNumber(
                "serve",
                "PORT",
                \.report.port,
                "serve the page on this machine's loopback instead of writing it, on any free port or on this one"
            ),
            .value(
                "reader",
                "READER",
                \.seams.reader,
                "the client whose reads are a lane of the picture, as in seam segments"
            ),
            .value(
                "max-rows",
                "N",
                \.report.rows,
                """
                hold no more messages, segments and reads than this, of each; connections are all counted \
                (default: 200000, with --serve 20000000)
                """
            ),
            .value(
                "max-bytes",
                "SIZE",
                \.report.bytes,
                "hold no more bytes of the streams than this (default: 32M, with --serve 4096M)"
            ),
        ]
    )
}
