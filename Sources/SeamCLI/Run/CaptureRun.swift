import Seam
import SeamReport

/// Reads the captures of a command through a pipeline.
///
/// Everything before a damage is analysed and handed out; then the damage is the error.
struct CaptureRun {
    let files: [String]
    let options: Options
    /// How the captures are analysed; a command sets here what it needs besides the arguments.
    var analysis: PipelineOptions
    /// Whether the program ends behind it, so that nothing need be taken apart.
    var isLast = false

    /// A run over `files`, as the arguments say.
    ///
    /// - Throws: `usage` for a codec spec that cannot be used.
    init(_ files: [String], _ options: Options) throws(CommandError) {
        self.files = files
        self.options = options
        analysis = try PipelineOptions(options)
    }

    /// Reads all packets, and hands each connection that is chosen to `connection` when all is known of it.
    ///
    /// Ends early when `goesOn` says no, which is asked every few packets and for every connection; when `isEnough` says yes
    /// no more packets are read, and the connections are handed out. `report` gets what the
    /// capture is besides; without it what the limits cost is said on standard error. `facts` gets what its files say.
    ///
    /// - Throws: `input` for what cannot be read, after all that could be was handed out.
    func read(
        _ observer: (any Observer)?,
        while goesOn: () -> Bool,
        until isEnough: () -> Bool = { false },
        facts told: ((CaptureFacts) -> Void)? = nil,
        report: ((CaptureReport) -> Void)? = nil,
        connection: Pipeline.ConnectionReceiver? = nil
    ) throws(CommandError) {
        var summary = CaptureReport()
        var damage: CaptureError?
        var facts: CaptureFacts?
        var pipeline = Pipeline(analysis, observer: observer) { ended, analysis, context in
            summary.add(ended)
            connection?(ended, analysis, context)
        }
        do throws(CaptureError) {
            var reader = try CaptureReader(files: files, filter: options.input.filter)
            defer { facts = reader.facts }
            var meter = ProgressMeter(files, isQuiet: options.output.verbosity == .quiet || observer != nil)
            defer { meter.clear() }
            var isOver = false
            while !isOver {
                // So often that asking the clock costs nothing.
                var left = meter.isShown ? 1 << 10 : Int.max
                try pipeline.takeAll(of: &reader) {
                    left -= 1
                    return left > 0 && goesOn() && !isEnough()
                }
                isOver = left > 0
                if !isOver { meter.show(reader.files.count, reader.offset) }
            }
        } catch {
            damage = error
        }
        pipeline.dropped = facts?.dropped
        pipeline.finish(while: goesOn)
        summary.add(pipeline, facts)
        if let facts { told?(facts) }
        report?(summary)
        if options.output.verbosity != .quiet, goesOn() {
            note(pipeline.unrecognised)
            if report == nil { note(summary) }
        }
        // What was not recognised may be read again, to find out its framing.
        if isLast, pipeline.unrecognised == 0 { pipeline.abandon() }
        if let damage { throw CommandError(damage) }
    }

    /// Says what the limits cost, and which link types are not read.
    private func note(_ summary: CaptureReport) {
        for words in summary.unreadLinkTypes { Descriptor.standardError.say("seam: \(words)") }
        for loss in summary.losses { Descriptor.standardError.say("seam: \(loss.text)") }
    }

    /// Says what to do when no codec fits.
    private func note(_ count: Int) {
        guard count > 0 else { return }
        let connections = count == 1 ? "1 connection" : "\(count) connections"
        Descriptor.standardError.say(
            "seam: no codec recognised for \(connections); give one with -c, see seam codecs"
        )
    }
}

extension CommandError {
    /// What is wrong with a capture, and what to do about it.
    init(_ error: CaptureError) {
        let advice = error.advice.split(separator: "FILE", omittingEmptySubsequences: false)
        self = .input("\(error); \(advice.joined(separator: shown(error.file)))")
    }
}
