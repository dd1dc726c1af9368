import SeamBytes
import SeamCodecs
public import SeamStreams

// Where reads are the carriers, the segments under them tell packets and causes: a border that segments and reads
// both have is there because of the segments, one that only the reads make, or leave out, because of the reader.

/// The segments that brought the reads of a half, compared with the same units.
struct SegmentsBehind: ~Copyable {
    var finder: SeamFinder
    /// The comparison of the last unit.
    var result = SeamFinder.Result(verdict: .whole, cuts: 0, endsInJoin: false, carriers: 0..<0)

    init(limit: Int) { finder = SeamFinder(limit: limit) }

    /// Why the join at the end of the last unit is there: where a segment ends too, the read went on beyond it.
    var joinCause: Cause {
        mutating get { result.endsInJoin ? finder.joinCause(result) : .read }
    }

    /// Why a read ends at an offset inside the last unit: where no segment ends, because of the reader.
    func cut(at offset: Int) -> Cause {
        guard let index = segment(endingAt: offset) else { return .read }
        return finder.cutCause(behind: index)
    }

    /// The segment before the last one of the unit that ends at an offset.
    func segment(endingAt offset: Int) -> Int? {
        result.carriers.dropLast().first { finder.carriers[$0].range.end == offset }
    }

    /// The segment that brought the byte before an offset of the last unit.
    func segment(before offset: Int) -> Int? {
        result.carriers.first {
            finder.carriers[$0].range.start < offset && offset <= finder.carriers[$0].range.end
        }
    }
}

extension SeamFinder {
    /// Adds a segment, of which reads are made.
    mutating func add(segment: Carrier) {
        segments.update(SegmentsBehind(limit: Int(limit))) { $0.finder.add(segment) }
    }

    /// Compares the next unit with the segments behind the reads, if there are some.
    @inline(__always)
    mutating func compareSegments(_ unit: ByteRange) {
        if !segments.isEmpty { compareSegmentsBehind(unit) }
    }

    @inline(never)
    private mutating func compareSegmentsBehind(_ unit: ByteRange) {
        segments.change { $0.result = $0.finder.compare(unit) }
    }

    /// How many reads there were; nil where carriers are no reads.
    var readCount: Int? {
        if segments.isEmpty { return nil }
        return carriers.isEmpty ? 0 : carriers[carriers.count - 1].packet
    }

    /// The segments that brought a unit just compared: the carriers themselves, or those behind the reads.
    public func segments(of result: Result) -> [Carrier] {
        segments.read { $0.finder.carriers.copy($0.result.carriers) } ?? carriers.copy(result.carriers)
    }

    /// How many segments in the middle of a unit just compared are not among `segments(of:)`, since there were too many.
    @inline(__always)
    public func leftOutSegments(of result: Result) -> Int {
        segments.read { $0.result.leftOut } ?? result.leftOut
    }

    /// Whether the carriers are reads.
    @inline(__always)
    public var isOfReads: Bool { !segments.isEmpty }

    /// The packet of a carrier of a unit just compared, by its place.
    @inline(__always)
    public func packet(at place: Int) -> Int { carriers[place].packet }

    /// Whether a carrier of a unit just compared is all that its packet brought, by its place.
    @inline(__always)
    public func isWhole(at place: Int) -> Bool { carriers[place].isWhole }

    /// The numbers of the reads that returned a unit just compared; nil where carriers are no reads.
    public func reads(of result: Result) -> ClosedRange<Int>? {
        guard !segments.isEmpty, let first = result.carriers.first, let last = result.carriers.last else {
            return nil
        }
        return carriers[first].packet...carriers[last].packet
    }

    /// Why a read ends at an offset inside the last unit.
    private func readCut(at offset: Int) -> Cause { segments.read { $0.cut(at: offset) } ?? .read }

    func cutCausesOfReads(_ result: Result) -> CauseCounts {
        var counts = CauseCounts()
        for index in result.carriers.dropLast() {
            counts.add(1, to: readCut(at: carriers[index].range.end))
        }
        let leftOut = result.cuts - max(0, result.carriers.count - 1)
        if leftOut > 0 { counts.add(leftOut, to: .read) }
        return counts
    }

    func appendSeamsOfReads(of unit: Unit, _ result: Result, to seams: inout [Seam]) {
        let others = segments.read { $0.seams(of: unit) } ?? []
        for index in result.carriers.dropLast() where unit.kind.canBeCut {
            let offset = carriers[index].range.end
            seams.append(readSeam(.cut, at: offset, carriers[index].packet, others))
        }
        guard result.endsInJoin, let last = result.carriers.last else { return }
        seams.append(readSeam(.join, at: unit.range.end, carriers[last].packet, others))
    }

    /// The seam that a read makes, or that it shares with the segments, whose seams are `others`.
    private func readSeam(_ kind: Seam.Kind, at offset: Int, _ read: Int, _ others: [Seam]) -> Seam {
        let shared = others.first { $0.kind == kind && $0.offset == offset }
        var seam =
            shared ?? segments.read { $0.seam(kind, at: offset) }
            ?? Seam(kind: kind, offset: offset, packet: 0, cause: .read)
        seam.read = read
        return seam
    }
}

extension SegmentsBehind {
    /// The seams of the last unit.
    fileprivate borrowing func seams(of unit: Unit) -> [Seam] {
        var seams: [Seam] = []
        finder.appendSeams(of: unit, result, to: &seams)
        return seams
    }

    /// The seam that only the reader makes at an offset of the last unit.
    fileprivate borrowing func seam(_ kind: Seam.Kind, at offset: Int) -> Seam {
        let place = segment(before: offset)
        let packet = place.map { finder.carriers[$0].packet } ?? 0
        var seam = Seam(kind: kind, offset: offset, packet: packet, cause: .read)
        if kind == .join, let place, place + 1 < finder.carriers.count {
            seam.nextPacket = finder.carriers[place + 1].packet
            seam.pause = finder.carriers[place + 1].time.since(finder.carriers[place].time)
        }
        return seam
    }
}
