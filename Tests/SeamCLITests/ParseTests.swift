import Seam
import Testing

@testable import SeamCLI

@Suite struct ParseTests {
    @Test("options count wherever they stand, also behind the files")
    func permutation() throws {
        let (options, files) = try Command.inspect.parse(["a.pcap", "--json", "b.pcap", "-q"])
        #expect(options.output.json)
        #expect(options.output.verbosity == .quiet)
        #expect(files == ["a.pcap", "b.pcap"])
    }

    @Test("behind -- all words are files, and - is one anywhere")
    func operands() throws {
        let (options, files) = try Command.inspect.parse(["-", "--", "--json", "-q"])
        #expect(options == Options())
        #expect(files == ["-", "--json", "-q"])
    }

    @Test(
        "an argument may follow its option, stick to the letter, or stand behind =",
        arguments: [
            ["-f", "tcp"], ["-ftcp"], ["--filter", "tcp"], ["--filter=tcp"], ["--fil=tcp"], ["-qftcp"],
        ]
    )
    func spellings(arguments: [String]) throws {
        #expect(try Command.inspect.parse(arguments + ["x"]).options.input.filter == "tcp")
    }

    @Test("a parse knows nothing of the one before, even if that ended inside a row of letters")
    func reset() throws {
        #expect(throws: CommandError.self) { try Command.inspect.parse(["-qZv", "x", "-q"]) }
        let (options, files) = try Command.inspect.parse(["x", "-v"])
        #expect(options.output.verbosity == .verbose)
        #expect(files == ["x"])
    }

    @Test("what is not given has the default of the design")
    func defaults() throws {
        let options = try Command.inspect.parse(["x"]).options
        #expect(options.limits.held.bytes == 67_108_864)
        #expect(options.limits.heldPerHalf.bytes == 4_194_304)
        #expect(options.seams.carriers == .segments)
        #expect(options.output.color == .auto)
        #expect(options.input.streams.contains(7))
        #expect(options.decoding.codecs.general == nil)
    }

    @Test("repeated codecs and streams add up, of other options the last counts")
    func repetition() throws {
        let options = try Command.messages.parse([
            "-c", "tlc", "-c", "9000=fixed:size=16", "-s", "0,3", "--stream=5", "--color", "always",
            "--color=never",
        ]).options
        #expect(options.decoding.codecs.general == "tlc")
        #expect(options.decoding.codecs.byPort == [9000: "fixed:size=16"])
        #expect(options.input.streams.numbers == [0, 3, 5])
        #expect(options.output.color == .never)
    }

    @Test("--help wins over the mistakes behind it")
    func help() throws {
        #expect(try Command.inspect.parse(["--help", "--nonsense"]).options.request == .help)
    }

    @Test(
        "a mistake is named, and what was meant is suggested",
        arguments: [
            (["--jsn"], "unknown option --jsn (did you mean --json?)"),
            (["--jsno=1"], "unknown option --jsno (did you mean --json?)"),
            (["-json"], "unknown option -j (did you mean --json?)"),
            (["--nothing"], "unknown option --nothing; seam inspect --help lists the options"),
            (["-qZ"], "unknown option -Z; seam inspect --help lists the options"),
            (["-ｏ"], "unknown option -ｏ; seam inspect --help lists the options"),
            (["--max-h", "1"], "--max-h is ambiguous: --max-held, --max-held-half"),
            (["x", "--filter"], "--filter needs an argument: --filter BPF"),
            (["x", "-f"], "-f needs an argument: -f BPF"),
            (["--json=yes"], "--json takes no argument"),
            (["--extract", "d"], "--extract is no option of inspect, but of streams"),
            (["--color", "red"], "--color red is none of auto, always, never"),
            (["-f", ""], "--filter '' is empty"),
        ]
    )
    func mistakes(arguments: [String], message: String) {
        #expect(throws: CommandError.usage(message)) { try Command.inspect.parse(arguments) }
    }

    @Test(
        "no row of a table hides another: letters and names are taken once",
        arguments: Command.all.map(\.name)
    )
    func tables(name: String) throws {
        let options = try Command.named(name).options
        let letters = options.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
        #expect(Set(options.map(\.long)).count == options.count)
        #expect(letters.allSatisfy { $0.isASCII && $0.isLetter })
    }
}
