import SeamAnalysis
import SeamBytes
public import SeamCapture
import SeamPackets
import SeamStreams

// Where nobody has to be told of each packet at once they are gathered, and taken connection by connection, by as many
// threads as are asked for, while the next ones are read. What the lanes cannot know alone ends a gathering before its
// time: connections that may be others, limits in time or over all. So the results are those of packets taken one by one.

extension Pipeline {
    /// Takes all packets of a capture, as long as `goesOn`, asked every few packets, says yes.
    public mutating func takeAll(
        of reader: inout CaptureReader,
        while goesOn: () -> Bool = { true }
    ) throws(CaptureError) {
        guard gathers else {
            while goesOn() {
                while let bytes = reader.lookAhead() { foresee(bytes) }
                guard try reader.advance() else { return }
                take(reader.packet())
                if reader.hasToWait { observer?.pause() }
            }
            return
        }
        defer { flush() }
        while goesOn() {
            guard try takeSome(of: &reader) else { return }
            if observer != nil, reader.hasToWait { pause() }
        }
    }

    /// Tells whoever waits with us for a slow pipe what there is.
    private mutating func pause() {
        flush()
        observer?.pause()
    }

    /// How many packets are taken before somebody is asked whether to go on.
    private static var some: Int { 64 }

    /// Takes some more packets of a capture, gathered, or less of a slow pipe; false at its end.
    @inline(never)
    private mutating func takeSome(of reader: inout CaptureReader) throws(CaptureError) -> Bool {
        let (isTold, isSpread) = (observer != nil, table.isSpread)
        for taken in 0..<Self.some {
            if isTold, taken > 0, reader.hasToWait { return true }
            while isSpread, let bytes = reader.lookAhead() { foreseeQueue(bytes) }
            guard try reader.advance() else { return false }
            take(reader.packet(), gathers: true)
        }
        return true
    }

    /// Puts a TCP packet with those that wait.
    ///
    /// It is not changed, and inout all the same: what was just written would be copied otherwise (Swift 6.3).
    @inline(__always)
    mutating func gather(_ packet: inout TCPPacket, _ bytes: RawSpan, _ number: Int, _ time: Timestamp) {
        if time.nanoseconds >= min(due, waitingDue) {
            flush()
            if time.nanoseconds >= due { passTime(time, number) }
        }
        guard var found = find(&packet, time) else { return }
        if found.isNew, table.live > options.limits.connections {
            flush()
            open(found, packet, number, time)
            found.isNew = false
        }
        let isTwice = meet(packet, bytes, found)
        let place = gatherings[filling].append(
            packet,
            bytes,
            found,
            number,
            time,
            isTwice: isTwice,
            &table
        )
        if found.isNew { open(found, packet, place) }
        if time.nanoseconds < earliest { expect(time) }
        if gatherings[filling].isFull { submit() }
    }

    /// Has a lane begin the connection of the packet at a place of its queue.
    @inline(never)
    private mutating func open(_ found: Found, _ packet: TCPPacket, _ place: UInt32) {
        let opening = Gathering.Opening(
            place: place,
            stream: table.count - 1,
            source: packet.source,
            destination: packet.destination,
            reusesPorts: found.reusesPorts
        )
        gatherings[filling].open(opening, lane: found.place % Lane.count)
    }

    /// Takes note of the earliest packet of those that were not taken.
    private mutating func expect(_ time: Timestamp) {
        earliest = time.nanoseconds
        waitingDue = options.limits.wait > 0 ? Self.sum(earliest, options.limits.wait) : .max
    }

    /// Has what was gathered taken, and waits until it is.
    mutating func flush() {
        if gatherings[filling].count > 0 { submit() }
        join()
        say()
    }

    /// Has what was gathered taken, while others are gathered.
    private mutating func submit() {
        join()
        guard held + gatherings[filling].cost <= options.limits.heldInAll else {
            say()
            return takeInOrder()
        }
        isTaking = true
        tellScribes(of: filling)
        let work = gathered
        crew.start(Lane.count) { work.take($0) }
        say()
        startNext(1 - filling)
    }

    /// What was gathered, with the lanes that it is for.
    private var gathered: GatheredWork {
        unsafe GatheredWork(
            gathering: gatherings.pointer(to: filling),
            lanes: lanes.indices.map { unsafe lanes.pointer(to: $0) }
        )
    }

    /// Waits until all is taken that was submitted.
    private mutating func join() {
        guard isTaking else { return }
        crew.finish()
        isTaking = false
        tellObserver(after: 1 - filling)
        watchOver()
        gatherings[1 - filling].restart(0)
        expect(Timestamp(nanoseconds: gatherings[filling].earliest))
    }

    /// Takes what was gathered in the order of the capture: it may be more than may wait for holes to be filled.
    private mutating func takeInOrder() {
        var taken = [Int](repeating: 0, count: Lane.count)
        let work = gathered
        while let lane = gatherings[filling].first(behind: taken) {
            let number = work.take(taken[lane], lane)
            taken[lane] += 1
            keepWithin(lane, number)
        }
        startNext(filling)
        expect(Timestamp(nanoseconds: .max))
    }

    private mutating func startNext(_ place: Int) {
        filling = place
        gatheringCount &+= 1
        gatherings[place].restart(gatheringCount)
    }
}

/// What a crew has to do for a gathering; who gives it away leaves both alone until it is done.
@safe
private struct GatheredWork: @unchecked Sendable {
    let gathering: UnsafeMutablePointer<Gathering>
    let lanes: [UnsafeMutablePointer<Lane>]

    /// Takes all packets of a lane.
    func take(_ lane: Int) { unsafe lanes[lane].pointee.take(gathering.pointee, lane) }

    /// Takes the packet at a place of a lane's queue; answers its number.
    func take(_ place: Int, _ lane: Int) -> Int {
        unsafe lanes[lane].pointee.take(place, of: gathering.pointee, lane)
    }
}
