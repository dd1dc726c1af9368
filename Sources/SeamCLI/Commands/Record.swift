import Seam

extension Command {
    /// `seam record`: connections of a capture kept as a fixture.
    static let record = Command(
        name: "record",
        summary: "keeps connections of a capture as a fixture for seam check",
        description: [
            """
            Writes the chosen connections to NAME.pcap and what seam messages --json prints of them to \
            NAME.expect.jsonl, so that seam check tells when a decoder makes something else of them. Packets that are \
            not TCP are left out; of a pcapng file also comments, names, interfaces and secrets.
            """,
            """
            With --anonymise every network card, address and port is replaced by another, the same one by the same \
            one, in all layers and inside tunnels: addresses by those of 198.18.0.0/15 and 2001:db8::/32. Checksums \
            that were right stay right. Payload is kept; --scramble also replaces its letters and digits by others, as \
            far as the messages stay where they are: lengths, commands and numbers that frame them are kept. \
            VLAN tags, tunnel identifiers and times are kept. Read what you give away.
            """,
        ],
        operands: .captures,
        groups: [.recording, .input, .decoding, .seams],
        examples: [
            Example("seam record -c line -s 3 -o fixtures/torn-line trace.pcap", "connection 3 as a fixture"),
            Example(
                "seam record -c tlc --scramble -o fixtures/field-bug trace.pcap",
                "a fixture to give away: nobody is named, and nothing that was said can be read"
            ),
        ],
        exits: [
            Exit(status: .success, means: "the fixture is written"),
            Exit(status: .failure, means: "wrong usage, a fixture that is there, or an input or output that failed"),
        ]
    ) { (options, files, output) throws(CommandError) in
        guard let path = options.record.fixture else { throw .usage("needs -o NAME, the path of the fixture") }
        var recording = try Recording(files, name(path), options)
        let (packets, units) = try recording.run()
        if options.output.verbosity != .quiet {
            for note in recording.notes { Descriptor.standardError.say("seam: \(note)") }
            output.write("\(recording.name): \(packets == 1 ? "1 packet" : "\(packets) packets"), ")
            output.write(units == 1 ? "1 unit\n" : "\(units) units\n")
        }
        if let damage = recording.damage { throw damage }
        return .success
    }

    /// The path without an ending that the fixture gets by itself.
    private static func name(_ path: String) -> String {
        for ending in [Fixture.ending, ".pcapng", ".pcap"] where path.hasSuffix(ending) {
            return String(path.dropLast(ending.count))
        }
        return path
    }
}

extension OptionGroup {
    fileprivate static let recording = OptionGroup(
        title: "Recording",
        options: [
            .value(
                "output",
                short: "o",
                "NAME",
                \.record.fixture,
                "the path of the fixture: NAME.pcap and NAME.expect.jsonl are written"
            ),
            .flag("force", \.record.overwrites, to: true, "replace a fixture that is there"),
            .flag(
                "anonymise",
                \.record.anonymises,
                to: true,
                "replace network cards, addresses and ports; keep the payload"
            ),
            .flag(
                "scramble",
                \.record.scrambles,
                to: true,
                "also replace letters and digits of the payload; keep lengths and framing"
            ),
            .flag("quiet", short: "q", \.output.verbosity, to: .quiet, "say nothing but errors"),
        ]
    )
}
