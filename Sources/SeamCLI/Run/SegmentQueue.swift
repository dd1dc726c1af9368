import Seam
import SeamReport

/// The rows of `seam segments` on their way out, in the order of the packets.
///
/// A row whose message is not complete, or that waits behind a hole, holds up those behind it. At most `limit` rows wait,
/// with at most about `borderLimit` borders of units; beyond that the first rows are written with what is known.
struct SegmentQueue: ~Copyable {
    /// Most rows that wait, unless another limit is given.
    static let usualLimit = 65_536
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

    private let output: any RowTarget
    private let isJSON: Bool
    private let limit: Int
    /// What the times count from.
    var origin = Timestamp(nanoseconds: 0)
    private var halves: [HalfState] = []
    /// Borders kept beyond twice `leastHistory` of each half.
    private var surplus = 0
    private var queue: [SegmentLine] = []
    /// Where the waiting rows begin in `queue`.
    private var head = 0
    /// What is written and not handed over.
    var rows = RowBuffer()

    init(_ output: any RowTarget, isJSON: Bool, limit: Int) {
        self.output = output
        self.isJSON = isJSON
        self.limit = limit
    }

    /// Notes how far a half has come.
    mutating func reach(_ offset: Int, stream: Int, from side: Side) {
        halves[place(stream, side)].reached = offset
    }

    /// Notes where a unit of a half ends.
    mutating func endUnit(at offset: Int, stream: Int, from side: Side) {
        let place = place(stream, side)
        halves[place].borders.append(end: offset)
        if halves[place].borders.count > 2 * Self.leastHistory { surplus += 1 }
    }

    /// Lets a row wait until its units are known, and writes those of which they are.
    mutating func wait(_ line: SegmentLine) {
        queue.append(line)
        let place = place(line.stream, line.from)
        halves[place].waiting += 1
        while head < queue.count, isFirstKnown || isOverfull { writeFirst() }
        trim(place & ~1)
        trim(place | 1)
        // As many rows are moved as were written, so that each is moved once on average.
        if head == queue.count || (head > 1024 && head > queue.count / 2) {
            queue.removeFirst(head)
            head = 0
        }
    }

    /// Hands on all rows that need not wait.
    mutating func pause() {
        output.takeAll(&rows)
        output.flush()
    }

    /// Writes all rows that still wait.
    mutating func finish() {
        while head < queue.count { writeFirst() }
        output.takeAll(&rows)
    }

    private var isOverfull: Bool { queue.count - head > limit || surplus > 2 * Self.borderLimit }

    /// Whether all units of the first row have ended.
    private var isFirstKnown: Bool {
        let range = queue[head].range
        guard !range.isEmpty else { return true }
        return halves[Self.place(queue[head].stream, queue[head].from)].borders.end >= range.end
    }

    private mutating func writeFirst() {
        let place = Self.place(queue[head].stream, queue[head].from)
        queue[head].units = halves[place].borders.units(
            in: queue[head].range,
            reached: halves[place].reached
        )
        halves[place].waiting -= 1
        trim(place)
        if isJSON {
            queue[head].json(origin: origin, into: &rows)
        } else {
            queue[head].text(origin: origin, into: &rows)
        }
        head += 1
        output.take(&rows)
    }

    /// Forgets borders that no waiting row needs.
    private mutating func trim(_ place: Int) {
        let count = halves[place].borders.count
        let kept = surplus > Self.borderLimit ? Self.leastHistory : Self.history
        // Twice as many may gather, so that forgetting moves each border once.
        guard halves[place].waiting == 0, count > 2 * kept else { return }
        halves[place].borders.keep(kept)
        surplus -= count - max(kept, 2 * Self.leastHistory)
    }

    /// The place of a half in `halves`, which has places for both of its connection then.
    private mutating func place(_ stream: Int, _ side: Side) -> Int {
        while halves.count <= 2 * stream + 1 { halves.append(HalfState()) }
        return Self.place(stream, side)
    }

    private static func place(_ stream: Int, _ side: Side) -> Int { 2 * stream + Int(side.rawValue) }
}
