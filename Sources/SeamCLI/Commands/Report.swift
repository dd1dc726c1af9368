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
        ],
        operands: .captures,
        groups: [.page, .clients, .input, .decoding, .limits, .output],
        examples: [
            Example("seam report trace.pcap -o report.html", "the page, to be opened in a browser"),
            Example("seam report -c line -s 3 -o torn.html trace.pcap", "connection 3 alone"),
        ]
    ) { (options, files, output) throws(CommandError) in
        guard !output.terminal.isTerminal else { throw .usage("needs -o FILE, the page to write") }
        var report = try ReportWriter(files, options, output)
        try report.write()
        return .success
    }
}

extension OptionGroup {
    fileprivate static let page = OptionGroup(
        title: "Page",
        options: [
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
                "hold no more messages, segments and reads than this, of each; connections are all counted"
            ),
            .value("max-bytes", "SIZE", \.report.bytes, "hold no more bytes of the streams than this"),
        ]
    )
}
