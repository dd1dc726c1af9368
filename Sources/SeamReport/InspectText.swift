public import SeamAnalysis
import SeamBytes
public import SeamCodecs
public import SeamPackets
public import SeamStreams

/// Tells a person what happened on a connection: the text of `seam inspect`.
public struct InspectText {
    /// What the pieces are that messages are compared with, in the singular.
    public enum CarrierWord: Sendable {
        /// Segments.
        case segment
        /// Deliveries.
        case delivery
        /// Reads of a modelled client.
        case read

        var noun: StaticString {
            switch self {
            case .segment: "segment"
            case .delivery: "delivery"
            case .read: "read"
            }
        }

        var plural: StaticString {
            switch self {
            case .segment: "segments"
            case .delivery: "deliveries"
            case .read: "reads"
            }
        }
    }

    private let width: Int
    private let palette: Palette
    private let carrier: CarrierWord
    private let isVerbose: Bool

    /// Text of at most `width` columns.
    public init(width: Int, palette: Palette, carrier: CarrierWord, isVerbose: Bool = false) {
        self.isVerbose = isVerbose
        self.width = width
        self.palette = palette
        self.carrier = carrier
    }

    /// Appends the story of a connection.
    public func append(
        _ connection: borrowing Connection,
        client: borrowing HalfAnalysis,
        server: borrowing HalfAnalysis,
        diagnosis: Diagnosis,
        evidence: CodecEvidence? = nil,
        path: PacketPath? = nil,
        to rows: inout RowBuffer
    ) {
        let talker = client.layers.count < server.layers.count ? server.codecs : client.codecs
        title(connection, codec: talker, &rows)
        if let path, path.outer != nil { tunnel(path, &rows) }
        recognised(client.codec, by: evidence, client.decoder.innerChoice, &rows)
        DiagnosisText(width: width, palette: palette, isVerbose: isVerbose)
            .append(diagnosis, client: client, server: server, to: &rows)
        half(.client, connection.clientHalf, client, &rows)
        half(.server, connection.serverHalf, server, &rows)
        anomalies(connection, &rows)
        rows.endLine()
    }

    /// Appends what the signs on the ruler mean.
    public func legend(to rows: inout RowBuffer) {
        rows.inked(.faint, palette) { rows in
            rows.append("┬ join: a message ends inside a ")
            rows.append(carrier.noun)
            rows.append("   ┴ cut: a ")
            rows.append(carrier.noun)
            rows.append(" ends inside a message")
        }
        rows.endLine()
    }

    private func title(_ connection: borrowing Connection, codec: String, _ rows: inout RowBuffer) {
        let names = "\(connection.client) > \(connection.server)"
        rows.inked(.strong, palette) { rows in
            rows.append("connection ")
            rows.append(decimal: connection.index)
            rows.append("  ")
            rows.append(text: names)
        }
        rows.append("  ")
        rows.append(text: codec.isEmpty ? "no codec" : codec)
        rows.endLine()
        var words = RowBuffer()
        words.append("packets ")
        words.append(decimal: connection.firstPacket)
        words.append(" to ")
        words.append(decimal: connection.lastPacket)
        words.append(", ")
        words.append(seconds: connection.lastTime.since(connection.firstTime))
        words.append(" s, ")
        words.append(connection.opening == .syn ? "from its SYN" : "already under way when the capture began")
        words.append(", ")
        words.append(connection.closing.words)
        capturePoint(connection, &words)
        rows.wrap(words.bytes, indent: 2, width: width)
        rows.endLine()
    }

    /// The layers of a connection inside a tunnel, and the tunnel's ends.
    private func tunnel(_ path: PacketPath, _ rows: inout RowBuffer) {
        var words = RowBuffer()
        words.append("in ")
        words.append(path)
        rows.wrap(words.bytes, indent: 2, width: width)
        rows.endLine()
    }

    /// Why the codec was taken, and the one inside, and how to take another; nothing where both were given.
    private func recognised(
        _ codec: String,
        by evidence: CodecEvidence?,
        _ inner: String?,
        _ rows: inout RowBuffer
    ) {
        let reasons = [evidence.map { "\(codec) by \($0.reason)" }, inner].compactMap { $0 }
        guard !reasons.isEmpty else { return }
        var words = RowBuffer()
        words.append(text: reasons.joined(separator: ", ") + "; -c SPEC takes another")
        rows.wrap(words.bytes, indent: 2, width: width)
        rows.endLine()
    }

