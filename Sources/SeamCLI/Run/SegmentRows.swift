import Seam
import SeamReport

/// Writes a row for every TCP packet, once the units that it touches are known.
final class SegmentRows: SharedObserver {
    private let carriers: CarrierKind
    /// Only the methods below reach it, and none calls another while it does.
    @exclusivity(unchecked) private var queue: SegmentQueue

    /// Writes to `output`, as the arguments say: packets, or the pieces that stand for them as carriers.
    init(
        _ output: any RowTarget,
        _ options: OutputOptions,
        carriers: CarrierKind = .segments,
        queueLimit: Int = SegmentQueue.usualLimit
    ) {
        self.carriers = carriers
        unsafe queue = SegmentQueue(output, isJSON: options.json, limit: queueLimit)
        if !options.json, options.verbosity != .quiet {
            unsafe queue.rows.append(carriers == .segments ? SegmentLine.title : SegmentLine.readTitle)
        }
    }

    /// Writes lines of JSON, of packets or of the reads of a client.
    convenience init(json target: any RowTarget, carriers: CarrierKind = .segments) {
        var options = OutputOptions()
        options.json = true
        self.init(target, options, carriers: carriers)
    }

    func begin(at time: Timestamp) { unsafe queue.origin = time }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        // Reads come later than their bytes.
        guard carriers == .segments else { return }
        unsafe queue.reach(offset + bytes.byteCount, stream: stream, from: side)
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        unsafe queue.reach(range.end, stream: stream, from: side)
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        // Segments are compared with the outermost layer.
        guard unit.layer == nil else { return }
        unsafe queue.endUnit(at: unit.unit.range.end, stream: unit.stream, from: unit.from)
    }

    func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        guard carriers == .segments else { return }
        unsafe queue.wait(
            SegmentLine(packet, placement, number: number, time: time, stream: stream, from: side)
        )
    }

    func read(_ read: Read, stream: Int, from side: Side) {
        guard carriers != .segments else { return }
        unsafe queue.reach(read.range.end, stream: stream, from: side)
        unsafe queue.wait(
            SegmentLine(read, isDelivery: carriers == .deliveries, stream: stream, from: side)
        )
    }

    func pause() { unsafe queue.pause() }

    func makeScribe() -> any Scribe { SegmentScribe(for: self) }

    /// Takes note of what a scribe wrote down.
    func update(_ change: (inout SegmentQueue) -> Void) { unsafe change(&queue) }

    /// Writes all rows that still wait.
    func finish() { unsafe queue.finish() }
}
