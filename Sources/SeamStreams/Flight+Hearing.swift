import SeamBytes
import SeamPackets

/// An ACK on its way from the capture to the sender.
struct PendingACK: Sendable {
    var offset: Int
    /// The window in bytes, -1 where the scale is not known.
    var room: Int
    /// The window as it stands in the header.
    var window: UInt16
    var hasData: Bool
    /// TSval, if the packet has timestamps.
    var stamp: UInt32?
    var packet: Int
    var time: Int
}

extension Flight {
    /// Most ACKs that are kept on their way: the sender hears the oldest early when there are more.
    static let pendingLimit = 64
    /// IP identifications count up by one: so often before a step of more says that packets are missing.
    static let countedLimit = 3
    /// A greater step of the identification is another counter, not that many packets.
    static let longestStep = 64

    /// Whether ACKs are on their way to the sender.
    var isWaiting: Bool { !pending.isEmpty }

    /// Notes how far the sender is from the capture.
    mutating func start(roundTrip: Int, delay: Int) {
        traits.insert(.timed)
        self.roundTrip = roundTrip
        self.delay = delay
    }

    /// Takes an ACK that the capture saw; `highest` is the offset behind all that were sent.
    @inline(__always)
    mutating func take(_ ack: PendingACK, highest: Int) {
        traits.insert(.heard)
        if delay == 0 { return hear(ack, at: ack.time, highest) }
        if pending.count >= Self.pendingLimit {
            hear(pending[0], at: pending[0].time &+ delay, highest)
            pending.removeFirst()
        }
        pending.append(ack)
    }

    /// Lets the sender hear what had reached it when a segment left that echoes the timestamp `echo`.
    ///
    /// The echo is that of the last ACK it heard (RFC 7323 §4.3); without one the handshake's round trip must do.
    mutating func catchUp(_ echo: UInt32?, highest: Int, time: Int) {
        var heard = 0
        for ack in pending {
            if let echo, let stamp = ack.stamp {
                guard Int32(bitPattern: echo &- stamp) >= 0 else { break }
                shorten(to: time &- ack.time, isLast: echo == stamp)
            } else if ack.time &+ delay &- reach > time {
                break
            }
            heard += 1
        }
        for ack in pending.prefix(heard) { hear(ack, at: ack.time &+ delay, highest) }
        pending.removeFirst(heard)
    }

    /// A segment that already echoes an ACK shows that the round trip is no longer than that.
    private mutating func shorten(to time: Int, isLast: Bool) {
        if isLast, time > 0, time < delay { delay = time }
    }

    @inline(__always)
    private mutating func hear(_ heard: PendingACK, at time: Int, _ highest: Int) {
        if heard.offset > acknowledged {
            // One more than was sent is the FIN; more than that was sent and is not in the capture.
            if heard.offset > highest + 1 { traits.insert(.afterUnseen) }
            advance(to: min(heard.offset, highest), heard, time, highest)
        } else if heard.offset == acknowledged, highest > acknowledged, !heard.hasData,
            heard.window == window, heard.window > 0
        {
            duplicate = Heard(time: time, packet: heard.packet)
            traits.insert(.afterLoss)
        }
        window = heard.window
        guard heard.room >= 0 else { return }
        let reached = heard.offset + heard.room
        guard let edge else {
            self.edge = reached
            return
        }
        guard reached > edge else { return }
        growth = Heard(time: time, packet: heard.packet)
        self.edge = reached
    }

    private mutating func advance(to offset: Int, _ heard: PendingACK, _ time: Int, _ highest: Int) {
        // ACKs in a row are one: what was in flight before the first of them.
        let goesOn = Flight.elapsed(time, since: ack.time) <= reach
        ackSegments = goesOn ? max(ackSegments, segments) : segments
        ack = Heard(time: time, packet: heard.packet)
        traits.remove([.ackHadData, .ackClearedSmall])
        if heard.hasData { traits.insert(.ackHadData) }
        if smallEnd > acknowledged, smallEnd <= offset { traits.insert(.ackClearedSmall) }
        let before = highest - acknowledged
        let left = highest - offset
        segments = left == 0 || before <= 0 ? 0 : max(1, Int(Double(segments) * Double(left) / Double(before)))
        acknowledged = offset
    }

    /// Notes the IP identification of a packet: a step of more than one where it counted up by one before tells that
    /// packets between were lost on their way to the capture.
    @inline(__always)
    mutating func note(_ identification: UInt16) {
        let step = identification &- self.identification
        self.identification = identification
        // One piece of offload is several packets, each with its own.
        if step == 1 || lastWasOversized {
            countedUp &+= 1
        } else if countedUp >= Self.countedLimit, step > 1, step < Self.longestStep {
            traits.insert(.afterUnseen)
        } else if step > 0 {
            // The SYN-ACK of Linux has 0; a counter that is shared with others steps by more from the start.
            countedUp = countedUp == 0 ? 0 : -Self.longestStep
        }
    }
}
