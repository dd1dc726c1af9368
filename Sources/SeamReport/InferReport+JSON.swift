public import SeamAnalysis
import SeamBytes

extension InferReport {
    /// Appends the answer for one server port as one line of JSON a half.
    public static func json(_ answer: InferAnswer, port: UInt16, known: String?, into rows: inout RowBuffer) {
        for half in answer.halves {
            rows.beginObject()
            rows.member("port", Int(port))
            rows.member("from", word: half.from.name)
            rows.member("bytes", half.bytes)
            rows.member("connections", half.connections)
            if let known { rows.member("recognised", text: known) }
            rows.member("outcome", text: half.outcome.name)
            if let finding = half.answer { rows.member("spec", text: finding.spec) }
            rows.beginArray("findings")
            for finding in half.findings { json(finding, into: &rows) }
            rows.endArray()
            rows.beginArray("header")
            for guess in half.header { json(guess, into: &rows) }
            rows.endArray()
            rows.endObject()
            rows.endLine()
        }
    }

    private static func json(_ finding: InferFinding, into rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("spec", text: finding.spec)
        rows.member("words", text: InferWords.framing(finding.framing))
        rows.member("bits", Int(finding.bits))
        rows.member("judged_bits", Int(finding.judgedBits))
        rows.member("messages", finding.messages)
        rows.member("longest", finding.longest)
        rows.member("bytes", finding.bytes)
        rows.member("pauses_at_ends", finding.hits)
        rows.member("pauses_elsewhere", finding.misses)
        rows.member("broken", finding.broken)
        if let place = finding.firstBreak {
            rows.beginObject("first_break")
            rows.member("stream", place.stream)
            rows.member("offset", place.offset)
            rows.endObject()
        }
        rows.beginArray("evidence")
        for line in InferWords.evidence(finding) { rows.element(text: line) }
        rows.endArray()
        rows.beginArray("equals")
        for spec in finding.equals { rows.element(text: spec) }
        rows.endArray()
        rows.beginArray("first_messages")
        for example in finding.examples {
            rows.beginObject()
            rows.member("stream", example.stream)
            rows.member("start", example.range.start)
            rows.member("end", example.range.end)
            rows.member("hex", hex: example.bytes.rawSpan)
            rows.endObject()
        }
        rows.endArray()
        rows.endObject()
    }

    private static func json(_ guess: HeaderGuess, into rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("offset", guess.offset)
        rows.member("width", guess.width)
        rows.member("role", text: guess.role.rawValue)
        rows.member("words", text: InferWords.guess(guess))
        rows.endObject()
    }
}

extension InferVerdict.Outcome {
    /// The name as it is written in output.
    var name: String {
        switch self {
        case .found: "found"
        case .tooLittle: "too-little"
        case .random: "random"
        case .otherStart: "other-start"
        case .severalLines: "several-lines"
        case .undecided: "undecided"
        case .unexplained: "unexplained"
        }
    }
}
