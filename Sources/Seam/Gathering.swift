import SeamBytes
import SeamPackets
import SeamStreams

/// Packets that wait to be taken, in a queue for each lane.
///
/// In a queue the packets of one connection are linked. Taken one after the other they find its state in the cache, where
/// in the order of the capture thousands of other connections would come between.
///
///     parcels   a1  b1  a2  c1  b2  a3      firsts: a1, b1, c1
///               |_______|___________|       each connection's in the order of the capture
struct Gathering: ~Copyable {
    /// The packets for one lane.
    struct Queue: ~Copyable {
        var parcels = Row<Parcel>(room: usualPackets)
        /// The places in `parcels` of each connection's first.
        var firsts = Row<UInt32>()
        /// Those that begin connections.
        var opened: [Opening] = []
        /// More begin at once at the start of a capture only: what they took is given back.
        private static let usuallyOpened = 256
        /// Memory that is not written costs nothing; what grows is copied, and leaves holes.
        private static let usualPackets = 4096
        private let pin = Pin()

        /// Asks memory for the first packet of the connection that is at this place.
        func foresee(_ place: Int) { parcels.prefetch(Int(firsts[place])) }

        /// The place in the lane of the connection that is at this place among those that have packets.
        func index(_ place: Int) -> Int { parcels[Int(firsts[place])].index }

        /// What begins with the packet at a place.
        func opening(at place: Int) -> Opening? {
            var low = 0
            var high = opened.count
            while low < high {
                let middle = (low + high) / 2
                if opened[middle].place < place { low = middle + 1 } else { high = middle }
            }
            return low < opened.count && opened[low].place == place ? opened[low] : nil
        }

        mutating func removeAll() {
            parcels.removeAll()
            firsts.removeAll()
            opened.removeAll(keepingCapacity: opened.count < Self.usuallyOpened)
        }
    }

    /// A connection that begins with a packet of the gathering.
    struct Opening {
        /// The place of the packet in its queue.
        var place: UInt32
        /// The number of the connection.
        var stream: Int
        /// Between whom the packet travels; the rest of it stands in the queue.
        var source: Endpoint
        var destination: Endpoint
        var reusesPorts: Bool
    }

    /// How much is gathered at a time.
    struct Capacity {
        /// Most packets.
        var packets = 1 << 16
        /// Most bytes of theirs, but for the last one.
        var bytes = 2304 << 10
        /// So many bytes and packets of each connection are enough: they are still in the cache when they are taken.
        var enoughBytes = 1 << 20
        var enoughPackets = 4
    }

    /// How many bytes of a packet are asked for: decoders jump from message to message.
    private static let foreseen = 1536
    /// How far behind the last packet memory is asked for that will be written: bytes, and packets in a queue.
    private static let bytesAhead = 1024
    private static let packetsAhead = 4

    var capacity = Capacity()
    /// Tells the marks of this gathering from those of others.
    private(set) var id: UInt32 = 0
    /// A queue for each lane; in a slab, as to read an element of an `InlineArray` copies all of it (Swift 6.3).
    private(set) var queues = Slab<Queue>()
    private(set) var bytes = Row<UInt8>(room: Capacity().bytes + (256 << 10))
    private(set) var count = 0
    /// How many connections they are of.
    private var connections = 0
    /// When the first of them was captured, in nanoseconds.
    private(set) var earliest = Int.max
    private let pin = Pin()

    /// An empty gathering.
    init() {
        for _ in 0..<Lane.count { queues.append(Queue()) }
    }

    /// Whether no more fit.
    var isFull: Bool {
        if count >= capacity.packets || bytes.count >= capacity.bytes { return true }
        return bytes.count >= capacity.enoughBytes && count >= connections &* capacity.enoughPackets
    }

    /// What they can cost at most when all of them have to wait, in bytes.
    var cost: Int { bytes.count + count * 2 * StreamLimits.costPerSegment }

    /// The lane whose next packet, behind those before `places`, is the first in the order of the capture.
    func first(behind places: [Int]) -> Int? {
        var first: Int?
        var least = Int.max
        for lane in queues.indices where places[lane] < queues[lane].parcels.count {
            let number = queues[lane].parcels[places[lane]].captured.number
            if number < least { (first, least) = (lane, number) }
        }
        return first
    }

    /// Begins anew; `id` is not that of any gathering before.
    mutating func restart(_ id: UInt32) {
        self.id = id
        for lane in queues.indices { queues[lane].removeAll() }
        bytes.removeAll()
        count = 0
        connections = 0
        earliest = .max
    }

    /// Appends a packet, whose bytes are copied; the table keeps where the last one of its connection stands.
    ///
    /// Answers its place in its queue.
    @inline(__always)
    mutating func append(
        _ packet: borrowing TCPPacket,
        _ captured: RawSpan,
        _ found: Pipeline.Found,
        _ number: Int,
        _ time: Timestamp,
        isTwice: Bool,
        _ table: inout ConnectionTable
    ) -> UInt32 {
        let lane = found.place % Lane.count
        let start = bytes.count
        bytes.append(contentsOf: captured.extracting(packet.segment.range))
        bytes.prefetchToWrite(bytes.count &+ Self.bytesAhead, count: packet.segment.range.count)
        earliest = min(earliest, time.nanoseconds)
        count &+= 1
        let place = UInt32(truncatingIfNeeded: queues[lane].parcels.count)
        let index = found.place / Lane.count
        queues[lane].parcels.append(
            Parcel(packet.segment, number, time, index: index, from: found.side, isTwice: isTwice)
        )
        queues[lane].parcels.prefetchToWrite(Int(place) &+ Self.packetsAhead)
        // Behind the copy: what is changed just before it is read wider than it was written, and the processor waits.
        queues[lane].parcels[Int(place)].captured.segment.move(to: start)
        let before = table.mark(found.place, QueueMark(gathering: id, last: place))
        if before.gathering == id {
            queues[lane].parcels[Int(before.last)].next = place
        } else {
            queues[lane].firsts.append(place)
            connections &+= 1
        }
        return place
    }

    /// Asks memory for the bytes of the packet at a place of a queue, and for the one behind it in its connection.
    @inline(__always)
    func foresee(_ place: UInt32, _ lane: Int) {
        let range = queues[lane].parcels[Int(place)].captured.segment.range
        bytes.prefetch(range.lowerBound, count: min(range.count, Self.foreseen))
        queues[lane].parcels.prefetch(Int(queues[lane].parcels[Int(place)].next))
    }

    /// Asks memory for the packet at a place of a queue, which another one of its connection will be linked to.
    @inline(__always)
    func foresee(_ mark: QueueMark, _ lane: Int) {
        if mark.gathering == id { queues[lane].parcels.prefetchToWrite(Int(mark.last)) }
    }

    /// Notes that a connection begins with the packet at a place of a lane's queue.
    mutating func open(_ opening: Opening, lane: Int) { queues[lane].opened.append(opening) }
}
