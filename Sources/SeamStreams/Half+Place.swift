import SeamBytes
import SeamPackets

extension Half {
    /// Sequence numbers further ahead than this are damage, not data.
    static let farthest = 1 << 30

    /// Places the payload of one packet; `payload` is what was captured of `segment.payloadLength` bytes.
    ///
    /// Anomalies are noted in `oddities`. What became of the packet is noted in `placement`, which is empty: what is
    /// in order now is `direct` there; what had waited for it comes from `nextDelivery`.
    @inline(__always)
    mutating func place(
        _ segment: CapturedSegment,
        _ payload: RawSpan,
        from side: Side,
        options: RawSpan,
        limits: StreamLimits,
        oddities: inout Oddities,
        into placement: inout Placement
    ) {
        isHeard = true
        if let identification = segment.identification { flight.note(identification) }
        let isSYN = segment.flags.contains(.syn)
        if isSYN { takeSYN(segment.segment, segment.number, side, &oddities, limits.anomalies) }
        let sequence = SequenceNumber(segment.sequence).advanced(by: isSYN ? 1 : 0)
        guard segment.payloadLength > 0 else {
            if segment.flags.contains(.fin), start(at: sequence) { takeFIN(at: offset(of: sequence)) }
            let here = isStarted ? max(0, offset(of: sequence)) : 0
            return placement.begin(ByteRange(here, here), .none, segment.number, segment.time)
        }
        _ = start(at: sequence)
        segments += 1
        let first = offset(of: sequence)
        let end = first + segment.payloadLength
        if segment.flags.contains(.fin) { takeFIN(at: end) }
        let arrival = first >= highest ? .new : againOrLate(first, end)
        placement.begin(ByteRange(first, end), arrival, segment.number, segment.time)
        flight.depart(
            segment,
            first,
            highest: highest,
            hasHoles: !holes.isEmpty,
            &placement.brought.departure
        )
        if first == next, holes.isEmpty, payload.byteCount == segment.payloadLength {
            next = end
            highest = max(highest, end)
            bytes += payload.byteCount
            deliveries += 1
            if end > self.end {
                let range = placement.range
                let odd = Anomaly(kind: .afterFIN, from: side, packet: segment.number, range: range)
                oddities.note(odd, limit: limits.anomalies)
            }
            placement.direct = 0..<payload.byteCount
            return
        }
        let late = LateSegment(
            range: first..<end,
            arrival: arrival,
            departure: placement.brought.departure,
            mark: PacketMark(segment.segment, options),
            number: segment.number,
            time: segment.time,
            from: side
        )
        placeOutOfOrder(payload, late, limits, &oddities, &placement)
    }

    /// Where offset 0 is: at the SYN, else at the first byte seen.
    ///
    /// Always true, for use in conditions.
    @inline(__always)
    private mutating func start(at sequence: SequenceNumber) -> Bool {
        if !isStarted { begin(at: sequence) }
        return true
    }

    @inline(never)
    private mutating func begin(at sequence: SequenceNumber) {
        base = sequence
        isStarted = true
        if let unseen = acknowledgedUnseen {
            acknowledgedUnseen = nil
            acknowledge(unseen.last)
        }
    }

    @inline(never)
    private mutating func takeSYN(
        _ segment: TCPSegment,
        _ number: Int,
        _ side: Side,
        _ oddities: inout Oddities,
        _ limit: Int
    ) {
        let sequence = SequenceNumber(segment.sequence)
        let first = sequence.advanced(by: 1)
        if isStarted, base != first {
            oddities.note(
                Anomaly(kind: .secondISN, from: side, packet: number, range: ByteRange(next, next)),
                limit: limit
            )
            // Nothing was built on the first one: the later SYN is nearer to the truth, also than a forged FIN.
            guard highest == 0, next == 0 else { return }
            isStarted = false
            acknowledged = 0
            fin = nil
        }
        initial = sequence
        knowsStart = true
        _ = start(at: first)
    }

    /// Learns from the other side's SYN-ACK where this half starts, when its own SYN is not in the capture.
    mutating func open(at number: SequenceNumber) {
        guard !isHeard else { return }
        knowsStart = true
        _ = start(at: number)
    }

    @inline(never)
    private mutating func takeFIN(at end: Int) {
        guard fin == nil, end >= 0, end <= next + Half.farthest else { return }
        fin = end
    }

    /// How a segment came that brings bytes before the highest that was seen.
    @inline(never)
    private mutating func againOrLate(_ first: Int, _ end: Int) -> Arrival {
        if end == next, end - first == 1, next == highest {
            // A keep-alive repeats a byte that the peer has; a message of one byte is sent again because it has not.
            return acknowledged >= end || !flight.traits.contains(.heard) ? .probe : .retransmission
        }
        return first >= next ? .reordered : .retransmission
    }

    @inline(never)
    private mutating func placeOutOfOrder(
        _ payload: RawSpan,
        _ late: LateSegment,
        _ limits: StreamLimits,
        _ oddities: inout Oddities,
        _ placement: inout Placement
    ) {
        let (first, end) = (late.range.lowerBound, late.range.upperBound)
        let range = ByteRange(max(0, first), max(0, end))
        placement = Placement()
        placement.begin(range, late.arrival, late.number, late.time)
        func note(_ kind: Anomaly.Kind) {
            oddities.note(
                Anomaly(kind: kind, from: late.from, packet: late.number, range: placement.range),
                limit: limits.anomalies
            )
        }
        if first > next + Half.farthest {
            note(.farAhead)
            return
        }
        if first < 0, late.arrival != .probe { note(.beforeStart) }
        if let fin, end > fin { note(.afterFIN) }
        highest = max(highest, end)
        // Bytes that the snap length cut off will not come: behind the captured part the hole is a gap.
        if payload.byteCount < end - first, first <= next { givenUp = max(givenUp, end) }
        let captured = first + payload.byteCount
        guard captured > next else { return }
        let skipped = max(0, next - first)
        let wanted = ByteRange(max(first, next), captured)
        let fresh = payload.extracting(skipped..<payload.byteCount)
        if holes.conflicts(fresh, at: wanted) { note(.overlapConflict) }
        if late.arrival == .reordered, late.isSentAgain(before: holes.mark(behind: wanted)) {
            placement.arrival = .retransmission
        }
        if limits.overlap == .last { holes.makeRoom(for: wanted) }
        let inOrder = first <= next ? min(captured, holes.firstStart ?? captured) - next : 0
        let hull = holes.insert(
            fresh,
            at: wanted,
            cut: first > next ? end - captured : 0,
            direct: inOrder,
            packet: late.number,
            time: late.time,
            departure: late.departure,
            mark: late.mark
        )
        if hull == nil, late.arrival == .reordered { placement.arrival = .retransmission }
        guard inOrder > 0 else { return }
        let direct = ByteRange(next, next + inOrder)
        placement.direct = skipped..<(skipped + inOrder)
        placement.brought = Carrier(
            direct,
            hull: hull,
            packet: late.number,
            time: late.time,
            departure: late.departure
        )
        next = direct.end
        waited = 0
        bytes += inOrder
        deliveries += 1
    }
}
