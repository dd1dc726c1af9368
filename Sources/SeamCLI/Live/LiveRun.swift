import Seam
import SeamReport

/// Watches interfaces until something ends it, then tells what `inspect` would.
///
///     capture -> recording -> pipeline -> rows        on one thread; another one fetches the packets
struct LiveRun: ~Copyable {
    /// How often the status is renewed and drops are looked for, in milliseconds.
    private static let pace = 250
    /// Most packets that are taken between two looks at the clock.
    private static let round = 4096

    private let options: Options
    private let output: OutputFile
    /// Where rows and the summary go: the output, unless that carries the recording.
    private let rows: LiveRows
    private let story: InspectStory
    private var capture: LiveCapture
    private var intake: Intake
    private var status = StatusLine()
    private var drops = LiveDrops([], skipped: 0)
    private var lost: Set<Int> = []
    private let start = Clock.milliseconds

    /// A run over interfaces that are open.
    private init(
        _ options: Options,
        _ output: OutputFile,
        _ rows: LiveRows,
        _ story: InspectStory,
        _ capture: consuming LiveCapture,
        _ intake: consuming Intake
    ) {
        (self.options, self.output, self.rows, self.story) = (options, output, rows, story)
        self.capture = capture
        self.intake = intake
    }

    /// Opens the interfaces, gives up root, makes the recording's file, and watches until the end.
    static func watch(
        _ interfaces: [String],
        _ options: Options,
        _ output: OutputFile
    ) throws(CommandError) {
        var analysis = try PipelineOptions(options)
        analysis.wantsDetails = options.output.verbosity != .quiet
        if !options.output.json { analysis.pictures = InspectStory.limit }
        analysis.diagnosed = Diagnoses.limit
        analysis.clients = options.inspect.clients.choice
        let rows = LiveRows(options, for: output)
        let story = InspectStory(options, analysis.carriers, for: output)
        let capture = try open(interfaces, options)
        if !options.live.keepsRights { try Rights.drop() }
        let recording = try record(capture.interfaces, options.live)
        let pipeline = Pipeline(analysis, observer: rows) { connection, analysis, context in
            story.add(connection, analysis, context)
        }
        let intake = Intake(pipeline, recording, decodes: options.live.decodes)
        var run = LiveRun(options, output, rows, story, capture, intake)
        try run.run()
    }

    private static func open(
        _ interfaces: [String],
        _ options: Options
    ) throws(CommandError) -> LiveCapture {
        let settings = options.live.settings(filter: options.input.filter)
        do throws(CaptureError) {
            let capture = try LiveCapture(interfaces, settings)
            if options.output.verbosity != .quiet { say(interfaces, settings, options.live.recording) }
            return capture
        } catch {
            throw CommandError(live: error)
        }
    }

    private static func record(
        _ interfaces: [CaptureInterface],
        _ arguments: LiveArguments
    ) throws(CommandError) -> LiveRecording? {
        guard let path = arguments.recording else { return nil }
        do throws(CaptureError) {
            var section = CaptureSection()
            section.application = "seam \(Program.version)"
            return try LiveRecording(RecordingOptions(path, arguments), section: section, interfaces: interfaces)
        } catch {
            throw CommandError(error)
        }
    }

    /// Says what is captured and how.
    private static func say(_ interfaces: [String], _ settings: LiveOptions, _ recording: String?) {
        let mode = settings.isImmediate ? "each packet at once" : "buffered for up to \(settings.latency) ms"
        let file = recording.map { ", recording to \($0 == "-" ? "standard output" : $0)" } ?? ""
        Descriptor.standardError.say("seam: capturing \(interfaces.joined(separator: ", ")), \(mode)\(file)")
    }