    /// Where the capture was taken, or why its handshake does not tell: on that rests how causes are judged.
    private func capturePoint(_ connection: borrowing Connection, _ rows: inout RowBuffer) {
        let point = connection.handshake.point
        guard point.end != .unknown else {
            if connection.client.address == connection.server.address {
                rows.append(", both ends on one host")
            } else if connection.opening == .syn, connection.handshake.isComplete {
                rows.append(", captured between the ends, or with both near")
            } else {
                rows.append(", captured at an unknown place")
            }
            return
        }
        rows.append(
            point.end == .client ? ", captured at the client's end (" : ", captured at the server's end ("
        )
        rows.append(decimal: point.percent)
        rows.append("% sure)")
    }

    private func half(
        _ side: Side,
        _ half: borrowing Half,
        _ analysis: borrowing HalfAnalysis,
        _ rows: inout RowBuffer
    ) {
        guard half.bytes > 0 || half.missing > 0 else { return }
        let summary = analysis.summary
        rows.endLine()
        rows.append("  ")
        rows.inked(.strong, palette) { $0.append(side == .client ? "client sent" : "server sent") }
        rows.append(" ")
        amounts(half, summary, reads: analysis.reads, &rows)
        if summary.messages > 0 { verdicts(summary, &rows) }
        let reads = analysis.reads ?? half.deliveries
        ClientTable.append(analysis, reads: reads, palette: palette, width: width, to: &rows)
        seams(summary, &rows)
        losses(half, summary, codec: analysis.codec, &rows)
        for fault in summary.faults.prefix(3) { tell(fault, analysis.decoder, &rows) }
        if summary.faultCount > 3 {
            rows.append("    and ")
            rows.append(summary.faultCount - 3, "more violation")
            rows.endLine()
        }
        LayerText(palette: palette, width: width, carriers: carrier.plural).append(analysis, to: &rows)
        guard let excerpt = analysis.excerpt, !excerpt.entries.isEmpty else { return }
        let name: StaticString = carrier == .segment ? "packet" : carrier.noun
        SeamPicture(excerpt.entries[...], carrierName: name, width: width, palette: palette)
            .append(to: &rows, unitCount: analysis.unitCount)
        guard let layer = analysis.layers.last, layer.summary.messages > 0 else { return }
        LayerPicture(layer, number: analysis.layers.count, width: width, palette: palette)
            .append(carrierName: name, carriers: carrier.plural, to: &rows)
    }

    /// How many messages came in how many pieces, and how many bytes.
    private func amounts(
        _ half: borrowing Half,
        _ summary: HalfSummary,
        reads: Int?,
        _ rows: inout RowBuffer
    ) {
        rows.append(summary.messages, "message")
        if summary.units[.heartbeat] > 0 {
            rows.append(" and ")
            rows.append(summary.units[.heartbeat], "heart-beat")
        }
        rows.append(" in ")
        let pieces = reads ?? (carrier == .segment ? half.segments : half.deliveries)
        rows.append(decimal: pieces)
        rows.append(" ")
        rows.append(pieces == 1 ? carrier.noun : carrier.plural)
        rows.append(", ")
        rows.append(half.bytes, "byte")
        rows.endLine()
    }

    /// `3 whole, 12 coalesced, 1 split, 4 split and coalesced`.
    private func verdicts(_ summary: HalfSummary, _ rows: inout RowBuffer) {
        rows.append("    ")
        rows.append(summary.verdicts)
        rows.endLine()
    }

    private func seams(_ summary: HalfSummary, _ rows: inout RowBuffer) {
        guard summary.joins.total + summary.cuts.total > 0 else { return }
        rows.append("    ")
        list(summary.joins, "join", &rows)
        if summary.joins.total > 0, summary.cuts.total > 0 { rows.append(", ") }
        list(summary.cuts, "cut", &rows)
        rows.endLine()
    }

    private func list(_ counts: CauseCounts, _ noun: StaticString, _ rows: inout RowBuffer) {
        guard counts.total > 0 else { return }
        rows.append(counts.total, noun)
        let known = counts.present.filter { $0.key != .unknown }
        guard !known.isEmpty else { return }
        rows.append(" (")
        for (place, entry) in counts.present.enumerated() {
            if place > 0 { rows.append(", ") }
            rows.append(entry.key.name)
            rows.append(" ")
            rows.append(decimal: entry.count)
        }
        rows.append(")")
    }

