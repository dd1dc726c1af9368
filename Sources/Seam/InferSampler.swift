public import SeamAnalysis
public import SeamBytes
public import SeamPackets
public import SeamStreams

/// Keeps the first bytes of every half of a capture, and where its sender paused, for `Infer`.
///
/// What it keeps is bounded: bytes of one half, and of all halves together.
public final class InferSampler: Observer {
    /// A pause of this length between two packets of a half says that the first one ended something.
    static let pause = 20_000_000
    /// A segment below this size is never taken for a full one.
    static let small = 500
    /// A segment of this size may be a full one where no MSS was announced.
    static let nearlyFull = 1200
    /// What options may take of the MSS (RFC 9293 §3.7.1): the header has 60 bytes at most.
    static let options = 40
    /// What a half costs besides its bytes.
    static let overhead = 512

    /// The runs of one half, the last of which grows.
    fileprivate struct HalfSample {
        var runs: [InferRun] = []
        var bytes = 0
        /// Where segments ended, in the stream, how many bytes they had, and whether the sender paused there.
        var ends: [(offset: Int, count: Int, isPause: Bool)] = []
        var largest = 0
        var firstTime: Timestamp?
        var lastTime = Timestamp(nanoseconds: 0)
        /// Whether bytes were left out because there were too many.
        var isCut = false
    }

    fileprivate struct Talk {
        var halves = [HalfSample(), HalfSample()]
        var last: Side?
    }

    private let perHalf: Int
    private let inAll: Int
    private var kept = 0
    private var talks: [Int: Talk] = [:]
    private var done: [UInt16: [InferRun]] = [:]

    /// A sampler that keeps at most so many bytes of a half, and of all of them.
    public init(perHalf: Int = 1 << 20, inAll: Int = 16 << 20) {
        self.perHalf = perHalf
        self.inAll = inAll
    }

    /// Whether no more can be kept, so that reading on is of no use.
    public var isFull: Bool { kept >= inAll }

    /// Keeps bytes as they become part of the in-order stream.
    public func bytes(_ bytes: RawSpan, at offset: Int, stream: Int, from side: Side) {
        guard bytes.byteCount > 0 else { return }
        if talks[stream] == nil {
            guard !isFull else { return }
            kept += 2 * Self.overhead
            talks[stream] = Talk()
        }
        talks[stream]?.halves[Int(side.rawValue)].take(bytes, offset, stream, side, perHalf, inAll, &kept)
    }

    /// Notes where a packet ended, and whether its sender paused before it.
    public func packet(
        _ packet: TCPPacket,
        _ placement: Half.Placement,
        number: Int,
        time: Timestamp,
        stream: Int,
        from side: Side
    ) {
        guard placement.range.count > 0, placement.arrival == .new || placement.arrival == .reordered,
            talks[stream] != nil || !isFull
        else { return }
        talks[stream, default: Talk()].note(packet, placement.range, time, side)
    }

    /// Takes what was kept of a connection that is over.
    public func close(_ connection: borrowing Connection, stream: Int) {
        guard let talk = talks.removeValue(forKey: stream) else { return }
        let isMidstream = connection.opening == .midstream
        for side in Side.allCases {
            var half = talk.halves[Int(side.rawValue)]
            // What is full is not read on, and the connection is over for that reason alone.
            if isFull { half.isCut = true }
            done[connection.server.port, default: []] +=
                half.finished(isMidstream, announced: connection.announcedSegmentSize)
        }
    }

    /// The runs by server port, those with the most bytes first.
    public var samples: [(port: UInt16, runs: [InferRun])] {
        done.map { (port: $0.key, runs: $0.value) }.filter { !$0.runs.isEmpty }.sorted {
            let sizes = ($0.runs.reduce(0) { $0 + $1.bytes.count }, $1.runs.reduce(0) { $0 + $1.bytes.count })
            return sizes.0 == sizes.1 ? $0.port < $1.port : sizes.0 > sizes.1
        }
    }
}

extension InferSampler.HalfSample {
    /// Keeps bytes that follow those before, or start a run behind a gap.
    fileprivate mutating func take(
        _ bytes: RawSpan,
        _ offset: Int,
        _ stream: Int,
        _ side: Side,
        _ perHalf: Int,
        _ inAll: Int,
        _ kept: inout Int
    ) {
        guard !isCut else { return }
        let room = min(perHalf - self.bytes, inAll - kept, bytes.byteCount)
        guard room > 0 else { return isCut = true }
        let isNext = runs.last.map { $0.start + $0.bytes.count == offset } ?? false
        if !isNext {
            runs.append(
                InferRun(stream: stream, from: side, start: offset, bytes: [], isStart: offset == 0, ends: [])
            )
        }
        runs[runs.count - 1].bytes.append(contentsOf: bytes.extracting(0..<room))
        self.bytes += room
        kept += room
        if room < bytes.byteCount { isCut = true }
    }

    /// The runs with the pauses that lie in them.
    ///
    /// A full segment ends where it is full: a pause behind it is that of a sender who may not send more for now.
    fileprivate func finished(_ isMidstream: Bool, announced: Int?) -> [InferRun] {
        let full = announced.map { $0 - InferSampler.options } ?? max(largest, InferSampler.nearlyFull)
        var ends = ends.filter { $0.count < full }
        ends.sort { $0.offset < $1.offset }
        var runs = runs
        for index in runs.indices {
            let run = runs[index]
            let end = run.start + run.bytes.count
            var places = ends.filter { $0.isPause && $0.offset > run.start && $0.offset <= end }
                .map { $0.offset - run.start }
            let isLast = index == runs.count - 1
            runs[index].isComplete = isLast && !isCut
            if runs[index].isComplete, places.last != run.bytes.count { places.append(run.bytes.count) }
            if isMidstream { runs[index].isStart = false }
            runs[index].ends = places.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
            runs[index].time = firstTime
        }
        return runs
    }
}

extension InferSampler.Talk {
    /// Notes where a packet ended, and whether the one before it was followed by a pause.
    fileprivate mutating func note(_ packet: TCPPacket, _ range: ByteRange, _ time: Timestamp, _ side: Side) {
        let index = Int(side.rawValue)
        if !halves[index].ends.isEmpty {
            let hasTurned = last != side
            if hasTurned || time.since(halves[index].lastTime) >= InferSampler.pause {
                halves[index].ends[halves[index].ends.count - 1].isPause = true
            }
        } else {
            halves[index].firstTime = time
        }
        last = side
        halves[index].lastTime = time
        halves[index].largest = max(halves[index].largest, range.count)
        guard !halves[index].isCut else { return }
        // A full segment ends where it is full; a smaller one that asks to be pushed ended a write.
        let isShort = range.count < halves[index].largest || range.count < InferSampler.small
        halves[index].ends.append((range.end, range.count, isShort && packet.flags.contains(.psh)))
    }
}
