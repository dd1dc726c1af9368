import Seam
import SeamReport

extension Command {
    /// `seam infer`: how an unknown protocol is framed.
    static let infer = Command(
        name: "infer",
        summary: "how an unknown protocol is framed, with the spec to paste",
        description: [
            """
            Looks for delimiters, fixed sizes and length fields (offset, width, order, what is counted) that explain \
            the bytes: messages that end where the sender paused, headers that hold, in every connection to the same \
            server port. Says what speaks for the answer, what a header seems to hold, and what was nearly right; \
            gives none when the data do not decide, or are encrypted or compressed.
            """,
            """
            Nothing is used unasked: paste the spec behind -c, or write it into seam.json with --save NAME.
            """,
        ],
        operands: .captures,
        groups: [.inferring, .input, .limits, .output],
        examples: [
            Example("seam infer trace.pcap", "all ports of a capture"),
            Example(
                "seam infer -f 'port 9000' --save game trace.pcap",
                "port 9000, kept as game in seam.json"
            ),
            Example("seam infer --json trace.pcap | jq -r .spec", "the specs alone"),
        ]
    ) { (options, files, output) throws(CommandError) in
        let run = try CaptureRun(files, options)
        let sampler = InferSampler(perHalf: options.infer.sample.bytes)
        var damage: CommandError?
        do throws(CommandError) {
            try run.sample(into: sampler, while: { [output] in output.isOpen })
        } catch {
            damage = error
        }
        var rows = RowBuffer()
        var specs: [(spec: String, port: UInt16)] = []
        let palette = Palette(isColored: output.terminal.isColored(options.output.color))
        for (port, runs) in sampler.samples where output.isOpen {
            let answer = Infer.answer(runs)
            if let spec = answer.spec { specs.append((spec, port)) }
            let known = recognised(runs)
            if options.output.json {
                InferReport.json(answer, port: port, known: known, into: &rows)
            } else {
                let isVerbose = options.output.verbosity == .verbose
                InferReport.text(
                    answer,
                    port: port,
                    known: known,
                    isVerbose: isVerbose,
                    palette,
                    into: &rows
                )
            }
            output.takeAll(&rows)
        }
        if let name = options.infer.saveAs { try save(specs, as: name) }
        if let damage { throw damage }
        return .success
    }

    /// The codec that recognises every connection by what it says first.
    private static func recognised(_ runs: [InferRun]) -> String? {
        var names: Set<String> = []
        for run in runs where run.isStart && run.from == .client {
            guard let codec = CodecRegistry.recognise(run.bytes.rawSpan, serverPort: 0) else { return nil }
            names.insert(codec.name)
        }
        return names.count == 1 ? names.first : nil
    }

    private static func save(_ specs: [(spec: String, port: UInt16)], as name: String) throws(CommandError) {
        guard let spec = specs.first?.spec else {
            throw .output("nothing to save as \(shown(name)): no framing was found")
        }
        guard specs.allSatisfy({ $0.spec == spec }) else {
            throw .output("several framings were found; choose a port with --filter 'port N' to save one")
        }
        try CodecFile.add(name, spec: spec, ports: specs.map(\.port))
    }
}

extension OptionGroup {
    fileprivate static let inferring = OptionGroup(
        title: "Inferring",
        options: [
            .value(
                "sample",
                "SIZE",
                \.infer.sample,
                "look at the first so many bytes of each direction of a connection; 16M in all"
            ),
            .value(
                "save",
                "NAME",
                \.infer.saveAs,
                "write the answer into seam.json, as codec NAME of its port"
            ),
        ]
    )
}
