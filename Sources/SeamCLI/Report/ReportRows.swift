import Seam
import SeamReport

/// Writes messages, segments and bytes of a report as they come, up to its limits.
final class ReportRows: Observer {
    private let messages: MessageRows
    private let segments: SegmentRows
    private var bytes: PageBytes
    private let limit: Int
    private var messageCount = 0
    private var segmentCount = 0

    /// Writes into `target`, as the arguments say.
    init(_ target: any ReportTarget, _ limits: ReportLimits) {
        messages = MessageRows(json: target.rows(.messages))
        segments = SegmentRows(json: target.rows(.segments))
        bytes = PageBytes(target.rows(.bytes), limit: limits.bytes)
        limit = limits.rows
    }

    /// How many messages and segments are beyond the limit.
    var rowsLeftOut: Int { max(0, messageCount - limit) + max(0, segmentCount - limit) }
    /// How many bytes of the streams are.
    var bytesLeftOut: Int { bytes.leftOut }

    func begin(at time: Timestamp) {
        messages.begin(at: time)
        segments.begin(at: time)
    }

    func datagram(in packets: [Int], completedBy number: Int) {
        messages.datagram(in: packets, completedBy: number)
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        segments.receive(unit, finder, batch, place)
        messageCount += 1
        if messageCount <= limit { messages.receive(unit, finder, batch, place) }
    }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        segments.bytes(bytes, at: offset, stream: stream, from: side)
        self.bytes.add(bytes, at: offset, stream: stream, from: side)
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        segments.gap(range, stream: stream, from: side)
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        segmentCount += 1
        guard segmentCount <= limit else { return }
        segments.packet(packet, placement, number: number, time: time, stream: stream, from: side)
    }

    /// Writes what still waits.
    func finish() {
        messages.finish()
        segments.finish()
        bytes.finish()
    }
}
