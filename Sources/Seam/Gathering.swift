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
    /// A packet, and what was found out about it before it waited.
    struct Parcel {
        var packet: TCPPacket
        /// Where its bytes stand in `bytes`.
        var bytes: Range<Int>
        var number: Int
        var time: Timestamp
        /// The place of its connection in the lane.
        var index: Int
        var side: Side
        /// Whether the capture had the same packet before.
        var isTwice: Bool
        /// The number of the connection that begins with it, -1 if none does.
        var stream: Int
        var reusesPorts: Bool
        /// The place in the queue of the connection's next packet, 0 for none.
        var next: UInt32 = 0
    }

    /// The packets for one lane.
    struct Queue {
        var parcels: [Parcel] = []
        /// The places in `parcels` of each connection's first.
        var firsts: [UInt32] = []
        /// The places of those that begin connections.
        var opened: [UInt32] = []

        mutating func removeAll() {
            parcels.removeAll(keepingCapacity: true)
            firsts.removeAll(keepingCapacity: true)
            opened.removeAll(keepingCapacity: true)
        }
    }

    /// Most packets that are gathered, and most bytes of theirs but for the last one.
    static let packetLimit = 8192
    static let byteLimit = 4 << 20

    /// Tells the marks of this gathering from those of others.
    private(set) var number: UInt32 = 0
    private(set) var queues: InlineArray<4, Queue> = .init(repeating: Queue())
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    /// When the first of them was captured, in nanoseconds.
    private(set) var earliest = Int.max

    /// Whether no more fit.
    var isFull: Bool { count >= Self.packetLimit || bytes.count >= Self.byteLimit }

    /// What they can cost at most when all of them have to wait, in bytes.
    var cost: Int { bytes.count + count * 2 * StreamLimits.costPerSegment }

    /// The lane whose next packet, behind those before `places`, is the first in the order of the capture.
    func first(behind places: InlineArray<4, Int>) -> Int? {
        var first: Int?
        var least = Int.max
        for lane in queues.indices where places[lane] < queues[lane].parcels.count {
            let number = queues[lane].parcels[places[lane]].number
            if number < least { (first, least) = (lane, number) }
        }
        return first
    }

    /// Begins anew; `number` is not that of any gathering before.
    mutating func restart(_ number: UInt32) {
        self.number = number
        for lane in queues.indices { queues[lane].removeAll() }
        bytes.removeAll(keepingCapacity: true)
        count = 0
        earliest = .max
    }

    /// Appends a packet, whose bytes are copied; `mark` is where the connection keeps its last one.
    @inline(__always)
    mutating func append(_ parcel: consuming Parcel, _ captured: RawSpan, lane: Int, _ mark: inout QueueMark) {
        let start = bytes.count
        bytes.append(contentsOf: captured)
        parcel.bytes = start..<bytes.count
        earliest = min(earliest, parcel.time.nanoseconds)
        count &+= 1
        let place = UInt32(truncatingIfNeeded: queues[lane].parcels.count)
        if parcel.stream >= 0 { queues[lane].opened.append(place) }
        queues[lane].parcels.append(parcel)
        if mark.gathering == number {
            queues[lane].parcels[Int(mark.last)].next = place
        } else {
            queues[lane].firsts.append(place)
        }
        mark = QueueMark(gathering: number, last: place)
    }
}
