import SeamBytes
import SeamStreams

// Memory is bounded in bytes and time (DESIGN section 5): what is beyond becomes a gap, or ends a connection.

extension Lane {
    /// Hands on what is in order, and keeps what waits in the half within its limit: beyond it holes are given up.
    mutating func settle(_ index: Int, _ side: Side, _ carrier: Carrier?, _ number: Int, _ time: Timestamp) {
        drain(index, side, carrier: carrier)
        drain(index, side.peer, carrier: nil)
        recount(index)
        wait(index, side, number, time)
        // First what is counted for both halves: a look at one of them copies it.
        while connections[index].countedHeld > options.limits.heldPerHalf,
            connections[index][side].heldCost > options.limits.heldPerHalf,
            connections[index][side].hasHoles
        {
            givenUp.fullHalves += 1
            giveUp(index, side, .heldLimit, number)
        }
    }

    /// Puts a half that waits in line, unless it is.
    mutating func wait(_ index: Int, _ side: Side, _ number: Int, _ time: Timestamp) {
        guard connections[index][side].beginToWait() else { return }
        waiting.append(
            HoleWatch.Entry(
                place: index,
                stream: connections[index].index,
                side: side,
                hole: connections[index][side].next,
                since: time,
                packet: number
            )
        )
    }

    /// Makes the first hole of a half a gap.
    mutating func giveUp(_ index: Int, _ side: Side, _ kind: Anomaly.Kind, _ number: Int) {
        guard let hole = connections[index][side].firstHole else { return }
        _ = connections[index][side].giveUpFirstHole()
        let odd = Anomaly(kind: kind, from: side, packet: number, range: hole)
        connections[index].note(odd, options.limits)
        drain(index, side, carrier: nil)
        recount(index)
    }

    /// Counts anew what waits in a connection.
    mutating func recount(_ index: Int) {
        held += connections[index].recount()
    }
}
