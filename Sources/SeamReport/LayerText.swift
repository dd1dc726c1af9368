import SeamAnalysis
import SeamBytes
import SeamCodecs

/// Tells of the layers of a half above the first one, for `seam inspect`.
struct LayerText {
    let palette: Palette
    let width: Int
    /// What the pieces are that brought the half, in the plural.
    let carriers: StaticString

    /// Appends, for each layer, how its messages compare with the pieces of the half and with the messages below.
    func append(_ half: borrowing HalfAnalysis, to rows: inout RowBuffer) {
        for (place, layer) in half.layers.enumerated() {
            append(layer, place + 1, to: &rows)
            for fault in layer.summary.faults.prefix(3) { append(fault, half.decoder, to: &rows) }
            let more = layer.summary.faultCount - 3
            guard more > 0 else { continue }
            rows.append("      and ")
            rows.append(more, "more violation")
            rows.endLine()
        }
    }

    private func append(_ layer: LayerAnalysis, _ number: Int, to rows: inout RowBuffer) {
        var words = RowBuffer()
        words.append("layer ")
        words.append(decimal: number)
        words.append(", ")
        words.append(text: layer.codec)
        words.append(": ")
        words.append(layer.summary.messages, "message")
        if layer.summary.units[.heartbeat] > 0 {
            words.append(" and ")
            words.append(layer.summary.units[.heartbeat], "heart-beat")
        }
        if layer.summary.messages > 0 {
            words.append("; in ")
            words.append(carriers)
            words.append(" ")
            words.append(layer.summary.verdicts)
            words.append("; in messages of layer ")
            words.append(decimal: number - 1)
            words.append(" ")
            words.append(layer.verdictsBelow)
        }
        naive(layer, number, &words)
        rows.wrap(words.bytes, indent: 4, width: width)
        rows.endLine()
        let losses: [(Int, StaticString)] = [
            (layer.summary.bytes[.undecoded], " not decoded"),
            (layer.summary.bytes[.leftover], " of an incomplete message at the end"),
        ]
        for (count, what) in losses where count > 0 {
            rows.append("      ")
            rows.inked(.bad, palette) { rows in
                rows.append(count, "byte")
                rows.append(what)
            }
            rows.endLine()
        }
    }

    /// Says what a client gets right that takes each message below for one of this layer.
    private func naive(_ layer: LayerAnalysis, _ number: Int, _ words: inout RowBuffer) {
        let right = layer.verdictsBelow[.whole]
        guard right < layer.summary.messages else { return }
        words.append("; a client that takes a message of layer ")
        words.append(decimal: number - 1)
        words.append(" for one of this layer gets ")
        words.append(decimal: right)
        words.append(" right")
    }

    private func append(_ fault: HalfSummary.Fault, _ decoder: any UnitDecoder, to rows: inout RowBuffer) {
        var words = RowBuffer()
        words.append("unit ")
        words.append(decimal: fault.index)
        words.append(" at byte ")
        words.append(decimal: fault.range.start)
        words.append(": ")
        ViolationText.append(fault.violation, decoder.rule(fault.violation.rule), at: fault.range, to: &words)
        words.append(" [")
        words.append(fault.violation.rule)
        words.append("]")
        rows.inked(.bad, palette) { $0.wrap(words.bytes, indent: 6, width: width) }
        rows.endLine()
    }
}

extension RowBuffer {
    /// Appends `3 whole, 12 coalesced, 1 split, 4 split and coalesced`, without those that there are none of.
    mutating func append(_ verdicts: CountTable<Verdict, 4>) {
        let words: KeyValuePairs<Verdict, StaticString> = [
            .whole: " whole", .coalesced: " coalesced", .split: " split",
            .splitAndCoalesced: " split and coalesced",
        ]
        var isFirst = true
        for (verdict, word) in words where verdicts[verdict] > 0 {
            if !isFirst { append(", ") }
            isFirst = false
            append(decimal: verdicts[verdict])
            append(word)
        }
    }
}
