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
    ///
    /// `place` is that of the carrier.
    @inline(__always)
    mutating func suspect(_ unit: Unit, _ place: Int, _ bytes: RawSpan) {
        guard finder.carriers[place].range.start == unit.range.start else { return }
        suspect(unit, finder.carriers[place], bytes)
    }

    @inline(never)
    private mutating func suspect(_ unit: Unit, _ carrier: Carrier, _ bytes: RawSpan) {
        guard carrier.range == carrier.hull else { return }
        let isTrusted = rare.read { notes in
            notes.hasSuspect || notes.wrongLength != nil || notes.healthyJoins >= Self.trust
        }
        if isTrusted ?? false { return }
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
        guard case .length(let width, let header) = decoder.framing else { return nil }
        if width <= 2, surplus % (1 << (8 * width)) == 0 { return .overflow }
        let size = unit.range.count + surplus
        // A character is at most three bytes for each that NSString counts, four for each scalar.
        guard surplus <= 3 * unit.range.count, size <= Self.longestSearch, bytes.byteCount >= size else {
            return nil
        }
        let content = bytes.clamped(min(header, size)..<size)
        let (scalars, units) = HeartbeatOffer.charactersSaved(in: content)
        return surplus == scalars || surplus == units ? .characters : nil
    }

    /// Suspects a message that goes on behind its carrier and that would end with it, were its length the other way round.
    @inline(__always)
    mutating func suspectOrder(_ unit: Unit, _ result: SeamFinder.Result) {
        // What rules out most comes first.
        guard let first = result.carriers.first, finder.carriers[first].range.start == unit.range.start
        else { return }
        suspectOrder(unit, first)
    }

    @inline(never)
    private mutating func suspectOrder(_ unit: Unit, _ first: Int) {
        guard case .length(let width, let header) = decoder.framing, width > 1,
            !(rare.read { $0.wrongLength != nil } ?? false)
        else { return }
        let carrier = finder.carriers[first]
        guard carrier.range == carrier.hull else { return }
        let size = unit.kind == .leftover ? unit.violation?.limit ?? 0 : unit.range.count
        let declared = size - header
        let likely = carrier.range.count - header
        guard declared > 0, likely > 0, declared > likely, declared < 1 << 32, width < 8 else { return }
        let wire = UInt64(declared).byteSwapped >> UInt64(64 - 8 * width)
        guard declared >> (8 * width) == 0, wire == UInt64(likely) else { return }
        let suspect = HalfNotes.Suspect(
            fault: .order,
            place: HalfNotes.Place(offset: unit.range.start, packet: carrier.packet, unit: unitCount),
            end: carrier.range.end,
            carrierEnd: carrier.range.end,
            bytes: []
        )
        rare.update(HalfNotes()) { notes in
            notes.wrongLength = suspect
            notes.declared = declared
        }
    }

    /// Judges a suspect by a unit behind it: in step with the carrier the length was right.
    @inline(__always)
    mutating func judgeSuspect(_ unit: Unit) {
        if rare.read({ $0.hasSuspect }) ?? false { judgeKnownSuspect(unit) }
    }

    @inline(never)
    private mutating func judgeKnownSuspect(_ unit: Unit) {
        guard let suspect = rare.read({ $0.suspect }), unit.range.start >= suspect.end else { return }
        guard unit.range.end >= suspect.carrierEnd else { return }
        let isInStep = unit.range.end == suspect.carrierEnd && unit.kind.canBeCut && unit.violation == nil
        rare.update(HalfNotes()) { notes in
            notes.suspect = nil
            if isInStep { notes.healthyJoins += 1 } else { notes.wrongLength = suspect }
        }
    }
}