    /// Watches until the end, and tells what was seen.
    private mutating func run() throws(CommandError) {
        Interrupts.watch()
        var nextLook = start
        let limit = options.live.packets?.number
        let rows = self.rows
        do throws(CaptureError) {
            while true {
                let wasOver = capture.isOver
                let taken = try Self.take(from: &capture, into: &intake) { number in
                    number == limit || rows.isFound
                }
                if taken.isEnough { break }
                if wasOver, taken.count == 0 { break }
                if isDone { capture.stop() }
                let now = Clock.milliseconds
                let isTime = now >= nextLook
                if isTime {
                    nextLook = now + Self.pace
                    look()
                }
                show(isTime: isTime)
                if taken.count == 0 || isTime { try intake.flush() }
                if taken.count == 0 { capture.wait(milliseconds: Int32(max(1, nextLook - now))) }
            }
            capture.stop()
            look()
            try intake.finishRecording(capture.counts)
        } catch {
            throw CommandError(error)
        }
        finish()
    }

    /// Takes what is there, but not more than a round, and no more than was asked for.
    private static func take(
        from capture: inout LiveCapture,
        into intake: inout Intake,
        until isEnough: (Int) -> Bool
    ) throws(CaptureError) -> (count: Int, isEnough: Bool) {
        var count = 0
        while count < round, let packet = capture.next() {
            count += 1
            try intake.take(packet)
            if isEnough(packet.number) { return (count, true) }
        }
        intake.adapt(to: capture.backlog)
        return (count, false)
    }

    /// Whether somebody or something asks for the end.
    private var isDone: Bool {
        if Interrupts.isStopAsked || !output.isOpen { return true }
        guard let duration = options.live.duration, duration.nanoseconds > 0 else { return false }
        return Clock.milliseconds - start >= duration.nanoseconds / 1_000_000
    }

    /// Looks for drops and for interfaces that are gone.
    private mutating func look() {
        let counts = capture.counts
        let all = LiveDrops(counts, skipped: intake.skipped)
        let new = all.since(drops)
        if new.total > 0 {
            drops = all
            rows.note(new, at: intake.lastTime)
            intake.pipeline.noteDrops()
        }
        for (index, count) in counts.enumerated() where !lost.contains(index) {
            guard let failure = count.failure else { continue }
            lost.insert(index)
            status.clear(output)
            output.flush()
            let others = lost.count < counts.count ? "; the others go on" : ""
            Descriptor.standardError.say("seam: \(capture.interfaces[index].name): \(failure)\(others)")
        }
    }

    /// Writes the rows that have come, and renews the status line of a terminal.
    private mutating func show(isTime: Bool) {
        let hasStatus = output.terminal.isTerminal && !options.output.json
        guard !rows.isEmpty || hasStatus && isTime else { return }
        if hasStatus { status.clear(output) }
        rows.write(to: output)
        if options.output.json { story.write(to: output) }
        if hasStatus {
            let facts = facts
            if isTime { status.measure(facts) }
            status.show(facts, columns: output.columns, output)
        }
        output.flush()
    }

    private var facts: StatusLine.Facts {
        var facts = StatusLine.Facts()
        facts.packets = capture.packetsRead
        facts.milliseconds = Clock.milliseconds - start
        facts.tally = rows.tally
        facts.drops = drops
        facts.recording = intake.recorded.map { ($0.file, $0.packets) }
        return facts
    }

    /// Ends the connections and tells of them.
    private mutating func finish() {
        if output.terminal.isTerminal { status.clear(output) }
        if options.live.decodes {
            intake.pipeline.finish(while: { [output] in output.isOpen })
            rows.write(to: output)
            if !options.output.json { output.write("\n") }
            story.end(report)
            story.write(to: output)
        } else {
            rows.write(to: output)
        }
        output.flush()
        Descriptor.standardError.say("seam: \(totals)")
    }

    /// What the capture is besides its connections.
    private var report: CaptureReport? {
        guard story.takesReport else { return nil }
        var report = CaptureReport()
        report.add(intake.pipeline, nil)
        return report
    }

    /// The last line: how many packets came, and how many did not.
    private var totals: String {
        var text = "\(capture.packetsRead) packets captured"
        text += ", dropped: \(drops.kernel) by the kernel, \(drops.interface) by the interface"
        text += ", \(drops.seam) by seam"
        if drops.skipped > 0 { text += ", \(drops.skipped) recorded but not analysed" }
        guard let recorded = intake.recorded else { return text }
        let files = recorded.files == 1 ? recorded.file : "\(recorded.files) files"
        return text + "; \(recorded.packets) recorded in \(files == "-" ? "standard output" : files)"
    }
}
