import Seam
import SeamReport

/// The last line of a terminal while traffic is watched: how much comes, what was seen, what was dropped.
struct StatusLine {
    /// What it tells.
    struct Facts {
        var packets = 0
        var milliseconds = 0
        var tally = LiveRows.Tally()
        var drops = LiveDrops([], skipped: 0)
        /// The recording's last file and how many packets it has.
        var recording: (file: String, packets: Int)?
    }

    private var last = Facts()
    private var rate = 0
    /// Whether it stands on the screen.
    private var isShown = false

    /// Takes the line away, so that rows can be written in its place.
    mutating func clear(_ output: OutputFile) {
        guard isShown else { return }
        isShown = false
        output.write("\r\u{1B}[K")
    }

    /// Shows the line, as far as it fits into `columns`; the rate is that since the last `measure`.
    mutating func show(_ facts: Facts, columns: Int, _ output: OutputFile) {
        isShown = true
        // One column less: a full line makes some terminals go on in the next.
        output.write("\r\u{1B}[K" + String(text(facts).prefix(max(0, columns - 1))))
    }

    /// Measures the rate of packets since the last time.
    mutating func measure(_ facts: Facts) {
        let time = facts.milliseconds - last.milliseconds
        if time > 0 { rate = (facts.packets - last.packets) * 1000 / time }
        last = facts
    }

    /// What the line says.
    func text(_ facts: Facts) -> String {
        let seconds = facts.milliseconds / 1000
        let minutes = "\(seconds / 60)" + ":" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
        var text = "\(minutes)  \(facts.packets) packets, \(rate)/s"
        text += "  \(facts.tally.connections) connections  \(facts.tally.messages) messages"
        text += "  \(facts.tally.coalesced) coalesced  \(facts.tally.split) split"
        let drops = facts.drops
        text += "  dropped: kernel \(drops.kernel) interface \(drops.interface) seam \(drops.seam)"
        if drops.skipped > 0 { text += " not analysed \(drops.skipped)" }
        if let recording = facts.recording { text += "  \(recording.file): \(recording.packets)" }
        return text
    }
}
