import Seam
import SeamTesting

/// What came of feeding one stream to a decoder in all ways.
struct TrialReport: Sendable {
    let name: String
    let trial: CutTrial

    /// Runs a case through `decode`.
    init(_ test: DecoderCase, _ decode: (_ bytes: [UInt8], _ cuts: [Int]) -> DecoderAnswer) {
        var plan = CutPlan(count: test.bytes.count)
        plan.captured = test.captured
        plan.borders = test.messages.map(\.range.end)
        // A long stream costs each time it is fed: about 2 MiB in all.
        plan.everyPlace = min(2048, max(16, (2 << 20) / max(1, test.bytes.count)))
        plan.random = min(32, max(4, (1 << 18) / max(1, test.bytes.count)))
        name = test.name
        trial = CutTrial(test, plan, decode)
    }

    /// The smallest failure, then a line for each way of cutting, in 80 columns; empty when there is none.
    var text: String {
        guard let smallest = trial.smallest else { return "" }
        guard trial.isRightInOnePiece else {
            var text = Self.line("in one piece \(smallest.text)", indent: 2)
            if let fault = trial.fault { text += Self.line("\(fault)", indent: 4) }
            // Where it is cut says nothing of a decoder that is wrong without.
            let others = trial.failures.filter { $0.way != .whole }.map(\.way.rawValue)
            if !others.isEmpty { text += Self.line("and so \(others.joined(separator: ", "))", indent: 4) }
            return text
        }
        var text = Self.line("correct in one piece; \(smallest.text)", indent: 2)
        for failure in trial.failures {
            let cuts = failure.cuts.prefix(8).map(String.init).joined(separator: " ")
            let more = failure.cuts.count > 8 ? " and \(failure.cuts.count - 8) more" : ""
            let words = "\(failure.way.rawValue): wrong, at the fewest when cut at \(cuts)\(more)"
            text += Self.line(words, indent: 4)
        }
        return text
    }

    /// Words in as many lines as they need, those behind the first further in.
    private static func line(_ words: String, indent: Int) -> String {
        // A line does not end inside "instead of 3".
        let bound = words.replacing(" instead of ", with: " instead\u{A0}of\u{A0}")
        let lines = wrap(bound, columns: 80 - indent - 2)
        return lines.enumerated().map { place, line in
            let blanks = String(repeating: " ", count: place == 0 ? indent : indent + 2)
            return blanks + line.replacing("\u{A0}", with: " ") + "\n"
        }.joined()
    }
}
