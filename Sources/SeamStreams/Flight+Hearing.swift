import SeamBytes
import SeamPackets

/// An ACK on its way from the capture to the sender.
struct PendingACK: BitwiseCopyable, Sendable {
    var offset: Int
    var time: Int
    var packet: UInt32
    /// The window in bytes, -1 where the scale is not known.
    var room: Int32
    /// TSval, if the packet has timestamps.
    var stamp: UInt32?
    var hasData: Bool
    /// The window as it stands in the header.
    var window: UInt16
}

extension Flight {
    /// Most ACKs that are kept on their way: the sender hears the older half early when there are more.
    static let pendingLimit = 64
    /// There is room for so many at once, where there are any.
    static let usuallyPending = 3
    /// IP identifications count up by one: so often before a step of more says that packets are missing.
    static let countedLimit: Int8 = 3
    /// A greater step of the identification is another counter, not that many packets.
    static let longestStep: UInt16 = 64

    /// TSval of a header's options (at 4) or TSecr (at 8), where they stand as most systems write them
    /// (RFC 7323 appendix A).
    @inline(__always)
    static func stamp(_ options: RawSpan, at place: Int) -> UInt32? {
        if options.byteCount == 0 { return nil }
        guard options.byteCount == 12, LabelOptions.areUsual(options) else {
            let stamps = TCPOptions(options).timestamps
            return place == 4 ? stamps?.value : stamps?.echo
        }
        return options.bigEndian(at: place, as: UInt32.self)
    }

    /// Notes how far the sender is from the capture, and how soon it answers where that is nothing; nanoseconds.
    mutating func start(roundTrip: Int, delay: Int, reaction: Int) {
        traits.insert(.timed)
        self.reaction = delay > 0 ? 0 : UInt16(clamping: reaction / 1000)
        self.roundTrip = Int32(clamping: roundTrip / 1000)
        self.delay = Int32(clamping: delay / 1000)
    }

    /// Takes an ACK that the capture saw; `highest` is the offset behind all that were sent, `pending` are those that
    /// are still on their way.
    @inline(__always)
    mutating func take(_ ack: PendingACK, highest: Int, _ pending: inout Row<PendingACK>) {
        traits.insert(.heard)
        if delay == 0 { hear(ack, at: ack.time, highest) } else { keep(ack, highest, &pending) }
    }

    /// Keeps an ACK until the sender can have heard it, unless nothing depends on when it does.
    private mutating func keep(_ ack: PendingACK, _ highest: Int, _ pending: inout Row<PendingACK>) {
        if ack.offset >= highest {
            // The sender waits where the window has no room for a full segment.
            let ample = Int32(max(UInt32(limit), Self.leastFullSize))
            guard !pending.isEmpty else {
                if acknowledged < highest || lastRoom < ample {
                    if pending.room == 0 { pending.setRoom(Self.usuallyPending) }
                    return pending.append(ack)
                }
                return hear(ack, at: ack.time &+ Int(delay) * 1000, highest)
            }
            let newest = pending[pending.count - 1]
            // Nothing is in flight behind it: only the window may be news, and that to nobody who waits.
            if newest.offset == ack.offset, newest.room > ample {
                guard ack.hasData, !newest.hasData else { return }
                // Where its timestamp differs it tells whether the data were heard, too.
                if let stamp = ack.stamp, let earlier = newest.stamp, stamp != earlier {
                    return pending.append(ack)
                }
                return pending[pending.count - 1].hasData = true
            }
        }
        if pending.count >= Self.pendingLimit { hear(Self.pendingLimit / 2, of: &pending, highest) }
        if pending.room == 0 { pending.setRoom(Self.usuallyPending) }
        pending.append(ack)
    }

