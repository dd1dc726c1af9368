import Seam

/// What becomes of each packet of a live capture: it is recorded, then analysed.
///
/// When the queue fills although a recording goes on, packets are recorded only: evidence is kept before it is read.
struct Intake: ~Copyable {
    /// Analysis pauses when the queue is so full, in percent, until it is no fuller than the second number.
    private static let backlog = (most: 60, least: 20)

    /// The analysis.
    var pipeline: Pipeline
    /// The recording, if one is wanted.
    var recording: LiveRecording?
    /// Whether packets are analysed.
    let decodes: Bool
    /// Packets that were recorded, but not analysed for want of time.
    private(set) var skipped = 0
    /// Gathers the comments of the recording's packets, if they are wanted.
    private let comments: CommentRows?
    private var isMarked = true
    /// When the last packet was captured.
    private(set) var lastTime: Timestamp?
    private var isBehind = false

    /// An intake with nothing taken.
    init(
        _ pipeline: consuming Pipeline,
        _ recording: consuming LiveRecording?,
        decodes: Bool,
        comments: CommentRows? = nil
    ) {
        self.comments = comments
        self.pipeline = pipeline
        self.recording = recording
        self.decodes = decodes
    }

    /// Takes the next packet.
    mutating func take(_ packet: borrowing CapturedPacket) throws(CaptureError) {
        lastTime = packet.time
        guard comments == nil || isBehind else {
            analyse(packet)
            try recording?.append(packet, comments: comments?.take(packet.number) ?? [])
            return
        }
        try recording?.append(packet)
        guard decodes else { return }
        guard !isBehind else {
            skipped += 1
            isMarked = false
            return
        }
        analyse(packet)
    }

    private mutating func analyse(_ packet: borrowing CapturedPacket) {
        if !isMarked {
            isMarked = true
            noteDrops(before: packet.number)
        }
        pipeline.take(packet)
    }

    /// Learns that packets are missing before packet `number`.
    mutating func noteDrops(before number: Int) { pipeline.noteDrops(before: number) }

    /// Learns how full the queue is, in percent.
    mutating func adapt(to backlog: Int) {
        isBehind = recording != nil && (isBehind ? backlog > Self.backlog.least : backlog > Self.backlog.most)
    }

    /// Writes what was recorded, so that a reader sees it.
    mutating func flush() throws(CaptureError) { try recording?.flush() }

    /// Ends the recording with what the interfaces counted.
    mutating func finishRecording(_ counts: [LiveCounts]) throws(CaptureError) {
        try recording?.finish(counts, at: Timestamp(nanoseconds: Clock.now))
    }

    /// The recording's last file and how many packets all have, nil without a recording.
    var recorded: (file: String, files: Int, packets: Int)? {
        switch recording {
        case let recording?: (recording.files.last ?? "", recording.fileCount, recording.packets)
        case nil: nil
        }
    }
}
