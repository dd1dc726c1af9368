import SeamAnalysis
import SeamBytes
import SeamPackets
import SeamStreams

// Memory is bounded in bytes and time (DESIGN section 5): what is beyond becomes a gap, or ends a connection.

extension Pipeline {
    /// The connection of a packet, a new one when the one before was silent for too long.
    @inline(__always)
    mutating func find(_ packet: TCPPacket, _ number: Int, _ time: Timestamp) -> (index: Int, side: Side)? {
        let found = table.find(packet, number: number, time: time)
        guard options.limits.idle > 0, let found, isSilent(found.index, time) else { return found }
        retireSilent(found.index)
        return table.find(packet, number: number, time: time)
    }

    /// Whether a connection was silent for longer than the limit when the time was `time`.
    func isSilent(_ place: Int, _ time: Timestamp?) -> Bool {
        guard options.limits.idle > 0, let time else { return false }
        return time.since(table.connections[place].lastTime) > options.limits.idle
    }

    private mutating func retireSilent(_ place: Int) {
        table.connections[place].timeOut()
        retire(place, isSilent: true)
    }

    /// Gives up what has waited for too long.
    @inline(never)
    mutating func passTime(_ time: Timestamp, _ number: Int) {
        let limits = options.limits
        while limits.wait > 0, let entry = watch.first, time.since(entry.since) >= limits.wait {
            watch.removeFirst()
            guard release(entry) else { continue }
            let half = Half.Place(place: entry.place, side: entry.side)
            if table.connections[half.place][half.side].next == entry.hole {
                givenUp.late += 1
                giveUp(half, .waitLimit, number)
            }
            wait(half, time)
        }
        if limits.idle > 0 { sweep(time) }
        due = watch.first.map { turn(of: $0) } ?? .max
        if limits.idle > 0 { due = min(due, Self.sum(time.nanoseconds, limits.idle / 4)) }
    }

    /// Ends the connections that have been silent for too long.
    ///
    /// Each look goes over all in memory, so there are at least as many packets between two.
    private mutating func sweep(_ time: Timestamp) {
        guard packetCount - sweptAt >= table.connections.count else { return }
        sweptAt = packetCount
        let (since, overflow) = time.nanoseconds.subtractingReportingOverflow(options.limits.idle)
        guard !overflow else { return }
        for place in table.silent(since: Timestamp(nanoseconds: since)) { retireSilent(place) }
    }

    private static func sum(_ time: Int, _ more: Int) -> Int {
        let (sum, overflow) = time.addingReportingOverflow(more)
        return overflow ? .max : sum
    }

    /// Hands on what is in order, and keeps what waits within the limits: beyond them holes are given up, in one half its
    /// first, in all that which has waited longest.
    mutating func settle(_ index: Int, _ side: Side, _ carrier: Carrier?, _ number: Int, _ time: Timestamp) {
        drain(index, side, carrier: carrier)
        drain(index, side.peer, carrier: nil)
        recount(index)
        let limits = options.limits
        let half = Half.Place(place: index, side: side)
        wait(half, time)
        while table.connections[index][side].heldCost > limits.heldPerHalf {
            guard table.connections[index][side].hasHoles else { break }
            givenUp.fullHalves += 1
            giveUp(half, .heldLimit, number)
        }
        while heldInAll > limits.heldInAll, let entry = watch.first {
            watch.removeFirst()
            guard release(entry) else { continue }
            let oldest = Half.Place(place: entry.place, side: entry.side)
            givenUp.full += 1
            giveUp(oldest, .heldLimit, number)
            wait(oldest, time)
        }
    }

    /// Puts a half that waits in line, unless it is.
    private mutating func wait(_ half: Half.Place, _ time: Timestamp) {
        let (place, side) = (half.place, half.side)
        guard table.connections[place][side].hasHoles, !table.connections[place][side].isWatched else {
            return
        }
        table.connections[place][side].isWatched = true
        let hole = table.connections[place][side].next
        let stream = table.connections[place].index
        if watch.count > 4 * table.live + 1024 { forgetGone() }
        let entry = HoleWatch.Entry(place: place, stream: stream, side: side, hole: hole, since: time)
        watch.append(entry)
        due = min(due, turn(of: entry))
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
        !table.isFree(entry.place) && table.connections[entry.place].index == entry.stream
    }

    /// Takes a half out of line; false when it has nothing to wait for any more.
    private mutating func release(_ entry: HoleWatch.Entry) -> Bool {
        guard isThere(entry) else { return false }
        table.connections[entry.place][entry.side].isWatched = false
        return table.connections[entry.place][entry.side].hasHoles
    }

    /// Makes the first hole of a half a gap.
    private mutating func giveUp(_ half: Half.Place, _ kind: Anomaly.Kind, _ number: Int) {
        let (place, side) = (half.place, half.side)
        guard let hole = table.connections[place][side].firstHole else { return }
        _ = table.connections[place][side].giveUpFirstHole()
        let odd = Anomaly(kind: kind, from: side, packet: number, range: hole)
        table.connections[place].note([odd], options.limits)
        drain(place, side, carrier: nil)
        recount(place)
    }

    mutating func recount(_ index: Int) {
        let held = table.connections[index].heldCost
        heldInAll += held - table.connections[index].countedHeld
        table.connections[index].countedHeld = held
    }
}

extension Half {
    /// Where a half stands: the place of its connection, and its sender.
    fileprivate struct Place {
        var place: Int
        var side: Side
    }
}
