import Seam

extension Command {
    /// `seam check`: captures kept as regression tests of decoders.
    static let check = Command(
        name: "check",
        summary: "fixtures against their expectations",
        description: [
            """
            Compares the messages of NAME.pcap with NAME.expect.jsonl beside it, whose first line names the codec \
            and the options: {"codec":"tlc"}, also "carriers", "reader" and "filter". The other lines are what \
            seam messages --json prints, without times. A PATH is a fixture, or a directory of fixtures.
            """
        ],
        operands: Operands(
            placeholder: "PATH...",
            count: 1...Int.max,
            noun: "a fixture or a directory of fixtures"
        ),
        groups: [.checking, .output],
        examples: [
            Example("seam check fixtures", "all fixtures of a directory"),
            Example("seam check -q fixtures/split-in-header.pcap", "one fixture, differences only"),
            Example("seam check --update fixtures", "writes what is printed now; read the difference"),
        ],
        exits: [
            Exit(status: .success, means: "all fixtures are as expected"),
            Exit(status: .difference, means: "a fixture differs"),
            Exit(status: .failure, means: "wrong usage, or an input or output that failed"),
        ]
    ) { (options, paths, output) throws(CommandError) in
        var fixtures: [Fixture] = []
        for path in paths { fixtures += try Fixture.find(path) }
        var failed = 0
        for fixture in fixtures where output.isOpen {
            if options.check.updates { try update(fixture) }
            let difference = try difference(fixture)
            failed += difference == nil ? 0 : 1
            if let difference {
                output.write("differs  \(fixture.name)\n\(difference)")
            } else if options.output.verbosity != .quiet {
                output.write("ok       \(fixture.name)\n")
            }
        }
        output.write("\(fixtures.count - failed) passed, \(failed) failed\n")
        return failed == 0 ? .success : .difference
    }

    private static func update(_ fixture: Fixture) throws(CommandError) {
        let (header, lines) = try fixture.expected()
        let printed = try fixture.printed(header)
        guard printed != lines else { return }
        let first = try Directory.contents(fixture.expectation).prefix { $0 != UInt8(ascii: "\n") }
        try Directory.replace(fixture.expectation, with: [Array(first)] + printed)
    }

    /// The first line that differs, in words; nil when none does.
    private static func difference(_ fixture: Fixture) throws(CommandError) -> String? {
        let (header, lines) = try fixture.expected()
        let printed = try fixture.printed(header)
        guard printed != lines else { return nil }
        let place =
            zip(lines, printed).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, printed.count)
        func text(_ all: [[UInt8]]) -> String {
            place < all.count ? String(decoding: all[place], as: UTF8.self) : "no more units"
        }
        return """
              line \(place + 2), of \(lines.count + 1) expected and \(printed.count + 1) printed
              expected  \(text(lines))
              printed   \(text(printed))

            """
    }
}

extension OptionGroup {
    fileprivate static let checking = OptionGroup(
        title: "Checking",
        options: [
            .flag(
                "update",
                \.check.updates,
                to: true,
                "write what is printed now into the expectations"
            )
        ]
    )
}
