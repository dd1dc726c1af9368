public import SeamBytes
import SeamCodecs
public import SeamStreams

/// What a modelled client's read returned.
public struct Read: Equatable, Sendable {
    /// The number of the read in its half, from 1.
    public var number: Int
    /// The bytes that it returned.
    public var range: ByteRange
    /// When it returned.
    public var time: Timestamp
    /// The packets that brought these bytes, in the order of the stream.
    public var packets: [Int]
    /// Whether the moment decided what it returned: a delivery came so near to it that a real reader's may differ.
    public var isUncertain: Bool
}

/// Turns the deliveries of a half into the reads of a modelled client.
///
/// Bytes wait here until they are read, as in the socket's buffer, and then go on to the decoder: so nothing behind
/// it has to know of reads. What waits is bounded: a reader that is too slow is made to read at once.
public final class ReadQueue {
    /// A delivery so near to a read, in nanoseconds, may be in it or not: programs are woken within about a millisecond.
    public static let doubt = 1_000_000

    private let model: ReaderModel
    private let budget: ReadBudget
    private var window = ReadWindow()
    /// The segments that brought what waits, behind `firstSegment` that are done with.
    private var segments: [Carrier] = []
    private var firstSegment = 0
    /// The offset of the first byte that waits.
    private var start = 0
    /// When the client can read again.
    private var ready = Int.min
    /// When the read returns for which there is enough.
    private var due: Int?
    /// How many bytes a search for the delimiter has passed, or the length that a header announced.
    private var progress = Progress.fresh
    /// When the last read returned, if it took all that there was.
    private var emptied: Int?
    /// Whether the next read begins, or has inside, the border of a delivery that might be elsewhere.
    private var isUncertain = false
    /// When the last delivery came.
    private var arrival = Int.min
    /// How many reads there were.
    public private(set) var count = 0
    /// How many of them a real reader might have got otherwise.
    public private(set) var uncertain = 0

    private enum Progress {
        case fresh
        /// So many bytes are searched already.
        case searched(Int)
        /// A header was read that announces so much content.
        case content(Int)
    }

    /// The reads of a client of that kind from offset 0; all queues of a capture share a budget.
    public init(_ model: ReaderModel, _ budget: ReadBudget) {
        self.model = model
        self.budget = budget
    }

    /// How many bytes wait.
    private var waiting: Int { window.count }

    /// Returns the reads that are over when something comes at `time`, and takes note of it.
    ///
    /// Once for each delivery, before its bytes.
    public func deliver(at time: Timestamp, _ receive: (Read, RawSpan) -> Void) {
        let now = max(time.nanoseconds, arrival)
        read(until: now, receive)
        if dependsOnTime {
            let isNearLast = emptied.map { now - $0 < Self.doubt } ?? false
            let isNearDue = due.map { $0 - now < Self.doubt && !isFull } ?? false
            if isNearLast || isNearDue { isUncertain = true }
        }
        if arrival == .min { ready = now &+ model.after }
        arrival = now
    }

    /// Adds bytes of the delivery that has begun, as a segment brought them.
    public func append(_ bytes: RawSpan, _ segment: Carrier) {
        if waiting == 0 { start = segment.range.start }
        window.append(bytes)
        segments.append(segment)
        budget.waiting += bytes.byteCount
    }

    /// Returns the reads that are over now that all bytes of the delivery are there.
    public func settle(_ receive: (Read, RawSpan) -> Void) {
        schedule(at: arrival, wake: model.wake)
        read(until: arrival, receive)
        while waiting > ReadBudget.limitPerHalf || (budget.waiting > ReadBudget.limit && waiting > 0) {
            take(wanted ?? waiting, at: arrival, receive)
        }
    }

    /// Reads everything, as nothing can follow without a gap: the end of the half, or bytes that are missing.
    public func flush(_ receive: (Read, RawSpan) -> Void) {
        read(until: .max, receive)
        if waiting > 0 { take(waiting, at: max(arrival, ready), receive) }
        progress = .fresh
        emptied = nil
        isUncertain = false
    }

