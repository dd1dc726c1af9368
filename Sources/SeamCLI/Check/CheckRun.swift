import Seam
import SeamReport
import SeamTesting

/// One thing to check, on any thread.
struct CheckJob: Sendable {
    let name: String
    /// The work; the decoder under test is the thread's own.
    let work: @Sendable (DecoderUnderTest?) -> CheckResult.Verdict
}

/// Does the jobs of `seam check` side by side and reports them in their order.
enum CheckRun {
    /// Runs the jobs; the exit status says what came of them.
    ///
    /// - Throws: the first input that could not be read, after all was reported.
    static func run(
        _ jobs: [CheckJob],
        _ options: Options,
        _ output: OutputFile
    ) throws(CommandError) -> ExitStatus {
        let check = options.check
        let exec = check.exec
        var report = report(jobs.count, options, output)
        var junit = JUnitReport()
        var hasDifference = false
        var problem: CommandError?
        Parallel.map(
            jobs.count,
            threads: options.jobs?.value ?? Parallel.processors,
            state: { exec.command.map { DecoderUnderTest($0, exec) } },
            work: { index, decoder in result(of: jobs[index], decoder) }
        ) { _, result in
            report.add(result, to: output)
            if check.junit != nil { junit.add(result) }
            if case .failed = result.verdict { hasDifference = true }
            if case .broken(let error) = result.verdict { problem = problem ?? error }
        }
        report.finish(output)
        if let path = check.junit {
            try OutputFile.with(path) { $0.write(junit.text) }
        }
        if let problem { throw problem }
        return hasDifference ? .difference : .success
    }

    /// The report that the options ask for.
    private static func report(_ count: Int, _ options: Options, _ output: OutputFile) -> any CheckReport {
        if options.check.isTAP { return TAPReport(count: count, output) }
        if options.output.json { return JSONReport() }
        return TextReport(
            isQuiet: options.output.verbosity == .quiet,
            failure: options.check.exec.command == nil ? "differs" : "wrong",
            palette: Palette(isColored: output.terminal.isColored(options.output.color))
        )
    }

    private static func result(of job: CheckJob, _ decoder: DecoderUnderTest?) -> CheckResult {
        let start = Stopwatch.nanoseconds
        let verdict = job.work(decoder)
        return CheckResult(name: job.name, verdict: verdict, duration: Stopwatch.nanoseconds - start)
    }
}

extension CheckJob {
    /// Compares a fixture with its expectation, after writing it when that is asked for.
    static func compare(_ fixture: Fixture, _ options: CheckOptions) -> CheckJob {
        CheckJob(name: fixture.name) { _ in
            do throws(CommandError) {
                if options.updates { try fixture.update() }
                if let difference = try FixtureDifference(fixture) { return .failed(difference.text) }
                guard let ways = options.rechunk else { return .passed("") }
                let found = try fixture.rechunk(ways: ways.value)
                return found.map { .failed($0) } ?? .passed("")
            } catch {
                return .broken(error)
            }
        }
    }

    /// Feeds the halves of a fixture to the decoder under test.
    static func feed(_ fixture: Fixture) -> CheckJob {
        CheckJob(name: fixture.name) { decoder in
            do throws(CommandError) {
                let cases = try fixture.cases()
                guard !cases.isEmpty else { return .skipped("no message in front of a gap or a violation") }
                return feed(cases, decoder)
            } catch {
                return .broken(error)
            }
        }
    }

    /// Feeds a case of a suite to the decoder under test, or to seam's own of that format.
    static func feed(_ test: DecoderCase, seamDecoder: CodecFactory?) -> CheckJob {
        CheckJob(name: test.name) { decoder in
            guard let seamDecoder else { return feed([test], decoder) }
            let report = TrialReport(test) { seamDecoder.answer($0, $1) }
            return report.text.isEmpty ? .passed("") : .failed(report.text)
        }
    }

    private static func feed(_ cases: [DecoderCase], _ decoder: DecoderUnderTest?) -> CheckResult.Verdict {
        guard let decoder else { return .skipped("no decoder under test") }
        var text = ""
        var count = 0
        for test in cases {
            let report = TrialReport(test) { decoder.decode($0, $1) }
            count += report.trial.count
            guard !report.text.isEmpty else { continue }
            text += (cases.count > 1 ? "  \(report.name)\n" : "") + report.text
        }
        let streams = cases.count == 1 ? "1 stream" : "\(cases.count) streams"
        return text.isEmpty ? .passed("\(streams) in \(count) ways") : .failed(text)
    }
}

extension CodecFactory {
    /// What seam's own decoder makes of a stream so cut.
    fileprivate func answer(_ bytes: [UInt8], _ cuts: [Int]) -> DecoderAnswer {
        var batch = UnitBatch(wantsDetails: false)
        let decoder = make().client
        for piece in Rechunk.pieces(of: bytes, cuts) { decoder.feed(piece.rawSpan, into: &batch) }
        decoder.peerEnded(into: &batch)
        decoder.finish(.closed, into: &batch)
        var messages: [DecoderAnswer.Message] = []
        for unit in batch.units {
            switch unit.kind {
            case .message where unit.violation == nil, .heartbeat:
                messages.append(.init(.range(unit.range), isHeartbeat: unit.kind == .heartbeat))
            case .leftover: break
            default:
                return .decoded(messages, refusal: unit.violation.map { "\($0.rule)" } ?? "undecoded bytes")
            }
        }
        return .decoded(messages, refusal: nil)
    }
}
