import SeamBytes
import SeamCodecs
public import SeamStreams

// Where reads are the carriers, the segments under them tell packets and causes: a border that segments and reads
// both have is there because of the segments, one that only the reads make, or leave out, because of the reader.

/// The segments that brought the reads of a half, compared with the same units.
struct SegmentsBehind: Sendable {
    var finder = SeamFinder()
    /// The comparison of the last unit.
    var result = SeamFinder.Result(verdict: .whole, cuts: 0, endsInJoin: false, carriers: 0..<0)

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
        if segments.isEmpty { segments = [SegmentsBehind()] }
        segments[0].finder.add(segment)
    }

    /// Compares the next unit with the segments behind the reads, if there are some.
    @inline(__always)
    mutating func compareSegments(_ unit: ByteRange) {
        if !segments.isEmpty { compareSegmentsBehind(unit) }
    }

    private mutating func compareSegmentsBehind(_ unit: ByteRange) {
        segments[0].result = segments[0].finder.compare(unit)
    }

    /// How many reads there were; nil where carriers are no reads.
    var readCount: Int? { segments.isEmpty ? nil : carriers.last?.packet ?? 0 }

    /// The segments that brought a unit just compared: the carriers themselves, or those behind the reads.
    public func segments(of result: Result) -> ArraySlice<Carrier> {
        guard let behind = segments.first else { return carriers[result.carriers] }
        return behind.finder.carriers[behind.result.carriers]
    }

    /// The numbers of the reads that returned a unit just compared; nil where carriers are no reads.
    public func reads(of result: Result) -> ClosedRange<Int>? {
        guard !segments.isEmpty, let first = result.carriers.first, let last = result.carriers.last else {
            return nil
        }
        return carriers[first].packet...carriers[last].packet
    }

    func cutCauses(_ result: Result, _ behind: SegmentsBehind) -> CauseCounts {
        var counts = CauseCounts()
        for index in result.carriers.dropLast() {
            counts.add(1, to: behind.cut(at: carriers[index].range.end))
        }
        let leftOut = result.cuts - max(0, result.carriers.count - 1)
        if leftOut > 0 { counts.add(leftOut, to: .read) }
        return counts
    }

    func appendSeams(of unit: Unit, _ result: Result, _ behind: SegmentsBehind, to seams: inout [Seam]) {
        var others: [Seam] = []
        behind.finder.appendSeams(of: unit, behind.result, to: &others)
        func append(_ kind: Seam.Kind, at offset: Int, _ read: Int) {
            if var seam = others.first(where: { $0.kind == kind && $0.offset == offset }) {
                seam.read = read
                return seams.append(seam)
            }
            let place = behind.segment(before: offset)
            let segment = place.map { behind.finder.carriers[$0] }
            var seam = Seam(kind: kind, offset: offset, packet: segment?.packet ?? 0, cause: .read)
            seam.read = read
            if kind == .join, let place, place + 1 < behind.finder.carriers.count {
                let next = behind.finder.carriers[place + 1]
                seam.nextPacket = next.packet
                seam.pause = next.time.since(behind.finder.carriers[place].time)
            }
            seams.append(seam)
        }
        for index in result.carriers.dropLast() where unit.kind.canBeCut {
            append(.cut, at: carriers[index].range.end, carriers[index].packet)
        }
        guard result.endsInJoin, let last = result.carriers.last else { return }
        append(.join, at: unit.range.end, carriers[last].packet)
    }
}
