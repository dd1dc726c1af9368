import SeamBytes
import SeamStreams

// Findings in how a half travelled: writes, waits, limits.

extension Diagnosis {
    /// A stall of so many nanoseconds is a delayed ACK (RFC 1122 §4.2.3.2, 40 ms in Linux), not a way.
    private static let delayedACK = 20_000_000

    /// Whether a sender broke its framing, so that cuts are not its writes' alone.
    private func isBroken(_ side: Side) -> Bool {
        findings.contains { $0.from == side && $0.severity == .error && $0.kind != .frameOverLimit }
    }

    /// Judges how a half was written.
    mutating func judgeSeams(
        _ half: borrowing HalfAnalysis,
        _ notes: borrowing HalfNotes,
        _ connection: borrowing Connection
    ) {
        let summary = half.summary
        let way = (connection.handshake.serverWay ?? 0) + (connection.handshake.clientWay ?? 0)
        let isDelayed = notes.stalls.longest - way >= Self.delayedACK
        // Once may be by chance.
        let isOften = notes.stalls.count >= 3
        if notes.stalls.count > 0, isDelayed {
            note(
                Finding(.writeWriteRead, from: half.side, severity: isOften ? .warning : .note)
                    .at(notes.stalls.first)
                    .with(.count, notes.stalls.count).with(.total, notes.stalls.total)
                    .with(.longest, notes.stalls.longest)
            )
        } else if summary.cuts[.write] > 0, !isBroken(half.side) {
            note(
                Finding(.splitWrite, from: half.side).at(notes.firstWrite ?? HalfNotes.Place())
                    .with(.count, summary.cuts[.write])
            )
        }
        if notes.pauses.count > 0 {
            note(
                Finding(.partialWrite, from: half.side).at(notes.pauses.first)
                    .with(.count, notes.pauses.count).with(.total, notes.pauses.total)
                    .with(.longest, notes.pauses.longest)
            )
        }
        if summary.joins[.nagle] > 0 {
            note(
                Finding(.nagleWait, from: half.side).at(notes.nagle.first)
                    .with(.count, max(1, notes.nagle.count)).with(.total, notes.nagle.total)
                    .with(.longest, notes.nagle.longest)
            )
        }
        if notes.overLimit.count > 0, summary.longest <= HalfNotes.commonLimit {
            note(
                Finding(.limitByCoalescing, from: half.side).at(notes.overLimit.first)
                    .with(.count, notes.overLimit.count).with(.bytes, notes.overLimit.longest)
                    .with(.limit, HalfNotes.commonLimit)
            )
        }
        if notes.glued.count > 0 {
            note(
                Finding(.heartbeatGlued, from: half.side).at(notes.glued.first)
                    .with(.count, notes.glued.count)
            )
        }
    }
}

extension Finding {
    /// The finding at a place; one with packet 0 is none.
    func at(_ place: HalfNotes.Place) -> Finding {
        guard place.packet > 0 else { return self }
        return at(ByteRange(place.offset, place.offset)).packets(place.packet).unit(place.unit)
    }
}
