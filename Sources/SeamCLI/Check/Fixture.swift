import Seam
import SeamReport

/// A capture with what `seam messages --json` must print for it (DESIGN section 9).
///
/// `NAME.pcap` (or `.pcapng`) and `NAME.expect.jsonl`, whose first line names the codec and other options.
struct Fixture: Sendable {
    static let ending = ".expect.jsonl"

    /// The path without the endings.
    let name: String
    /// The capture.
    let capture: String

    /// The expectation.
    var expectation: String { name + Self.ending }

    /// The fixtures that a path names: one by its capture or its expectation, or all those of a directory.
    ///
    /// - Throws: `usage` when the path is neither.
    static func find(_ path: String) throws(CommandError) -> [Fixture] {
        if let entries = Directory.entries(path) {
            let names = entries.filter { $0.hasSuffix(ending) }.sorted()
            guard !names.isEmpty else { throw .usage("\(path) holds no fixture: no NAME\(ending)") }
            let folder = path.hasSuffix("/") ? path : path + "/"
            var fixtures: [Fixture] = []
            for name in names { fixtures.append(try Fixture(folder + name.dropLast(ending.count))) }
            return fixtures
        }
        for suffix in [ending, ".pcapng", ".pcap"] where path.hasSuffix(suffix) {
            return [try Fixture(String(path.dropLast(suffix.count)))]
        }
        throw .usage("\(path) is neither a directory nor a fixture (NAME.pcap with NAME\(ending))")
    }

    /// The fixture of a name without endings.
    ///
    /// - Throws: `input` when it has no capture.
    init(_ name: String) throws(CommandError) {
        self.name = name
        let captures = [name + ".pcap", name + ".pcapng"].filter { Directory.hasFile($0) }
        guard let capture = captures.first else { throw .input("\(name).pcap: no such file") }
        self.capture = capture
    }

    /// The first line and the others of the expectation, without their ends.
    func expected() throws(CommandError) -> (options: FixtureOptions, lines: [[UInt8]]) {
        let text = try Directory.contents(expectation)
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map {
            Array($0)
        }
        guard !lines.isEmpty else { throw .input("\(expectation): is empty; its first line names the codec") }
        let first = lines.removeFirst()
        guard let options = FixtureOptions(first) else {
            throw .input(
                "\(expectation): line 1 is not an object of texts such as {\"codec\":\"tlc\",\"carriers\":\"segments\"}"
            )
        }
        return (options, lines)
    }

    /// What is printed now, line by line.
    func printed(_ header: FixtureOptions) throws(CommandError) -> [[UInt8]] {
        var run = try run(header)
        run.analysis.wantsDetails = true
        let lines = FixtureLines()
        try run.read(lines, while: { true })
        return lines.lines
    }

    /// A run over the capture as the expectation's first line says.
    func run(_ header: FixtureOptions) throws(CommandError) -> CaptureRun {
        var options = Options()
        options.output.verbosity = .quiet
        options.input.filter = header.filter
        do throws(BadValue) {
            for spec in header.specs { try options.decoding.codecs.take(spec) }
        } catch {
            throw .input("\(expectation): line 1: a codec \(error.problem)")
        }
        var run = try CaptureRun([capture], options)
        run.analysis.carriers = header.carriers
        return run
    }

    /// Writes what is printed now into the expectation, unless that is there already.
    func update() throws(CommandError) {
        let (header, lines) = try expected()
        let printed = try printed(header)
        guard printed != lines else { return }
        let first = try Directory.contents(expectation).prefix { $0 != UInt8(ascii: "\n") }
        try Directory.replace(expectation, with: [Array(first)] + printed)
    }
}

/// Collects the lines of `messages --json` without times.
private final class FixtureLines: Observer {
    private(set) var lines: [[UInt8]] = []
    private var line = MessageLine()
    private var rows = RowBuffer()

    init() { line.hasTimes = false }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        line.json(unit, finder, batch, place, into: &rows)
        lines.append([UInt8](copying: rows.bytes.extracting(0..<(rows.count - 1))))
        rows.removeAll()
    }
}