    /// What is missing, undecoded or incomplete.
    private func losses(
        _ half: borrowing Half,
        _ summary: HalfSummary,
        codec: String,
        _ rows: inout RowBuffer
    ) {
        let facts: [(count: Int, words: StaticString)] = [
            (half.missing, " not in the capture"),
            (summary.bytes[.undecoded], " not decoded"),
            (summary.bytes[.leftover], " of an incomplete message at the end"),
        ]
        for fact in facts where fact.count > 0 {
            rows.append("    ")
            rows.inked(.bad, palette) { rows in
                rows.append(fact.count, "byte")
                rows.append(fact.words)
            }
            rows.endLine()
        }
        if !codec.isEmpty, !summary.undecoded.isEmpty { places(summary, half.isMidstream, &rows) }
    }

    /// From where to where nothing was decoded.
    private func places(_ summary: HalfSummary, _ isMidstream: Bool, _ rows: inout RowBuffer) {
        var words = RowBuffer()
        words.append("not decoded: ")
        for (place, range) in summary.undecoded.prefix(Self.shownPlaces).enumerated() {
            if place > 0 { words.append(", ") }
            words.append(range)
            guard range.start == 0, isMidstream else { continue }
            words.append(" (the capture starts in the middle of the stream)")
        }
        let more = summary.units[.undecoded] - min(summary.undecoded.count, Self.shownPlaces)
        if more > 0 {
            words.append(" and ")
            words.append(more, "more place")
        }
        rows.inked(.bad, palette) { $0.wrap(words.bytes, indent: 4, width: width) }
        rows.endLine()
    }

    /// So many places without messages are named.
    private static let shownPlaces = 4

    private func tell(_ fault: HalfSummary.Fault, _ decoder: any UnitDecoder, _ rows: inout RowBuffer) {
        var words = RowBuffer()
        words.append("unit ")
        words.append(decimal: fault.index)
        words.append(" at byte ")
        words.append(decimal: fault.range.start)
        words.append(": ")
        let rule = decoder.rule(fault.violation.rule)
        ViolationText.append(fault.violation, rule, at: fault.range, to: &words)
        words.append(" [")
        words.append(fault.violation.rule)
        words.append("]")
        rows.inked(.bad, palette) { $0.wrap(words.bytes, indent: 4, width: width) }
        rows.endLine()
    }

    private func anomalies(_ connection: borrowing Connection, _ rows: inout RowBuffer) {
        for anomaly in connection.anomalies.prefix(3) {
            rows.append("  ")
            rows.inked(.bad, palette) { rows in
                rows.append(anomaly.kind.id)
                rows.append(" in packet ")
                rows.append(decimal: anomaly.packet)
            }
            rows.append(": ")
            rows.append(anomaly.kind.words)
            rows.endLine()
        }
        let more = connection.anomalies.count - 3 + connection.anomaliesLeftOut
        guard more > 0 else { return }
        rows.append("  and ")
        rows.append(decimal: more)
        rows.append(more == 1 ? " more anomaly" : " more anomalies")
        rows.endLine()
    }
}

extension Connection.Closing {
    fileprivate var words: StaticString {
        switch self {
        case .open: "open when the capture ended"
        case .clientFIN: "closed by the client"
        case .serverFIN: "closed by the server"
        case .clientReset: "reset by the client"
        case .serverReset: "reset by the server"
        case .timeout: "silent for longer than --idle-timeout"
        }
    }
}

extension Anomaly.Kind {
    fileprivate var words: StaticString {
        switch self {
        case .overlapConflict: "other bytes for a place that was filled; the first copy stays"
        case .waitLimit: "a hole was not filled in time (--max-wait); it is a gap"
        case .fragmentConflict: "IP fragments with other bytes for the same place; the first copy stays"
        case .beforeStart: "data from before the capture's start are left out"
        case .farAhead: "data more than 1 GiB ahead are left out"
        case .afterFIN: "data behind the end of the stream"
        case .secondISN: "a second SYN with another initial sequence number"
        case .captureDrops: "packets were dropped while capturing; verdicts near it are doubtful"
        case .heldLimit: "too much data waits for a hole to be filled (--max-held); the hole is a gap"
        }
    }
}
