import SeamAnalysis
import SeamBytes
import SeamPackets
import SeamStreams

// Memory is bounded in bytes and time (DESIGN section 5): what is beyond becomes a gap, or ends a connection.

extension Pipeline {
    /// Where a packet belongs.
    struct Found {
        /// The place of its connection.
        var place: Int
        /// Who sent it.
        var side: Side
        /// Whether the connection begins with it.
        var isNew = false
        /// Whether a connection of the same endpoints came before.
        var reusesPorts = false
    }

    /// The connection of a packet; nil for one that comes too late.
    ///
    /// It is a new one when the one before is another: its ports are used again, or it was silent for too long.
    @inline(__always)
    mutating func find(_ packet: inout TCPPacket, _ time: Timestamp) -> Found? {
        switch table.look(from: packet.source, to: packet.destination) {
        case .known(let place, let side):
            let found = Found(place: place, side: side)
            // A SYN-ACK stays in the connection, whatever its number: waiting for each would leave nothing to gather.
            let mayBegin = packet.segment.flags.intersection([.syn, .ack]) == .syn
            if mayBegin || isSilent(place, time) {
                return judge(packet, found, time)
            }
            if options.limits.idle > 0 { table.touch(place, time) }
            return found
        case .retired(let isOver):
            // What was not over may go on: it is another connection then, met under way.
            let (opens, brings) = (packet.segment.flags.contains(.syn), packet.segment.payloadLength > 0)
            guard opens || !isOver && brings else {
                table.passLate()
                return nil
            }
            return begin(packet, time, reusesPorts: true)
        case .none: return begin(packet, time, reusesPorts: false)
        }
    }

    /// Whether a packet goes on with the connection of its endpoints.
    private mutating func judge(_ packet: TCPPacket, _ found: Found, _ time: Timestamp) -> Found? {
        flush()
        if isSilent(found.place, time) {
            retire([found.place], isSilent: true)
            var again = packet
            return find(&again, time)
        }
        let (lane, index) = (found.place % Lane.count, found.place / Lane.count)
        if lanes[lane].connections[index].isReused(by: packet.segment, from: found.side) {
            return begin(packet, time, reusesPorts: true)
        }
        table.touch(found.place, time)
        return found
    }

    private mutating func begin(_ packet: TCPPacket, _ time: Timestamp, reusesPorts: Bool) -> Found {
        let (place, side) = table.open(packet, time: time)
        return Found(place: place, side: side, isNew: true, reusesPorts: reusesPorts)
    }

    /// Whether a connection was silent for longer than the limit when the time was `time`.
    mutating func isSilent(_ place: Int, _ time: Timestamp?) -> Bool {
        guard options.limits.idle > 0, let time else { return false }
        return time.since(table.lastTime(of: place)) > options.limits.idle
    }

    /// The places of the connections to retire when there are too many: a quarter of them, in the order of their numbers.
    ///
    /// Those that are over go first, then those that were silent for the longest time.
    func overdue() -> [Int] {
        let limit = options.limits.connections
        guard table.live > limit else { return [] }
        let turns = table.places.map { table.isFree($0) ? Int.max : turnToRetire($0) }
        let last = turns.smallest(max(1, limit / 4))
        return inOrder(table.places.filter { turns[$0] <= last })
    }

    /// When it is a connection's turn to be retired: by its last packet, which no other has, behind all that are over.
    private func turnToRetire(_ place: Int) -> Int {
        let (lane, index) = (place % Lane.count, place / Lane.count)
        let isOver = lanes[lane].connections[index].isOver
        return lanes[lane].connections[index].lastPacket + (isOver ? 0 : 1 << 62)
    }

    /// Gives up what has waited for too long.
    @inline(never)
    mutating func passTime(_ time: Timestamp, _ number: Int) {
        let limits = options.limits
        while limits.wait > 0, let entry = watch.first, time.since(entry.since) >= limits.wait {
            watch.removeFirst()
            guard release(entry) else { continue }
            let (lane, index) = (entry.place % Lane.count, entry.place / Lane.count)
            if lanes[lane].connections[index][entry.side].next == entry.hole {
                givenUpInAll.late += 1
                giveUp(entry, .waitLimit, number)
            }
            wait(entry, number, time)
        }
        if limits.idle > 0 { sweep(time) }
        due = watch.first.map { turn(of: $0) } ?? .max
        if limits.idle > 0 { due = min(due, Self.sum(time.nanoseconds, limits.idle / 4)) }
    }

