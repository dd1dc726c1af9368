import SeamBytes
import SeamPackets
import SeamStreams

// What was gathered is taken in two steps: packets are placed in their streams, and then what they brought is handed on.
// Each step fills most of the processor's cache for instructions (32 KiB): taken by turns for each packet, each would find
// that of the other there.

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
        // Out of self, as both are changed at once.
        var placed = PlacedPackets(room: 0)
        swap(&placed, &self.placed)
        let count = gathering.queues[lane].firsts.count
        for place in 0..<count {
            if place + 4 < count { gathering.queues[lane].foresee(place + 4) }
            if place + 2 < count { foresee(gathering.queues[lane].index(place + 2)) }
            if place + 1 < count {
                foreseeNext(gathering.queues[lane].index(place + 1))
                gathering.foresee(gathering.queues[lane].firsts[place + 1], lane)
            }
            take(gathering, lane, from: gathering.queues[lane].firsts[place], &placed)
        }
        handOn(&placed, gathering, lane)
        swap(&placed, &self.placed)
        transcript?.close()
    }

    /// Places the packets of a connection from `first` on, and hands on what they brought when there are enough of them.
    @inline(__always)
    private mutating func take(
        _ gathering: borrowing Gathering,
        _ lane: Int,
        from first: UInt32,
        _ placed: inout PlacedPackets
    ) {
        var next = first
        repeat {
            let packet = next
            next = gathering.queues[lane].parcels[Int(packet)].next
            if next > 0 { gathering.foresee(next, lane) }
            // A SYN tells where the stream begins: not to what came before it.
            let isSYN = gathering.queues[lane].parcels[Int(packet)].captured.flags.contains(.syn)
            if isSYN, packet != first { handOn(&placed, gathering, lane) }
            let turn = placed.append(packet)
            place(
                gathering.queues[lane].parcels[Int(packet)],
                gathering.bytes.bytes,
                &placed.placements[turn]
            )
            if placed.isFull || placed.mustGo { handOn(&placed, gathering, lane) }
        } while next > 0
    }

    @inline(__always)
    private mutating func place(
        _ parcel: borrowing Parcel,
        _ bytes: RawSpan,
        _ placement: inout Half.Placement
    ) {
        place(parcel.captured, bytes, parcel.index, parcel.side, into: &placement)
    }

    /// Hands on what packets brought that were placed.
    @inline(never)
    private mutating func handOn(
        _ placed: inout PlacedPackets,
        _ gathering: borrowing Gathering,
        _ lane: Int
    ) {
        for turn in 0..<placed.count {
            let packet = Int(placed.packets[turn])
            handOn(gathering.queues[lane].parcels[packet], gathering.bytes.bytes, &placed.placements[turn])
        }
        placed.removeAll()
    }

    @inline(__always)
    private mutating func handOn(
        _ parcel: borrowing Parcel,
        _ bytes: RawSpan,
        _ placement: inout Half.Placement
    ) {
        handOn(parcel.captured, bytes, parcel.index, parcel.side, isTwice: parcel.isTwice, &placement)
        if transcript != nil { mark(parcel.captured.number) }
    }

    /// Takes the packet at a place of the lane's queue, whether or not others of its connection wait; answers its number.
    mutating func take(_ place: Int, of gathering: borrowing Gathering, _ lane: Int) -> Int {
        if let opening = gathering.queues[lane].opening(at: place) {
            open(opening, gathering.queues[lane].parcels)
        }
        var placement = Half.Placement()
        self.place(gathering.queues[lane].parcels[place], gathering.bytes.bytes, &placement)
        handOn(gathering.queues[lane].parcels[place], gathering.bytes.bytes, &placement)
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