    /// Whether what a read returns depends on when it does.
    private var dependsOnTime: Bool { if case .upTo = model.request { true } else { false } }

    /// Whether more bytes would not change the next read.
    private var isFull: Bool { if case .upTo(let size) = model.request { waiting >= size } else { true } }

    private func read(until now: Int, _ receive: (Read, RawSpan) -> Void) {
        while let time = due, time <= now, let count = wanted { take(count, at: time, receive) }
    }

    /// Sets when the next read returns, if there is enough for it.
    private func schedule(at now: Int, wake: Int) {
        guard due == nil, wanted != nil else { return }
        due = ready > now ? ready : now &+ wake
    }

    private func take(_ count: Int, at time: Int, _ receive: (Read, RawSpan) -> Void) {
        due = nil
        self.count += 1
        let range = ByteRange(start, start + count)
        if isUncertain { uncertain += 1 }
        let read = Read(
            number: self.count,
            range: range,
            time: Timestamp(nanoseconds: time),
            packets: packets(before: range.end),
            isUncertain: isUncertain
        )
        move(behind: count)
        window.read(count) { receive(read, $0) }
        forget(count)
        start = range.end
        isUncertain = false
        emptied = waiting == 0 ? time : nil
        let (next, overflow) = time.addingReportingOverflow(model.every)
        ready = overflow ? .max : next
        schedule(at: time, wake: 0)
    }

    /// The packets of what is read, which are forgotten but for one that goes on behind it.
    private func packets(before end: Int) -> [Int] {
        var packets: [Int] = []
        for index in firstSegment..<segments.count {
            let segment = segments[index]
            guard segment.range.start < end else { break }
            if packets.last != segment.packet { packets.append(segment.packet) }
            if segment.range.end <= end { firstSegment = index + 1 }
        }
        return packets
    }

    /// Forgets bytes that were read; what lies behind them is moved once on average.
    private func forget(_ count: Int) {
        budget.waiting -= count
        window.removeFirst(count)
        if firstSegment > segments.count / 2 {
            segments.removeFirst(firstSegment)
            firstSegment = 0
        }
    }

    /// How many bytes the next read returns; nil when there is not enough for it.
    private var wanted: Int? {
        guard waiting > 0 else { return nil }
        switch model.request {
        case .upTo(let size): return min(size, waiting)
        case .exactly(let size): return size <= waiting ? size : nil
        case .through(let delimiter, let limit): return through(delimiter, limit)
        case .lengthPrefixed(let field): return prefixed(field)
        }
    }

    private func through(_ delimiter: [UInt8], _ limit: Int) -> Int? {
        var from = 0
        if case .searched(let count) = progress { from = count }
        if let hit = window.firstIndex(of: delimiter, from: from) {
            progress = .searched(hit)
            return min(hit + delimiter.count, limit)
        }
        progress = .searched(max(0, waiting - delimiter.count + 1))
        return waiting >= limit ? limit : nil
    }

    private func prefixed(_ field: LengthField) -> Int? {
        if case .content(let count) = progress { return count <= waiting ? count : nil }
        return window.parts(field)?.header
    }

    /// Learns from what is read how the next read goes.
    private func move(behind count: Int) {
        let last = progress
        progress = .fresh
        guard case .lengthPrefixed(let field) = model.request else { return }
        if case .content = last { return }
        if let parts = window.parts(field), parts.header == count, parts.content > 0 {
            progress = .content(parts.content)
        }
    }
}

/// What all modelled readers of a capture keep waiting.
public final class ReadBudget {
    /// Most bytes that wait in one half: at more the client is made to read, as a full buffer stops the sender.
    static let limitPerHalf = 4 << 20
    /// The same for all halves together.
    static let limit = 64 << 20

    /// How many bytes wait.
    fileprivate(set) var waiting = 0

    /// A budget of which nothing is used.
    public init() {}
}