    /// Ends the connections that have been silent for too long.
    ///
    /// Each look goes over all in memory, so there are at least as many packets between two.
    private mutating func sweep(_ time: Timestamp) {
        guard packetCount - sweptAt >= table.places.count else { return }
        sweptAt = packetCount
        let (since, overflow) = time.nanoseconds.subtractingReportingOverflow(options.limits.idle)
        guard !overflow else { return }
        let silent = table.places.filter { place in
            !table.isFree(place) && table.lastTime(of: place).nanoseconds < since
        }
        retire(inOrder(silent), isSilent: true)
    }

    static func sum(_ time: Int, _ more: Int) -> Int {
        let (sum, overflow) = time.addingReportingOverflow(more)
        return overflow ? .max : sum
    }

    /// Keeps what waits in all connections within the limit, after a lane took a packet: what has waited longest is given up.
    @inline(__always)
    mutating func keepWithin(_ lane: Int, _ number: Int) {
        if !lanes[lane].waiting.isEmpty { watchOver() }
        if lanes[lane].held > 0, held > options.limits.heldInAll { giveUpOldest(number) }
    }

    /// Bytes of all out-of-order segments that wait.
    var held: Int { lanes.indices.reduce(0) { $0 + lanes[$1].held } }

    private mutating func giveUpOldest(_ number: Int) {
        while held > options.limits.heldInAll, let entry = watch.first {
            watch.removeFirst()
            guard release(entry) else { continue }
            givenUpInAll.full += 1
            giveUp(entry, .heldLimit, number)
            wait(entry, number, entry.since)
        }
    }

    /// Puts the halves in line that began to wait in the lanes, in the order of their packets.
    mutating func watchOver() {
        var entries: [HoleWatch.Entry] = []
        for lane in lanes.indices where !lanes[lane].waiting.isEmpty {
            for var entry in lanes[lane].waiting {
                entry.place = entry.place * Lane.count + lane
                entries.append(entry)
            }
            lanes[lane].waiting.removeAll(keepingCapacity: true)
        }
        entries.sort { $0.packet < $1.packet }
        if watch.count > 4 * table.live + 1024 { forgetGone() }
        watch.append(entries)
        for entry in entries { due = min(due, turn(of: entry)) }
    }

    /// Puts a half in line again, if it still waits.
    private mutating func wait(_ entry: HoleWatch.Entry, _ number: Int, _ time: Timestamp) {
        lanes[entry.place % Lane.count].wait(entry.place / Lane.count, entry.side, number, time)
        watchOver()
    }

    /// Makes the first hole of a half a gap.
    private mutating func giveUp(_ entry: HoleWatch.Entry, _ kind: Anomaly.Kind, _ number: Int) {
        lanes[entry.place % Lane.count].giveUp(entry.place / Lane.count, entry.side, kind, number)
    }

    /// When a half's hole has waited for too long, in nanoseconds of the capture's time.
    private func turn(of entry: HoleWatch.Entry) -> Int {
        let wait = options.limits.wait
        return wait > 0 ? Self.sum(entry.since.nanoseconds, wait) : .max
    }

    /// Forgets the halves in line whose connections were retired.
    private mutating func forgetGone() {
        var kept = HoleWatch()
        while let entry = watch.first {
            watch.removeFirst()
            if isThere(entry) { kept.append(entry) }
        }
        watch = kept
    }

    private func isThere(_ entry: HoleWatch.Entry) -> Bool {
        !table.isFree(entry.place) && number(at: entry.place) == entry.stream
    }

    /// Takes a half out of line; false when it has nothing to wait for any more.
    private mutating func release(_ entry: HoleWatch.Entry) -> Bool {
        guard isThere(entry) else { return false }
        let (lane, index) = (entry.place % Lane.count, entry.place / Lane.count)
        lanes[lane].connections[index][entry.side].isWatched = false
        return lanes[lane].connections[index][entry.side].hasHoles
    }
}

extension [Int] {
    /// The `count`-th smallest number, without putting the others in order (Hoare's FIND).
    fileprivate func smallest(_ count: Int) -> Int {
        var numbers = self
        var (low, high) = (0, numbers.count - 1)
        while low < high {
            // At random: no capture can be made that takes long.
            let pivot = numbers[Int.random(in: low...high)]
            var (left, right) = (low, high)
            while left <= right {
                while numbers[left] < pivot { left += 1 }
                while numbers[right] > pivot { right -= 1 }
                guard left <= right else { break }
                numbers.swapAt(left, right)
                left += 1
                right -= 1
            }
            if count - 1 <= right { high = right } else if count - 1 >= left { low = left } else { break }
        }
        return numbers[count - 1]
    }
}