    /// Lets the sender hear what had reached it when a segment left that echoes the timestamp `echo`.
    ///
    /// The echo is that of the last ACK it heard (RFC 7323 §4.3); without one the handshake's round trip must do.
    mutating func catchUp(_ echo: UInt32?, highest: Int, time: Int, _ pending: inout Row<PendingACK>) {
        var heard = 0
        traits.remove(.unsure)
        while heard < pending.count {
            if let echo, let stamp = pending[heard].stamp {
                guard Int32(bitPattern: echo &- stamp) >= 0 else { break }
                if echo == stamp { shorten(to: (time &- pending[heard].time) / 1000) }
            } else if pending[heard].time &+ Int(delay) * 1000 &- reach > time {
                doubt(pending[heard].time, time, newest: pending[pending.count - 1])
                break
            }
            heard += 1
        }
        hear(heard, of: &pending, highest)
    }

    /// Notes that an ACK for the small segment may have reached the sender, however slow the handshake was.
    ///
    /// Hosts that were busy, or looked for each other's addresses, made it slower than the path is; four times as slow
    /// is not plausible.
    private mutating func doubt(_ earlier: Int, _ time: Int, newest: PendingACK) {
        guard smallEnd > acknowledged, newest.offset >= smallEnd else { return }
        if Self.elapsed(time, since: earlier) > Int(delay) * 250 { traits.insert(.unsure) }
    }

    private mutating func hear(_ count: Int, of pending: inout Row<PendingACK>, _ highest: Int) {
        guard count > 0 else { return }
        for index in 0..<count { hear(pending[index], at: pending[index].time &+ Int(delay) * 1000, highest) }
        pending.removeFirst(count)
    }

    /// A segment that already echoes an ACK shows that the round trip is no longer than that, in microseconds.
    private mutating func shorten(to time: Int) {
        if time > 0, time < Int(delay) { delay = Int32(clamping: time) }
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
        } else if heard.hasData {
            traits.insert(.ackHadData)
        }
        if heard.hasData { dataTime = time }
        window = heard.window
        guard heard.room >= 0 else { return }
        let reached = heard.offset + Int(heard.room)
        guard reached > edge else { return }
        if edge >= 0 {
            if Self.elapsed(time, since: growth.time) > reach { heldEdge = edge }
            growth = Heard(time: time, packet: heard.packet)
            traits.insert(.windowGrew)
        }
        edge = reached
    }

    @inline(__always)
    private mutating func advance(to offset: Int, _ heard: PendingACK, _ time: Int, _ highest: Int) {
        guard offset > acknowledged else { return }
        // ACKs in a row are one: what was in flight before the first of them.
        let goesOn = Flight.elapsed(time, since: ack.time) <= reach
        ackSegments = goesOn ? max(ackSegments, segments) : segments
        ack = Heard(time: time, packet: heard.packet)
        traits.subtract([.ackHadData, .ackClearedSmall])
        // What came right before the ACK may be what a program answers.
        let recent = delay > 0 ? reach : Self.brief
        if heard.hasData || Self.elapsed(time, since: dataTime) <= recent { traits.insert(.ackHadData) }
        if smallEnd > acknowledged, smallEnd <= offset { traits.insert(.ackClearedSmall) }
        if offset >= highest {
            segments = 0
        } else {
            let part = Double(highest - offset) / Double(highest - acknowledged)
            segments = max(1, UInt8(clamping: Int(Double(segments) * part)))
        }
        acknowledged = offset
    }

    /// Notes the IP identification of a packet: a step of more than one where it counted up by one before tells that
    /// packets between were lost on their way to the capture.
    @inline(__always)
    mutating func note(_ identification: UInt16) {
        let step = identification &- self.identification
        self.identification = identification
        // One piece of offload is several packets, each with its own.
        if last.contains(.oversized), step < Self.longestStep { wirePackets &+= UInt32(step) }
        if step == 1 || last.contains(.oversized) {
            if countedUp < Self.countedLimit { countedUp += 1 }
        } else if countedUp >= Self.countedLimit, step > 1, step < Self.longestStep {
            traits.insert(.afterUnseen)
        } else if step > 0 {
            // The SYN-ACK of Linux has 0; a counter that is shared with others steps by more from the start.
            countedUp = countedUp == 0 ? 0 : .min
        }
    }
}
