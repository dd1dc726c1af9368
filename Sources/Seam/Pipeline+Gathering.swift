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

extension Lane {
    /// Takes the packets that were gathered for this lane, connection by connection.
    mutating func take(_ gathering: borrowing Gathering, _ lane: Int) {
        let opened = gathering.queues[lane].opened
        for turn in opened.indices {
            if turn + 4 < opened.count {
                foresee(gathering.queues[lane].parcels[Int(opened[turn + 4].place)].index)
            }
            open(opened[turn], gathering.queues[lane].parcels)
        }
        let count = gathering.queues[lane].firsts.count
        for place in 0..<count {
            if place + 4 < count { gathering.queues[lane].foresee(place + 4) }
            if place + 2 < count { foresee(gathering.queues[lane].index(place + 2)) }
            if place + 1 < count {
                foreseeNext(gathering.queues[lane].index(place + 1))
                gathering.foresee(gathering.queues[lane].firsts[place + 1], lane)
            }
            var next = gathering.queues[lane].firsts[place]
            repeat {
                let packet = Int(next)
                next = gathering.queues[lane].parcels[packet].next
                if next > 0 { gathering.foresee(next, lane) }
                take(gathering.queues[lane].parcels[packet], gathering.bytes.bytes)
            } while next > 0
        }
        transcript?.close()
    }

    /// Takes the packet at a place of the lane's queue, whether or not others of its connection wait; answers its number.
    mutating func take(_ place: Int, of gathering: borrowing Gathering, _ lane: Int) -> Int {
        if let opening = gathering.queues[lane].opening(at: place) {
            open(opening, gathering.queues[lane].parcels)
        }
        take(gathering.queues[lane].parcels[place], gathering.bytes.bytes)
        return gathering.queues[lane].parcels[place].captured.number
    }

    private mutating func open(_ opening: Gathering.Opening, _ parcels: borrowing Row<Parcel>) {
        let first = parcels[Int(opening.place)]
        open(
            first.index,
            Connection(
                index: opening.stream,
                openedBy: TCPPacket(
                    source: opening.source,
                    destination: opening.destination,
                    segment: first.captured.segment
                ),
                number: first.captured.number,
                time: first.captured.time,
                reusesPorts: opening.reusesPorts
            )
        )
    }

    @inline(__always)
    private mutating func take(_ parcel: borrowing Parcel, _ bytes: RawSpan) {
        take(parcel.captured, bytes, parcel.index, parcel.side, isTwice: parcel.isTwice)
        if transcript != nil { mark(parcel.captured.number) }
    }

    @inline(never)
    private mutating func mark(_ number: Int) { transcript?.mark(number) }

    /// Asks memory for the state of a connection that will be needed soon.
    @inline(__always)
    func foresee(_ index: Int) {
        connections.prefetch(index, count: MemoryLayout<Connection>.size)
        analyses.prefetch(index, count: MemoryLayout<ConnectionAnalysis>.size)
    }

    /// Asks memory for what the state of a connection points to.
    @inline(__always)
    mutating func foreseeNext(_ index: Int) {
        guard index < analyses.count else { return }
        connections[index].prefetch()
        analyses[index].prefetch()
    }
}
