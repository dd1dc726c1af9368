import Seam
import SeamTesting

extension Command {
    /// `seam check`: captures kept as regression tests of decoders.
    static let check = Command(
        name: "check",
        summary: "fixtures against their expectations, or a decoder against them",
        description: [
            """
            Compares the messages of NAME.pcap with NAME.expect.jsonl beside it, whose first line names the codec \
            and the options: {"codec":"tlc"}, also "codec:PORT", "carriers", "reader" and "filter"; "crc64" is the \
            checksum of NAME.pcap, so that a change is noticed in bytes that no message tells of. The other lines are what seam \
            messages --json prints, without times. A PATH is a fixture, or a directory of fixtures. seam record makes \
            them.
            """,
            """
            With --exec a decoder in any language is checked instead: its standard input gets the streams in \
            pieces, as captured, whole, byte by byte, cut in two everywhere and at random; its messages come back as \
            lines of JSON. Each way of cutting for which they are not those of the expectation is reported with the \
            smallest cut that does it. Documentation/decoders-under-test.md has the format, examples/adapters \
            has adapters. --suite NAME takes streams that come with seam instead of fixtures: \
            \(ConformanceSuite.all.joined(separator: ", ")).
            """,
        ],
        operands: Operands(
            placeholder: "[PATH...]",
            count: 0...Int.max,
            noun: "a fixture or a directory of fixtures"
        ),
        groups: [.checking, .underTest, .reports, .output],
        examples: [
            Example("seam check fixtures", "all fixtures of a directory"),
            Example("seam check -q fixtures/split-in-header.pcap", "one fixture, differences only"),
            Example("seam check --update fixtures", "writes what is printed now; read the difference"),
            Example(
                "seam check --only line --exec 'python3 my_decoder.py' fixtures",
                "my decoder against the fixtures of lines"
            ),
            Example(
                "seam check --suite stomp --exec ./my_decoder",
                "my decoder against the streams for STOMP"
            ),
        ],
        exits: [
            Exit(status: .success, means: "all is as expected"),
            Exit(status: .difference, means: "a fixture differs, or a decoder is wrong"),
            Exit(status: .failure, means: "wrong usage, or an input or output that failed"),
        ]
    ) { (options, paths, output) throws(CommandError) in
        try CheckRun.run(try jobs(options.check, paths), options, output)
    }

    private static func jobs(_ check: CheckOptions, _ paths: [String]) throws(CommandError) -> [CheckJob] {
        if let name = check.suite { return try suite(name, check, paths) }
        guard !paths.isEmpty else {
            throw .usage("needs a fixture or a directory of fixtures, or --suite NAME")
        }
        var fixtures: [Fixture] = []
        for path in paths { fixtures += try Fixture.find(path) }
        if let spec = check.only { fixtures = try only(fixtures, spec) }
        guard check.exec.command != nil else { return fixtures.map { .compare($0, check) } }
        guard !check.updates, check.rechunk == nil else {
            throw .usage("--update and --rechunk are of seam's own decoders: leave --exec out")
        }
        return fixtures.map { .feed($0) }
    }

    private static func only(_ fixtures: [Fixture], _ spec: String) throws(CommandError) -> [Fixture] {
        var chosen: [Fixture] = []
        for fixture in fixtures {
            let specs = try fixture.expected().options.specs
            if specs.contains(where: { $0 == spec || $0.hasPrefix(spec + ":") }) { chosen.append(fixture) }
        }
        guard !chosen.isEmpty else { throw .usage("--only \(spec): no fixture has that codec") }
        return chosen
    }

    private static func suite(
        _ name: String,
        _ check: CheckOptions,
        _ paths: [String]
    ) throws(CommandError) -> [CheckJob] {
        guard paths.isEmpty else { throw .usage("--suite takes no PATH") }
        let suite: ConformanceSuite?
        do throws(CaptureScriptError) {
            suite = try ConformanceSuite.named(name)
        } catch {
            throw .input("suite \(name): \(error)")
        }
        guard let suite else {
            let names = ConformanceSuite.all.joined(separator: ", ")
            throw .usage("--suite \(shown(name)) is none of \(names)")
        }
        guard check.exec.command == nil else { return suite.cases.map { .feed($0, seamDecoder: nil) } }
        guard let spec = suite.codec, let factory = try? CodecRegistry.factory(spec) else {
            throw .usage("--suite \(name) needs --exec COMMAND: seam has no decoder of its own for it")
        }
        return suite.cases.map { .feed($0, seamDecoder: factory) }
    }
}

extension OptionGroup {
    fileprivate static let checking = OptionGroup(
        title: "Checking",
        options: [
            .flag("update", \.check.updates, to: true, "write what is printed now into the expectations"),
            .value(
                "rechunk",
                "N",
                \.check.rechunk,
                """
                also cut each stream in two at every place, byte by byte and in N random ways, and demand \
                the same messages
                """
            ),
            .value("only", "CODEC", \.check.only, "only the fixtures whose codec is this, whatever its keys"),
            .value(
                "jobs",
                short: "j",
                "N",
                \.jobs,
                "work on N fixtures at a time; as many as processors"
            ),
        ]
    )

    fileprivate static let underTest = OptionGroup(
        title: "A decoder under test",
        options: [
            .value(
                "exec",
                "COMMAND",
                \.check.exec.command,
                "check the decoder that the shell starts with COMMAND"
            ),
            .value(
                "framing",
                ExecFraming.placeholder,
                \.check.exec.framing,
                "how the pieces are written to it: length and bytes, or lines of JSON"
            ),
            .value(
                "timeout",
                "SECONDS",
                \.check.exec.patience,
                "it hangs when it neither reads nor writes for so long"
            ),
            .value("suite", "NAME", \.check.suite, "check against streams that come with seam"),
        ]
    )

    fileprivate static let reports = OptionGroup(
        title: "Reports",
        options: [
            .value("junit", "FILE", \.check.junit, "also write the results as JUnit's XML"),
            .flag("tap", \.check.isTAP, to: true, "print the results in the Test Anything Protocol"),
        ]
    )
}
