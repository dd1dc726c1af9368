import SeamBytes
import SeamCodecs
import SeamStreams

/// The modelled clients of one half: which, and a tally from when one of them may be wrong.
///
/// Every half has one and most need no tally: a message that is one read, and small, is right in every client.
struct HalfClients {
    /// What is counted, nil as long as every client is right.
    private(set) var tally: ClientTally?
    let choice: ClientChoice
    /// The first two bytes of the half, 0 before they came.
    private(set) var opening: UInt16 = 0

    init(_ choice: ClientChoice) { self.choice = choice }

    /// Takes note of the first bytes.
    @inline(__always)
    mutating func open(_ bytes: RawSpan) {
        if opening == 0 {
            opening = max(1, bytes.bigEndian(at: 0) ?? UInt16(bytes.byte(at: 0) ?? 0) << 8 | 0x20)
        }
    }

    /// Adds a read, before its bytes are decoded.
    @inline(__always)
    mutating func read(_ range: ByteRange) { tally?.read(range) }

    /// Adds a read that comes in several pieces, before the first of them.
    mutating func announce(_ read: ByteRange, _ codec: String, _ finder: borrowing SeamFinder, from end: Int)
    {
        guard !choice.isNone else { return }
        begin(codec, finder, from: end).read(read)
    }

    /// Takes a unit just compared, which starts at `end`, where the units so far end.
    @inline(__always)
    mutating func take(
        _ unit: Unit,
        _ index: Int,
        _ verdict: Verdict,
        _ codec: String,
        _ finder: borrowing SeamFinder
    ) {
        if let tally { return tally.take(unit, index) }
        if verdict == .whole, unit.range.count <= choice.quiet, unit.earlyEnd == 0 { return }
        judge(unit, index, verdict, codec, finder)
    }

    /// Begins the tally, unless the clients that differ do not speak this protocol.
    private mutating func judge(
        _ unit: Unit,
        _ index: Int,
        _ verdict: Verdict,
        _ codec: String,
        _ finder: borrowing SeamFinder
    ) {
        let size = unit.range.count
        if unit.kind == .gap || choice.isNone { return }
        if verdict == .whole, size % Int(choice.maxBuffer) != 0, size <= Int(choice.bufferLimit),
            unit.earlyEnd == 0, size <= 255 || !ClientModel.u8Length.applies(to: codec, opening: opening)
        {
            return
        }
        begin(codec, finder, from: unit.range.start).take(unit, index)
    }

    /// The tally, of the reads that have bytes behind `end`.
    private mutating func begin(_ codec: String, _ finder: borrowing SeamFinder, from end: Int) -> ClientTally
    {
        if let tally { return tally }
        let tally = ClientTally(choice, codec: codec, opening: opening)
        for carrier in finder.carriers where carrier.range.end > end { tally.read(carrier.range) }
        self.tally = tally
        return tally
    }
}
