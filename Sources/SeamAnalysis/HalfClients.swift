import SeamBytes
import SeamCodecs
import SeamStreams

/// The modelled clients of one half: which, and a tally from when one of them may be wrong.
///
/// Every half has one and most need no tally: a message that is one read, and small, is right in every client.
struct HalfClients: ~Copyable {
    /// What is counted, nothing as long as every client is right.
    private(set) var tally = Apart<ClientTally>()
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

    /// Learns the codec, where it is known only now.
    mutating func learn(_ codec: String) {
        let opening = opening
        tally.change { $0.learn(codec, opening: opening) }
    }

    /// Counts what clients make of a unit that was just compared; `index` is its number.
    @inline(__always)
    mutating func take(
        _ unit: Unit,
        _ index: Int,
        _ result: SeamFinder.Result,
        _ finder: borrowing SeamFinder,
        _ codec: String
    ) {
        if tally.isEmpty {
            guard differs(unit, result.verdict, codec) else { return }
            begin(codec)
        }
        tally.change { $0.take(unit, index, result.carriers, finder) }
    }

    /// Counts what clients make of messages that follow each other inside a carrier.
    @inline(__always)
    mutating func takeInner(_ batch: inout UnitBatch, _ place: Int, _ count: Int, index: Int) {
        tally.change { $0.takeAlike(&batch, place, count, index) }
    }

    /// Whether messages that follow each other inside a carrier can be counted together: counting has begun, or there
    /// is nothing to count.
    var isReadyForInner: Bool { choice.isNone || !tally.isEmpty }

    /// Takes note of a read that comes in several pieces, before the first of them.
    mutating func announce(_ read: ByteRange, _ codec: String) {
        guard !choice.isNone else { return }
        if tally.isEmpty { begin(codec) }
        tally.change { $0.announce(read) }
    }

    /// Whether units are to be counted from this one on: the first that is not right in every client.
    @inline(__always)
    private func differs(_ unit: Unit, _ verdict: Verdict, _ codec: String) -> Bool {
        if verdict == .whole, unit.range.count <= choice.quiet, unit.earlyEnd == 0 { return false }
        return !choice.isNone && differs(larger: unit, verdict, codec)
    }

    /// The same with a closer look: most large messages are right in all clients that speak the protocol.
    private func differs(larger unit: Unit, _ verdict: Verdict, _ codec: String) -> Bool {
        let size = unit.range.count
        guard unit.kind != .gap else { return false }
        guard verdict == .whole, unit.earlyEnd == 0 else { return true }
        if size % Int(choice.maxBuffer) == 0 || size > Int(choice.bufferLimit) { return true }
        return size > 255 && ClientModel.u8Length.applies(to: codec, opening: opening)
    }

    /// Begins to count.
    @inline(never)
    private mutating func begin(_ codec: String) {
        tally.update(ClientTally(choice, codec: codec, opening: opening)) { _ in }
    }
}
