import Seam

/// Watches the chosen connections of a capture: which packets are theirs, and what the decoders make of them.
final class RecordSurvey: Observer {
    /// Where the payload of a packet stands.
    struct Payload {
        var half: HalfKey
        /// The offset of its first byte in the half.
        var offset: Int
    }

    /// What of a unit must be the same in the recorded fixture.
    struct UnitSign: Equatable {
        var half: HalfKey
        var kind: UnitKind
        var range: ByteRange
        var missing: Int
        var verdict: Verdict
        var rule: String?
    }

    /// The numbers of the packets, those of fragments among them.
    private(set) var packets: Set<Int> = []
    /// The numbers of packets that came in fragments, and the fragments'.
    private(set) var fragments: [Int: [Int]] = [:]
    private(set) var signs: [UnitSign] = []
    /// Where payload stands, by packet; kept only for those who replace it.
    private(set) var payloads: [Int: Payload] = [:]
    /// The bytes of the halves; kept only for those who replace them.
    private(set) var halves: [HalfKey: HalfText] = [:]
    private let keepsText: Bool
    /// The numbers of the connections; their places in order are the numbers in the fixture.
    private(set) var streams: Set<Int> = []
    /// Those of them that have payload.
    private(set) var spoken: Set<Int> = []

    /// Watches, and keeps the text of the halves when it is to be replaced.
    init(keepsText: Bool) { self.keepsText = keepsText }

    func datagram(in packets: [Int], completedBy number: Int) { fragments[number] = packets }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        streams.insert(stream)
        packets.insert(number)
        packets.formUnion(fragments[number] ?? [])
        guard packet.payloadLength > 0 else { return }
        spoken.insert(stream)
        guard keepsText else { return }
        let half = HalfKey(stream: stream, side: side)
        payloads[number] = Payload(half: half, offset: placement.range.start)
    }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        guard keepsText else { return }
        halves[HalfKey(stream: stream, side: side), default: HalfText()].append(bytes, at: offset)
    }

    func receive(
        _ report: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        let half = HalfKey(stream: report.stream, side: report.from)
        let unit = report.unit
        signs.append(
            UnitSign(
                half: half,
                kind: unit.kind,
                range: unit.range,
                missing: unit.missing,
                verdict: report.result.verdict,
                rule: unit.violation.map { "\($0.rule)" }
            )
        )
    }

    /// The units half by half, with the numbers that the connections have in the fixture.
    var renumbered: [UnitSign] {
        let numbers = Dictionary(uniqueKeysWithValues: streams.sorted().enumerated().map { ($1, $0) })
        return signs.map { sign in
            var sign = sign
            sign.half.stream = numbers[sign.half.stream] ?? sign.half.stream
            return sign
        }
        .sorted { ($0.half, $0.range.start) < ($1.half, $1.range.start) }
    }
}
