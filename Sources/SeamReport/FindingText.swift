import SeamAnalysis
import SeamBytes
import SeamCodecs

/// Says a finding in one sentence, with its numbers; what it means and what to do is in `Catalogue`.
enum FindingText {
    static func append(_ finding: Finding, to rows: inout RowBuffer) {
        rows.append(finding.kind.title)
        if let from = finding.from, finding.kind.namesSender {
            rows.append(", in what the ")
            rows.append(from.name)
            rows.append(" sent")
        }
        details(finding, &rows)
        place(finding, &rows)
    }

    private static func place(_ finding: Finding, _ rows: inout RowBuffer) {
        if finding.kind == .receiversDiffer, let unit = finding.unit {
            rows.append(", message ")
            rows.append(decimal: unit)
            if finding.layer > 0 {
                rows.append(" of layer ")
                rows.append(decimal: finding.layer)
            }
        }
        if let range = finding.range, finding.kind != .carriedOver, finding.kind != .encrypted {
            rows.append(", at byte ")
            rows.append(decimal: range.start)
        }
        guard let packets = finding.packets else { return }
        rows.append(packets.count == 1 ? ", packet " : ", packets ")
        rows.append(decimal: packets.lowerBound)
        guard packets.count > 1 else { return }
        rows.append(" to ")
        rows.append(decimal: packets.upperBound)
    }

    private static func details(_ finding: Finding, _ rows: inout RowBuffer) {
        var isFirst = true
        for measure in finding.evidence {
            guard let words = words(measure.name, finding) else { continue }
            rows.append(isFirst ? ": " : ", ")
            isFirst = false
            rows.append(words.before)
            if measure.name.isTime {
                rows.append(seconds: measure.value)
                rows.append(" s")
            } else {
                rows.append(decimal: measure.value)
            }
            rows.append(words.behind)
        }
        for reading in finding.readings {
            rows.append(isFirst ? ": " : " | ")
            isFirst = false
            rows.append(reading.receiver.name)
            rows.append(": ")
            rows.append(text: reading.words)
        }
        guard !finding.bytes.isEmpty, finding.kind == .desynchronised else { return }
        rows.append(": the first bytes are ")
        for (place, byte) in finding.bytes.enumerated() {
            if place > 0, place % 4 == 0 { rows.append(.space) }
            rows.append(hex: byte)
        }
    }

    /// What stands before and behind a number; nil where it is not told.
    private static func words(
        _ name: MeasureName,
        _ finding: Finding
    ) -> (before: StaticString, behind: StaticString)? {
        switch name {
        case .count: count(finding)
        case .declared: ("the length says ", "")
        case .likely: ("the content has ", " bytes")
        case .lostFrom: ("wrong from byte ", " on")
        case .bytes: finding.kind == .unterminated ? ("", " bytes came") : ("", " bytes")
        case .expected: ("of ", "")
        case .limit: ("at most ", "")
        case .total: ("", " in all")
        case .longest: ("the longest ", "")
        case .period: ("every ", "")
        case .jitter: ("within ", "")
        case .missed: ("", " missing")
        case .answered: ("", " answered")
        case .silence:
            finding.kind == .reconnect ? ("", " after the last sign of life") : ("after ", " of silence")
        case .delay: ("", " after the one before ended")
        case .attempt: ("attempt ", "")
        case .failed: ("", " failed before it")
        case .stream: ("connection ", "")
        case .lost: ("", " bytes never acknowledged")
        case .wirePackets: ("", " packets on the wire by their IP identifications")
        case .dropped: ("the capture dropped ", " packets")
        }
    }

    private static func count(_ finding: Finding) -> (before: StaticString, behind: StaticString)? {
        let isOne = finding[.count] == 1
        return switch finding.kind {
        case .writeWriteRead, .partialWrite, .nagleWait, .zeroWindow, .receiveWindow, .limitByCoalescing:
            ("", isOne ? " time" : " times")
        case .splitWrite: ("", isOne ? " cut" : " cuts")
        case .heartbeatGlued, .heartbeatTimeout: ("", isOne ? " heart-beat" : " heart-beats")
        case .keepAlive: ("", isOne ? " probe" : " probes")
        case .networkCut: ("", isOne ? " packet without an answer" : " packets without an answer")
        case .unanswered: ("", isOne ? " attempt" : " attempts")
        case .captureOffload, .captureSnapLength: ("", isOne ? " segment" : " segments")
        case .receiversDiffer: isOne ? nil : ("", " such frames")
        case .delimiterInContent: ("otherwise ", " messages came one a segment")
        default: nil
        }
    }
}

extension FindingKind {
    /// Whether it is about what one side sent, rather than about what it did.
    fileprivate var namesSender: Bool {
        switch self {
        case .serverFIN, .clientReset, .serverReset, .refused, .unanswered, .reconnect, .captureDrops,
            .captureMidstream, .captureSynthetic:
            false
        default: true
        }
    }
}

extension RowBuffer {
    /// The members of a finding.
    mutating func element(_ finding: Finding) {
        beginObject()
        member("id", word: finding.kind.id)
        member("severity", word: finding.severity.name)
        if let from = finding.from { member("from", word: from.name) }
        if let unit = finding.unit { member("index", unit) }
        if finding.layer > 0 { member("layer", finding.layer) }
        if let range = finding.range {
            member("start", range.start)
            member("end", range.end)
        }
        if let packets = finding.packets {
            member("packet", packets.lowerBound)
            member("last_packet", packets.upperBound)
        }
        beginObject("evidence")
        for measure in finding.evidence {
            if measure.name.isTime {
                member(measure.name.name, seconds: measure.value)
            } else {
                member(measure.name.name, measure.value)
            }
        }
        if !finding.bytes.isEmpty { member("bytes_hex", hex: finding.bytes.rawSpan) }
        if !finding.readings.isEmpty {
            beginObject("receivers")
            for reading in finding.readings { member(reading.receiver.name, text: reading.words) }
            endObject()
        }
        endObject()
        var words = RowBuffer()
        FindingText.append(finding, to: &words)
        member("text", text: words.bytes)
        member("advice", text: finding.kind.advice.description)
        endObject()
    }
}
