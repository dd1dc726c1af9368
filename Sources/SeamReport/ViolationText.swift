public import SeamBytes
public import SeamCodecs

/// What a violation says to a person: the clause of its rule, and the numbers that broke it.
public enum ViolationText {
    /// Appends the words for a violation by a unit at `range`; the rule's id where the rule is not known.
    public static func append(
        _ violation: Violation,
        _ rule: Rule?,
        at range: ByteRange,
        to rows: inout RowBuffer
    ) {
        rows.append(rule?.text ?? violation.rule)
        if violation.rule.description == StreamRule.unfinished.id.description {
            if violation.limit > 0 {
                rows.append(" (")
                rows.append(decimal: range.count)
                rows.append(" of ")
                rows.append(violation.limit, "byte")
                rows.append(" came)")
            }
            return
        }
        let limit = violation.limit > 0 ? violation.limit : nil
        if let number = violation.number {
            rows.append(": ")
            append(number, to: &rows)
            if let limit {
                rows.append(", at most ")
                rows.append(decimal: limit)
            }
            let meaning = number.meaning(limit: violation.limit)
            if !meaning.isEmpty {
                rows.append("; ")
                rows.append(text: meaning)
            }
        } else if let limit {
            rows.append(" (at most ")
            rows.append(decimal: limit)
            rows.append(")")
        }
    }

    /// Appends a number as the format reads it, with its bytes as they stood on the wire.
    private static func append(_ number: WireNumber, to rows: inout RowBuffer) {
        rows.append(decimal: UInt(truncatingIfNeeded: number.value))
        rows.append(" (0x")
        for byte in number.bytes { rows.append(hex: byte) }
        rows.append(")")
    }
}

extension RowBuffer {
    /// The member `violation`: id, words and source; the source is empty for a limit of our own.
    mutating func member(violation: Violation, _ rule: Rule?, at range: ByteRange) {
        beginObject("violation")
        violationMembers(violation, rule, at: range)
        endObject()
    }

    /// The members `id`, `text` and `source` of a violation.
    mutating func violationMembers(_ violation: Violation, _ rule: Rule?, at range: ByteRange) {
        member("id", word: violation.rule)
        var words = RowBuffer()
        ViolationText.append(violation, rule, at: range, to: &words)
        member("text", text: words.bytes)
        member("source", text: rule?.source.description ?? "")
    }
}
