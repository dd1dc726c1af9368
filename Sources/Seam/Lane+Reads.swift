import SeamAnalysis
import SeamBytes
import SeamStreams

// Reads as carriers: what is in order waits until the modelled client reads it, and is decoded then.

extension Lane {
    /// Hands bytes to the modelled reader; `isContinued` says that the delivery they belong to has begun before.
    mutating func read(
        _ bytes: RawSpan,
        _ segment: Carrier,
        _ index: Int,
        _ side: Side,
        isContinued: Bool,
        isBehindGap: Bool
    ) {
        if analyses[index].queues.isEmpty {
            analyses[index].queues = Side.allCases.map { _ in ReadQueue(options.reader, readBudget) }
        }
        let queue = analyses[index].queues[side.place]
        if !isContinued { queue.deliver(at: segment.time) { feed($0, $1, index, side) } }
        analyses[index][side].carry(segment: segment)
        queue.append(bytes, segment)
        let reach = connections[index][side].reach(from: segment.range.end)
        if isBehindGap || reach <= segment.range.end { queue.settle { feed($0, $1, index, side) } }
    }

    /// Lets the modelled reader read all that waits, as nothing follows it without a gap.
    mutating func flushReads(_ index: Int, _ side: Side) {
        guard !analyses[index].queues.isEmpty else { return }
        analyses[index].queues[side.place].flush { feed($0, $1, index, side) }
    }

    /// Decodes what a read returned.
    private mutating func feed(_ read: Read, _ bytes: RawSpan, _ index: Int, _ side: Side) {
        observer?.read(read, stream: analyses[index].stream, from: side)
        var carrier = Carrier(read.range, packet: read.number, time: read.time)
        analyses[index].feed(bytes, of: &carrier, from: side, &batch, observer)
    }
}
