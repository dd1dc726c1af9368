import SeamBytes
import SeamCodecs
import SeamStreams

// Lengths that are wrong and still look right. A sender that writes one message a segment gives itself away: its
// segment goes on behind the end that the length announces, and the decoder comes out of step with the segments.
//
//     segment    |------------------------------------|--------
//     by length  |--------|----|-------------|----------|------   256 bytes less, and garbage from there on

extension HalfAnalysis {
    /// How many carriers may end where a unit ends before lengths are trusted.
    private static var trust: Int { 16 }
    /// Most bytes that are searched for characters of several bytes.
    private static var longestSearch: Int { 4096 }

    /// Suspects a message at its carrier's start, which ends before the carrier does; `bytes` begin with it.
    mutating func suspect(_ unit: Unit, _ carrier: Carrier, _ bytes: RawSpan) {
        guard carrier.range.start == unit.range.start, carrier.range == carrier.hull else { return }
        if let notes = rare.value {
            guard notes.suspect == nil, notes.wrongLength == nil, notes.healthyJoins < Self.trust else {
                return
            }
        }
        let surplus = carrier.range.count - unit.range.count
        guard let fault = fault(of: unit, surplus, bytes) else { return }
        let count = unit.range.count
        let suspect = HalfNotes.Suspect(
            fault: fault,
            place: HalfNotes.Place(offset: unit.range.start, packet: carrier.packet, unit: unitCount),
            end: unit.range.end,
            carrierEnd: carrier.range.end,
            bytes: [UInt8](copying: bytes.clamped(count..<(count + 16)))
        )
        rare.update(HalfNotes()) { $0.suspect = suspect }
    }

    private func fault(of unit: Unit, _ surplus: Int, _ bytes: RawSpan) -> HalfNotes.Suspect.Fault? {
        guard case .length(let width, _) = decoder.framing else { return nil }
        if width <= 2, surplus % (1 << (8 * width)) == 0 { return .overflow }
        let size = unit.range.count + surplus
        guard surplus < unit.range.count, size <= Self.longestSearch, bytes.byteCount >= size else {
            return nil
        }
        let (scalars, units) = HeartbeatOffer.charactersSaved(in: bytes.clamped(0..<size))
        return surplus == scalars || surplus == units ? .characters : nil
    }

    /// Judges a suspect by a unit behind it: in step with the carrier the length was right.
    mutating func judgeSuspect(_ unit: Unit) {
        guard let suspect = rare.value?.suspect, unit.range.start >= suspect.end else { return }
        guard unit.range.end >= suspect.carrierEnd else { return }
        let isInStep = unit.range.end == suspect.carrierEnd && unit.kind.canBeCut && unit.violation == nil
        rare.update(HalfNotes()) { notes in
            notes.suspect = nil
            if isInStep { notes.healthyJoins += 1 } else { notes.wrongLength = suspect }
        }
    }
}
