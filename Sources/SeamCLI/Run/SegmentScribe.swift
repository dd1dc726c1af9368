import Seam
import SeamReport

/// Writes down what happens to segments, for the `SegmentRows` that has to know it in the order of the packets.
final class SegmentScribe: Scribe {
    private struct Event {
        enum Kind { case reached, unitEnd, line }

        let kind: Kind
        let side: Side
        let stream: Int32
        /// An offset in the stream, or the place of a line.
        let value: Int
    }

    private unowned let speaker: SegmentRows
    /// Only the methods below reach them, and none calls another while it does: checking that costs as much as a note.
    @exclusivity(unchecked) private var events: [Event] = []
    @exclusivity(unchecked) private var lines: [SegmentLine] = []

    /// Writes for `speaker`.
    init(for speaker: SegmentRows) { self.speaker = speaker }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        note(.reached, offset + bytes.byteCount, stream, side)
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) { note(.reached, range.end, stream, side) }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        guard unit.layer == nil else { return }
        note(.unitEnd, unit.unit.range.end, unit.stream, unit.from)
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        note(.line, unsafe lines.count, stream, side)
        unsafe lines.append(
            SegmentLine(packet, placement, number: number, time: time, stream: stream, from: side)
        )
    }

    @inline(__always)
    private func note(_ kind: Event.Kind, _ value: Int, _ stream: Int, _ side: Side) {
        unsafe events.append(
            Event(kind: kind, side: side, stream: Int32(truncatingIfNeeded: stream), value: value)
        )
    }

    var written: Int { unsafe events.count }

    func say(_ range: Range<Int>) {
        speaker.update { queue in
            for event in unsafe events[range] {
                let stream = Int(event.stream)
                switch event.kind {
                case .reached: queue.reach(event.value, stream: stream, from: event.side)
                case .unitEnd: queue.endUnit(at: event.value, stream: stream, from: event.side)
                case .line: queue.wait(unsafe lines[event.value])
                }
            }
        }
    }

    func clear() {
        unsafe events.removeAll(keepingCapacity: true)
        unsafe lines.removeAll(keepingCapacity: true)
    }
}

extension SegmentLine {
    /// A packet that was placed in its stream.
    init(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        self.init(
            stream: stream,
            from: side,
            packet: number,
            time: time,
            range: placement.range,
            flags: packet.flags,
            arrival: placement.arrival,
            labels: placement.labels
        )
    }
}
