import Seam
import SeamReport

/// Those who watch a live run: the rows or the screen, what is waited for, the comments, the story at the end.
struct LiveAudience {
    let rows: LiveRows
    let story: InspectStory
    let watch: FindingWatch?
    let comments: CommentRows?
    let screen: FullScreen?

    /// The audience that the arguments want; `title` names what is captured.
    ///
    /// - Throws: `usage` for an id that is none, or a screen that is none.
    init(
        _ options: Options,
        _ carriers: CarrierKind,
        title: String,
        for output: OutputFile
    ) throws(CommandError) {
        rows = LiveRows(options, for: output)
        story = InspectStory(options, carriers, for: output)
        watch = if let id = options.live.until { try FindingWatch(id) } else { nil }
        comments = options.live.annotates ? CommentRows() : nil
        screen = options.live.isFullScreen ? try FullScreen(title: title, options, for: output) : nil
    }

    /// What the pipeline is to tell of units and packets.
    var observer: any Observer {
        let others: [(any Observer)?] = [watch, comments, screen?.board]
        let wanted = others.compactMap { $0 }
        return wanted.isEmpty ? rows : Observers([rows] + wanted)
    }

    /// Takes a connection that has ended.
    func end(
        _ connection: borrowing Connection,
        _ analysis: borrowing ConnectionAnalysis,
        _ context: ConnectionContext
    ) {
        watch?.judge(connection, analysis)
        story.add(connection, analysis, context)
    }
}

extension LiveRun {
    /// How many connections that are gone are remembered: a run may last for weeks.
    private static let remembered = 65_536

    /// Opens the interfaces, gives up root, makes the recording's file, and watches until the end.
    static func watch(
        _ interfaces: [String],
        _ options: Options,
        _ output: OutputFile
    ) throws(CommandError) -> ExitStatus {
        var analysis = try PipelineOptions(options)
        analysis.wantsDetails = options.output.verbosity != .quiet
        if !options.output.json { analysis.pictures = InspectStory.limit }
        analysis.diagnosed = Diagnoses.limit
        analysis.clients = options.inspect.clients.choice
        analysis.limits.remembered = remembered
        let title = options.live.file ?? interfaces.joined(separator: " ")
        let audience = try LiveAudience(options, analysis.carriers, title: title, for: output)
        let capture = try open(interfaces, options)
        Interrupts.watch()
        if !options.live.keepsRights { try Rights.drop() }
        let recording = try record(capture.interfaces, options.live)
        // Last: whoever reads this may stop it as it should be stopped.
        if !isFile(interfaces, options.live), !isQuiet(options) { say(interfaces, options) }
        let pipeline = Pipeline(analysis, observer: audience.observer) { connection, analysis, context in
            audience.end(connection, analysis, context)
        }
        let intake = Intake(
            pipeline,
            recording,
            decodes: options.live.decodes,
            comments: audience.comments
        )
        var run = LiveRun(options, output, audience, capture, intake)
        return try run.run()
    }

    /// Whether a capture is read that another program writes.
    static func isFile(_ interfaces: [String], _ arguments: LiveArguments) -> Bool {
        arguments.file != nil || interfaces == ["-"]
    }

    private static func isQuiet(_ options: Options) -> Bool {
        options.output.verbosity == .quiet || options.live.isFullScreen
    }

    private static func open(
        _ interfaces: [String],
        _ options: Options
    ) throws(CommandError) -> LiveCapture {
        let filter = options.input.filter
        do throws(CaptureError) {
            guard isFile(interfaces, options.live) else {
                return try LiveCapture(interfaces, options.live.settings(filter: filter))
            }
            let file = options.live.file ?? "-"
            let follows = options.live.follows
            if follows, !isQuiet(options) {
                Descriptor.standardError.say("seam: following \(file) as it grows, until Ctrl-C")
            }
            return try LiveCapture(file: file, filter: filter, follows: follows)
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
            let options = RecordingOptions(path, arguments)
            return try LiveRecording(options, section: section, interfaces: interfaces)
        } catch {
            throw CommandError(error)
        }
    }

    /// Says what is captured and how.
    private static func say(_ interfaces: [String], _ options: Options) {
        let settings = options.live.settings(filter: options.input.filter)
        let mode = settings.isImmediate ? "each packet at once" : "buffered for up to \(settings.latency) ms"
        let file = options.live.recording.map { ", recording to \($0 == "-" ? "standard output" : $0)" } ?? ""
        Descriptor.standardError.say("seam: capturing \(interfaces.joined(separator: ", ")), \(mode)\(file)")
    }
}
