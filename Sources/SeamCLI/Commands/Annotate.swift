import Seam
import SeamReport

extension Command {
    /// `seam annotate`: the capture with comments at its seams, or a dissector for Wireshark.
    static let annotate = Command(
        name: "annotate",
        summary: "the capture with a comment at each seam, for Wireshark",
        description: [
            """
            Writes all packets of the captures as pcapng, unchanged, with a comment where a message was split or ends \
            inside a segment; Wireshark shows them in its packet list (frame.comment). Comments, names, interfaces \
            and decryption secrets that are there are kept; options of packets other than comments are not, nor blocks that hold no packet, which Wireshark numbers as if they did.
            """,
            """
            With --lua it writes instead a dissector in Lua for the framing that -c gives, so that Wireshark without \
            seam shows the same messages: put it into the folder that About Wireshark calls Personal Lua Plugins. It \
            is known for delimiter, line, fixed, varint, length and tlc.
            """,
        ],
        operands: Operands(placeholder: "[FILE...]", count: 0...Int.max, noun: "a capture file"),
        groups: [.dissector, .input, .decoding, .limits, .output],
        examples: [
            Example(
                "seam annotate -c line trace.pcap -o annotated.pcapng",
                "the same packets, with comments"
            ),
            Example("seam annotate -c 9000=tlc:type=2,length=4 --lua game.lua", "a dissector for port 9000"),
        ]
    ) { (options, files, output) throws(CommandError) in
        if let path = options.annotate.lua {
            try writeDissector(path, options)
            if files.isEmpty { return .success }
        }
        guard !files.isEmpty else { throw .usage("needs \(Operands.captures.noun)") }
        guard !files.contains("-") else {
            throw .usage("reads the capture twice: save standard input to a file")
        }
        guard !output.terminal.isTerminal else { throw .usage("needs -o FILE, the pcapng file to write") }
        let comments = CommentRows()
        var run = try CaptureRun(files, options)
        run.analysis.wantsDetails = true
        var facts = CaptureFacts()
        var damage: CommandError?
        do throws(CommandError) {
            try run.read(comments, while: { [output] in output.isOpen }, facts: { facts = $0 })
        } catch {
            damage = error
        }
        comments.finish()
        // The same damage ends both readings: the packets before it are written, then it is said.
        try? copy(files, facts, comments, to: output)
        if let damage { throw damage }
        if options.output.verbosity != .quiet {
            Descriptor.standardError.say("seam: \(comments.packets) packets have comments")
            if comments.leftOut > 0 {
                Descriptor.standardError.say(
                    "seam: \(comments.leftOut) more comments were left out; choose connections with -f"
                )
            }
        }
        return .success
    }

    private static func copy(
        _ files: [String],
        _ facts: CaptureFacts,
        _ comments: CommentRows,
        to output: OutputFile
    ) throws(CaptureError) {
        var annotated = AnnotatedCapture(facts, to: output)
        defer { annotated.finish() }
        var reader = try CaptureReader(files: files, filter: nil)
        while output.isOpen {
            guard let packet = try reader.next() else { return }
            annotated.append(packet, comments[packet.number])
        }
    }

    private static func writeDissector(_ path: String, _ options: Options) throws(CommandError) {
        let choices = options.decoding.codecs
        guard let spec = choices.general ?? choices.byPort.values.first,
            choices.byPort.count + (choices.general == nil ? 0 : 1) == 1
        else {
            throw .usage("--lua needs one -c [PORT=]SPEC, the framing to write a dissector for")
        }
        let text: String
        do throws(SpecError) {
            text = try LuaDissector(CodecSpec(spec), port: choices.byPort.keys.first).text
        } catch {
            throw .usage("--lua: \(error)")
        }
        try OutputFile.with(path) { $0.write(text) }
    }
}

extension OptionGroup {
    fileprivate static let dissector = OptionGroup(
        title: "Dissector",
        options: [
            .value("lua", "FILE", \.annotate.lua, "write a Wireshark dissector for the framing to FILE")
        ]
    )
}
