import SeamAnalysis
import SeamBytes
import SeamStreams

// The ends of connections. What concerns each alone the crew does, lane by lane; then they are handed out one after the
// other, in the order of their numbers.

extension Pipeline {
    /// Ends the capture: finishes the connections in the order of their numbers, as long as `goesOn` says yes.
    ///
    /// No packet may come after it.
    public mutating func finish(while goesOn: () -> Bool = { true }) {
        for portion in portions(of: inOrder(table.places.filter { !table.isFree($0) })) {
            let places = portion.filter { _ in goesOn() }
            finish(places, isSilent: false)
            for place in places { handOut(place) }
        }
    }

    /// Leaves to the system what it has: for the end of the program, behind `finish`.
    public consuming func abandon() { SeamBytes.abandon(self) }

    /// Ends connections, in the order of their numbers, and forgets them.
    mutating func retire(_ places: [Int], isSilent: Bool) {
        for places in portions(of: places) {
            finish(places, isSilent: isSilent)
            for (turn, place) in places.enumerated() {
                if turn + 8 < places.count { table.foreseeKey(places[turn + 8]) }
                if turn + 4 < places.count { table.foreseeSlot(places[turn + 4]) }
                handOut(place)
                let (lane, index) = (place % Lane.count, place / Lane.count)
                table.retire(place, isOver: lanes[lane].connections[index].isOver, isSilent: isSilent)
            }
            share(places) { lane, indices in
                for index in indices { lane.clear(index) }
            }
        }
    }

    /// Places of connections in the order of their numbers.
    func inOrder(_ places: [Int]) -> [Int] {
        places.map { (number: number(at: $0), place: $0) }.sorted { $0.number < $1.number }.map(\.place)
    }

    /// So many that they are still in the cache when they are handed out; one by one for who watches them end.
    private func portions(of places: [Int]) -> [[Int]] {
        let size = observer == nil && options.carriers != .reads ? 256 : 1
        return stride(from: 0, to: places.count, by: size).map { start in
            Array(places[start..<min(start + size, places.count)])
        }
    }

    /// Finishes connections, after which no packet of theirs may come.
    private mutating func finish(_ places: [Int], isSilent: Bool) {
        for place in places {
            noteDrops(place)
            if isSilent || self.isSilent(place, lastTime) {
                lanes[place % Lane.count].connections[place / Lane.count].timeOut()
            }
        }
        share(places) { lane, indices in lane.finish(indices) }
    }

    /// Hands out a connection of which all is known.
    private mutating func handOut(_ place: Int) {
        let (lane, index) = (place % Lane.count, place / Lane.count)
        guard let ended, lanes[lane].analyses[index].isChosen else { return }
        let context = ConnectionContext(origin: firstTime, path: paths[place], dropped: dropped)
        ended(lanes[lane].connections[index], lanes[lane].analyses[index], context)
        endedCount += 1
        if endedCount == options.told { for lane in lanes.indices { lanes[lane].isTelling = false } }
    }

    /// Has each lane do something with those of the connections that are its own, while nothing else is under way.
    private mutating func share(_ places: [Int], _ work: @escaping @Sendable (inout Lane, [Int]) -> Void) {
        if places.count == 1 { return work(&lanes[places[0] % Lane.count], [places[0] / Lane.count]) }
        var shares = [[Int]](repeating: [], count: Lane.count)
        for place in places { shares[place % Lane.count].append(place / Lane.count) }
        let job = unsafe EndsWork(
            shares: shares,
            lanes: lanes.indices.map { unsafe lanes.pointer(to: $0) }
        )
        crew.start(Lane.count) { job.take($0, work) }
        crew.finish()
    }
}

/// What a crew has to do at the ends of connections; who gives it away leaves the lanes alone until it is done.
@safe
private struct EndsWork: @unchecked Sendable {
    /// The places in its lane of each lane's connections.
    let shares: [[Int]]
    let lanes: [UnsafeMutablePointer<Lane>]

    func take(_ lane: Int, _ work: (inout Lane, [Int]) -> Void) {
        unsafe work(&lanes[lane].pointee, shares[lane])
    }
}

extension Lane {
    /// Ends connections; memory is asked for them, which was last looked at when their last packets came.
    fileprivate mutating func finish(_ indices: [Int]) {
        for (turn, index) in indices.enumerated() {
            if turn + 4 < indices.count { foresee(indices[turn + 4]) }
            if turn + 2 < indices.count { foreseeNext(indices[turn + 2]) }
            finish(index)
        }
    }
}
