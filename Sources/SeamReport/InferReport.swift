public import SeamAnalysis
import SeamBytes
import SeamCodecs

/// Writes what `seam infer` found.
public enum InferReport {
    /// Appends the answer for one server port as text; `known` names the codec that recognises its connections.
    public static func text(
        _ answer: InferAnswer,
        port: UInt16,
        known: String?,
        isVerbose: Bool,
        _ palette: Palette,
        into rows: inout RowBuffer
    ) {
        rows.inked(.strong, palette) { $0.append(text: "port \(port)") }
        rows.append("\n")
        if let known {
            rows.append(text: "  recognised as \(known): -c \(port)=\(known), also without being told\n")
        }
        for half in answer.halves { text(half, port, isVerbose, palette, into: &rows) }
        if let spec = answer.spec {
            rows.append("  to use it: ")
            rows.inked(.good, palette) { $0.append(text: "-c \(port)=\(spec)") }
            rows.append("\n")
        } else if answer.halves.filter({ $0.answer != nil }).count == 2 {
            rows.append("  the halves are framed differently; a spec is for both, so look at one at a time\n")
        }
        rows.append("\n")
    }

    private static func text(
        _ half: InferVerdict,
        _ port: UInt16,
        _ isVerbose: Bool,
        _ palette: Palette,
        into rows: inout RowBuffer
    ) {
        rows.append("  ")
        rows.append(half.from.name)
        rows.append(": ")
        rows.append(half.bytes, "byte")
        rows.append(" of ")
        rows.append(half.connections, "connection")
        rows.append("\n")
        if half.answer == nil { rows.append(text: "    \(InferWords.outcome(half))\n") }
        let answer = half.answer?.framing
        for (place, finding) in half.findings.enumerated()
        where place == 0 && answer != nil || isVerbose || half.outcome == .undecided || place == 1 {
            let isAnswer = place == 0 && answer != nil
            if !isAnswer, finding.bits < 0, !isVerbose { continue }
            rows.append(isAnswer ? "    " : "    not ")
            rows.inked(isAnswer ? .good : .faint, palette) { $0.append(text: finding.spec) }
            rows.append(text: "  (\(Int(finding.bits)) bits)\n")
            guard isAnswer || isVerbose else {
                let difference = answer.flatMap { InferWords.difference(finding.framing, from: $0) }
                let words = difference ?? InferWords.evidence(finding).first ?? ""
                rows.append(text: "      \(words)\n")
                continue
            }
            rows.append(text: "      \(InferWords.framing(finding.framing))\n")
            for line in InferWords.evidence(finding) { rows.append(text: "      \(line)\n") }
            if isAnswer { details(half, finding, into: &rows) }
        }
    }

    private static func details(
        _ half: InferVerdict,
        _ finding: InferFinding,
        into rows: inout RowBuffer
    ) {
        for guess in half.header {
            let end = guess.offset + guess.width - 1
            let place =
                guess.offset < 0
                ? "last byte" : guess.width == 1 ? "byte \(guess.offset)" : "bytes \(guess.offset)-\(end)"
            rows.append(text: "      \(place): \(InferWords.guess(guess))\n")
        }
        rows.append("      the first messages:\n")
        for example in finding.examples {
            rows.append(text: "        \(example.stream)  \(example.range)  ")
            rows.append(text: InferWords.hex(Array(example.bytes.prefix(20))))
            if example.range.count > 20 { rows.append("...") }
            rows.append("  ")
            for byte in example.bytes.prefix(20) {
                rows.append((0x20..<0x7f).contains(byte) ? byte : UInt8(ascii: "."))
            }
            rows.append("\n")
        }
    }
}
