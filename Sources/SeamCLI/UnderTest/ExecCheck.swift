import Seam
import SeamTesting

/// What came of feeding one stream to a decoder in all ways.
struct TrialReport: Sendable {
    let name: String
    let trial: CutTrial

    /// Runs a case through `decode`.
    init(_ test: DecoderCase, _ decode: ([Int]) -> DecoderAnswer) {
        var plan = CutPlan(count: test.bytes.count)
        plan.captured = test.captured
        plan.borders = test.messages.map(\.range.end)
        // A long stream costs each time it is fed: about 2 MiB in all.
        plan.everyPlace = min(2048, max(16, (2 << 20) / max(1, test.bytes.count)))
        plan.random = min(32, max(4, (1 << 18) / max(1, test.bytes.count)))
        name = test.name
        trial = CutTrial(test, plan, decode)
    }

    /// The smallest failure on a line, then one for each way of cutting; empty when there is none.
    var text: String {
        guard let smallest = trial.smallest else { return "" }
        guard trial.isRightInOnePiece else {
            // Where it is cut says nothing of a decoder that is wrong without.
            let others = trial.failures.filter { $0.way != .whole }.map(\.way.rawValue)
            let also = others.isEmpty ? "" : "    and so \(others.joined(separator: ", "))\n"
            return "  in one piece \(smallest.text)\n" + also
        }
        var text = "  correct in one piece; \(smallest.text)\n"
        for failure in trial.failures {
            let cuts = failure.cuts.prefix(8).map(String.init).joined(separator: " ")
            let more = failure.cuts.count > 8 ? " and \(failure.cuts.count - 8) more" : ""
            text += "    \(failure.way.rawValue): wrong, at the fewest when cut at \(cuts)\(more)\n"
        }
        return text
    }
}
