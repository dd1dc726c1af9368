import Seam
import SeamReport

/// Writes a row for every TCP packet, once the units that it touches are known.
///
/// Rows keep the order of the packets, so one whose message is not complete, or that waits behind a hole,
/// holds up those behind it. At most `queueLimit` rows wait, with at most about `borderLimit` borders of
/// units; beyond that the first rows are written with what is known.
final class SegmentRows: Observer {
    /// Most rows that wait, unless another limit is given.
    static let usualQueueLimit = 65_536
    /// How many units back a retransmission still finds its units.
    static let history = 4096
    /// How many units back are remembered at least, for however many halves.
    static let leastHistory = 16
    /// Most borders kept beyond those, for all halves together.
    static let borderLimit = 1 << 20

    /// What is known of one half.
    private struct HalfState {
        var borders = UnitBorders()
        /// The offset behind the last byte that the decoder was given.
        var reached = 0
        /// How many of its rows wait.
        var waiting = 0
    }

    private let output: OutputFile
    private let isJSON: Bool
    private let carriers: CarrierKind
    private let queueLimit: Int
    private var origin = Timestamp(nanoseconds: 0)
    private var halves: [HalfState] = []
    /// Borders kept beyond twice `leastHistory` of each half.
    private var surplus = 0
    private var queue: [SegmentLine] = []
    /// Where the waiting rows begin in `queue`.
    private var head = 0
    private var rows = RowBuffer()

    /// Writes to `output`, as the arguments say: packets, or the pieces that stand for them as carriers.
    init(
        _ output: OutputFile,
        _ options: OutputOptions,
        carriers: CarrierKind = .segments,
        queueLimit: Int = usualQueueLimit
    ) {
        self.carriers = carriers
        self.output = output
        self.queueLimit = queueLimit
        isJSON = options.json
        if !isJSON, options.verbosity != .quiet {
            rows.append(carriers == .segments ? SegmentLine.title : SegmentLine.readTitle)
        }
    }

    func begin(at time: Timestamp) { origin = time }

    func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        // Reads come later than their bytes.
        guard carriers == .segments else { return }
        halves[place(stream, side)].reached = offset + bytes.byteCount
    }

    func gap(_ range: ByteRange, stream: Int, from side: Side) {
        halves[place(stream, side)].reached = range.end
    }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        let place = self.place(unit.stream, unit.from)
        halves[place].borders.append(end: unit.unit.range.end)
        if halves[place].borders.count > 2 * Self.leastHistory { surplus += 1 }
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
        wait(
            SegmentLine(
                stream: stream,
                from: side,
                packet: number,
                time: time,
                range: placement.range,
                flags: packet.flags,
                arrival: placement.arrival,
                labels: placement.labels
            )
        )
    }

    func read(_ read: Read, stream: Int, from side: Side) {
        guard carriers != .segments else { return }
        halves[place(stream, side)].reached = read.range.end
        wait(SegmentLine(read, isDelivery: carriers == .deliveries, stream: stream, from: side))
    }

    /// Lets a row wait until its units are known, and writes those of which they are.
    private func wait(_ line: SegmentLine) {
        queue.append(line)
        halves[place(line.stream, line.from)].waiting += 1
        while head < queue.count, isKnown(queue[head]) || isOverfull { writeFirst() }
        for side in Side.allCases { trim(place(line.stream, side)) }
        // As many rows are moved as were written, so that each is moved once on average.
        if head == queue.count || (head > 1024 && head > queue.count / 2) {
            queue.removeFirst(head)
            head = 0
        }
    }

    /// Writes all rows that still wait.
    func finish() {
        while head < queue.count { writeFirst() }
        output.takeAll(&rows)
    }

    private var isOverfull: Bool { queue.count - head > queueLimit || surplus > 2 * Self.borderLimit }

    /// Whether all units of a row have ended.
    private func isKnown(_ row: SegmentLine) -> Bool {
        row.range.isEmpty || halves[2 * row.stream + Int(row.from.rawValue)].borders.end >= row.range.end
    }

    private func writeFirst() {
        var row = queue[head]
        head += 1
        let place = place(row.stream, row.from)
        row.units = halves[place].borders.units(in: row.range, reached: halves[place].reached)
        halves[place].waiting -= 1
        trim(place)
        if isJSON { row.json(origin: origin, into: &rows) } else { row.text(origin: origin, into: &rows) }
        output.take(&rows)
    }

    /// Forgets borders that no waiting row needs.
    private func trim(_ place: Int) {
        let count = halves[place].borders.count
        let kept = surplus > Self.borderLimit ? Self.leastHistory : Self.history
        // Twice as many may gather, so that forgetting moves each border once.
        guard halves[place].waiting == 0, count > 2 * kept else { return }
        halves[place].borders.keep(kept)
        surplus -= count - max(kept, 2 * Self.leastHistory)
    }

    /// The place of a half in `halves`.
    private func place(_ stream: Int, _ side: Side) -> Int {
        let place = 2 * stream + Int(side.rawValue)
        while halves.count <= place { halves.append(HalfState()) }
        return place
    }
}
