import Seam
import SeamReport

/// Watches interfaces until something ends it, then tells what `inspect` would.
///
///     capture -> recording -> pipeline -> rows or screen        on one thread; another one fetches the packets
struct LiveRun: ~Copyable {
    /// How often the status is renewed and drops are looked for, in milliseconds.
    private static let pace = 250
    /// Most packets that are taken between two looks at the clock.
    private static let round = 4096

    private let options: Options
    private let output: OutputFile
    private let rows: LiveRows
    private let watch: FindingWatch?
    private let screen: FullScreen?
    private let story: InspectStory
    private var capture: LiveCapture
    private var intake: Intake
    private var status = StatusLine()
    private var drops = LiveDrops([], skipped: 0)
    private var lost: Set<Int> = []
    private let start = Clock.milliseconds

    /// A run over interfaces that are open, with those who watch it.
    init(
        _ options: Options,
        _ output: OutputFile,
        _ audience: LiveAudience,
        _ capture: consuming LiveCapture,
        _ intake: consuming Intake
    ) {
        (self.options, self.output) = (options, output)
        (rows, story) = (audience.rows, audience.story)
        (watch, screen) = (audience.watch, audience.screen)
        self.capture = capture
        self.intake = intake
    }

    /// Watches until the end, and tells what was seen; `failure` when nothing is left that could be captured.
    mutating func run() throws(CommandError) -> ExitStatus {
        try screen?.open()
        do throws(CaptureError) {
            defer { screen?.close() }
            try loop()
            capture.stop()
            if look() { intake.noteDrops(before: capture.packetsRead + 1) }
            try intake.finishRecording(capture.counts)
        } catch {
            throw CommandError(error)
        }
        finish()
        return lost.count < capture.counts.count ? .success : .failure
    }

    private mutating func loop() throws(CaptureError) {
        var nextLook = start
        let limit = options.live.packets?.number
        let watch = self.watch
        while true {
            let wasOver = capture.isOver
            let taken = try Self.take(from: &capture, into: &intake) { number in
                number == limit || watch?.found != nil
            }
            if taken.isEnough || wasOver && taken.count == 0 && (screen == nil || isDone) { return }
            if isDone { capture.stop() }
            let now = Clock.milliseconds
            let isTime = now >= nextLook
            if isTime {
                nextLook = now + Self.pace
                look()
                watch?.look(at: intake.pipeline)
            }
            show(isTime: isTime)
            if taken.count == 0 || isTime { try intake.flush() }
            guard taken.count == 0 else { continue }
            let time = Int32(clamping: max(1, nextLook - now))
            if wasOver {
                // What is on the screen stays there to be looked at.
                screen?.wait(milliseconds: time)
            } else {
                capture.wait(milliseconds: time, others: screen?.keyboard ?? [])
            }
        }
    }

    /// Takes what is there, but not more than a round, and no more than was asked for.
    private static func take(
        from capture: inout LiveCapture,
        into intake: inout Intake,
        until isEnough: (Int) -> Bool
    ) throws(CaptureError) -> (count: Int, isEnough: Bool) {
        var count = 0
        while count < round {
            if capture.missedAhead > 0 { intake.noteDrops(before: capture.packetsRead + 1) }
            guard let packet = capture.next() else { break }
            count += 1
            try intake.take(packet)
            if isEnough(packet.number) { return (count, true) }
        }
        intake.adapt(to: capture.backlog)
        return (count, false)
    }

    /// Whether somebody or something asks for the end.
    private var isDone: Bool {
        if Interrupts.isStopAsked || !output.isOpen || screen?.isQuit ?? false { return true }
        guard let duration = options.live.duration, duration.nanoseconds > 0 else { return false }
        return Clock.milliseconds - start >= duration.nanoseconds / 1_000_000
    }

    /// Looks for drops, answering whether there are new ones, and for interfaces that are gone.
    @discardableResult
    private mutating func look() -> Bool {
        let counts = capture.counts
        let all = LiveDrops(counts, skipped: intake.skipped)
        let new = all.since(drops)
        drops = all
        if new.total > 0 { rows.note(new, at: intake.lastTime ?? Timestamp(nanoseconds: Clock.now)) }
        for (index, count) in counts.enumerated() where !lost.contains(index) {
            guard let failure = count.failure else { continue }
            lost.insert(index)
            let others = lost.count < counts.count ? "; the others go on" : ""
            say("\(failure)\(others)")
        }
        return new.total > 0
    }

    /// Says something where it does not disturb what is shown.
    private mutating func say(_ words: String) {
        if let screen { return screen.note(words) }
        status.clear(output)
        output.flush()
        Descriptor.standardError.say("seam: \(words)")
    }

    /// Writes the rows that have come, and renews the status line of a terminal.
    private mutating func show(isTime: Bool) {
        if let screen { return screen.show(facts, isTime: isTime) }
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
        // Before the connections are ended, which may bring what did not end the run.
        let found = watch?.found
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
        if let watch, let stream = found {
            Descriptor.standardError.say("seam: ended by \(watch.id) in connection \(stream)")
        }
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
