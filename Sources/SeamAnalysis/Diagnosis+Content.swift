import SeamBytes
import SeamCodecs
import SeamStreams

// Findings in what a half said: lengths, delimiters, limits, rules.

extension Diagnosis {
    /// So many messages show that a codec was recognised rightly.
    static let leastMessages = 3

    /// Judges the content of a half.
    mutating func judgeContent(_ half: borrowing HalfAnalysis) {
        if let cipher = half.rare.read({ $0.cipher }) {
            note(
                Finding(.encrypted, from: half.side).at(ByteRange(0, 0)).with(
                    .count,
                    Int(cipher.rawValue) + 1
                )
            )
        }
        let suspect = half.rare.read { $0.wrongLength }
        if let suspect { judge(suspect, half) }
        for fault in half.summary.faults {
            if let suspect, fault.range.end > suspect.end { break }
            judge(fault, half)
        }
        judgeDelimiters(half)
    }

    private mutating func judge(_ suspect: HalfNotes.Suspect, _ half: borrowing HalfAnalysis) {
        if suspect.fault == .order {
            let size = suspect.end - suspect.place.offset
            return note(
                Finding(.lengthByteOrder, from: half.side)
                    .at(ByteRange(suspect.place.offset, suspect.end))
                    .packets(suspect.place.packet).unit(suspect.place.unit)
                    .with(.declared, half.rare.read { $0.declared })
                    .with(.likely, size - half.headerSize(size))
            )
        }
        let surplus = suspect.carrierEnd - suspect.end
        let size = suspect.end - suspect.place.offset
        let header = half.headerSize(size)
        let kind: FindingKind = suspect.fault == .overflow ? .lengthOverflow : .lengthCharacters
        note(
            Finding(kind, from: half.side)
                .at(ByteRange(suspect.place.offset, suspect.end))
                .packets(suspect.place.packet).unit(suspect.place.unit)
                .with(.declared, size - header).with(.likely, size - header + surplus)
                .with(.lostFrom, suspect.end)
        )
        var lost = Finding(.desynchronised, from: half.side)
            .at(ByteRange(suspect.end, half.unitEnd)).packets(suspect.place.packet)
        lost.bytes = suspect.bytes
        note(lost)
    }

    private mutating func judge(_ fault: HalfSummary.Fault, _ half: borrowing HalfAnalysis) {
        let violation = fault.violation
        let rule = violation.rule.description
        let broken = half.rare.read { notes in notes.broken.first { $0.offset == fault.range.start } }
        let packet = broken?.packet ?? 0
        let sample = broken.flatMap { $0.bytes.isEmpty ? nil : $0.bytes } ?? violation.number?.bytes ?? []
        var finding: Finding
        if rule == StreamRule.unfinished.id.description {
            finding = Finding(.unterminated, from: half.side).with(.bytes, fault.range.count)
                .with(.expected, violation.limit > 0 ? violation.limit : nil)
        } else if rule == "stomp.missing-nul" {
            // StompKit counts UTF-16: no NUL behind the bytes that content-length counts, and the text has more.
            let counts = broken?.hasCharacters ?? false
            finding = Finding(counts ? .lengthCharacters : .missingNUL, from: half.side)
        } else if rule.hasSuffix("too-long") {
            finding = Self.tooLong(violation, fault.range, from: half.side)
        } else {
            // What is still decoded as a message a lenient receiver takes as well.
            finding = Finding(.violation, from: half.side, severity: fault.kind == .message ? .note : .error)
        }
        finding.bytes = sample
        // Of a codec that was recognised few messages may mean that it is another one.
        let isDoubtful = isGuessed && half.summary.messages < Self.leastMessages
        if isDoubtful { finding.severity = .note }
        note(finding.at(fault.range).packets(packet).unit(fault.index))
        guard fault.range.end == half.unitEnd, fault.kind == .undecoded else {
            return
        }
        var lost = Finding(.desynchronised, from: half.side).at(fault.range).packets(packet)
        lost.bytes = sample
        if isDoubtful { lost.severity = .note }
        note(lost)
    }

    /// What is over a limit: a long frame, or a number that is no length.
    private static func tooLong(_ violation: Violation, _ range: ByteRange, from side: Side) -> Finding {
        guard let number = violation.number else {
            return Finding(.frameOverLimit, from: side).with(.bytes, range.count).with(
                .limit,
                violation.limit
            )
        }
        let declared = Int(clamping: number.value)
        switch number.suspicion(limit: violation.limit) {
        case .otherOrder(let other):
            return Finding(.lengthByteOrder, from: side)
                .with(.declared, declared).with(.likely, Int(clamping: other))
        case .text, .format:
            return Finding(.lengthText, from: side).with(.declared, declared).with(.limit, violation.limit)
        case .none:
            return Finding(.frameOverLimit, from: side)
                .with(.declared, declared).with(.limit, violation.limit)
        }
    }

    /// A half that otherwise writes one message a segment: two in one, with nothing that held them, may be one.
    private mutating func judgeDelimiters(_ half: borrowing HalfAnalysis) {
        guard case .delimiter(let width) = half.decoder.framing,
            let (joins, glued) = half.rare.read({ ($0.joins, $0.glued.count) })
        else { return }
        // Heart-beats beside messages explain it.
        guard glued < joins.count else { return }
        let summary = half.summary
        let whole = summary.verdicts[.whole]
        guard summary.joins.total == joins.count, summary.joins[.batch] == joins.count, !joins.isEmpty,
            whole >= 6, joins.count * 4 <= whole, summary.cuts.total == 0
        else { return }
        for join in joins {
            note(
                Finding(.delimiterInContent, from: half.side)
                    .at(ByteRange(max(0, join.offset - max(1, width)), join.offset))
                    .packets(join.packet).unit(join.unit)
                    .with(.count, whole)
            )
        }
    }
}

extension HalfAnalysis {
    /// Bytes of the header of a message whose length is binary.
    func headerSize(_ size: Int) -> Int {
        guard case .length(_, let header) = decoder.framing else { return 0 }
        return min(size, header)
    }
}
