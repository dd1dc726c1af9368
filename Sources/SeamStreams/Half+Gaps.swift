import SeamBytes

// What waits behind holes: handed out when the hole is filled, or when there is evidence that it never will be.

extension Half {
    /// What comes next in order without a new packet; nil when the next byte is still to come.
    public mutating func nextDelivery() -> Delivery? {
        if let segment = holes.take(at: next) {
            next = segment.carrier.range.end
            givenUp = max(givenUp, segment.range.end)
            waited = 0
            if !segment.bytes.isEmpty { return held(segment) }
        }
        guard givenUp > next else {
            isBehindGap = false
            return nil
        }
        let gap = ByteRange(next, min(givenUp, holes.firstStart ?? givenUp))
        next = gap.end
        waited = 0
        missing += gap.count
        isBehindGap = true
        return .gap(gap)
    }

    private mutating func held(_ segment: HeldSegment) -> Delivery {
        bytes += segment.bytes.count
        // What waited behind a hole that was filled came with the packet that filled it; behind one that the capture
        // made, each segment was delivered when it came.
        if isBehindGap { deliveries += 1 }
        return .held(segment.carrier, segment.bytes)
    }

    /// Whether `nextDelivery` has something.
    @inline(__always)
    public var hasDelivery: Bool { givenUp > next || holes.firstStart == next }

    /// How far waiting bytes reach without a hole from `offset` on.
    @inline(__always)
    public func reach(from offset: Int) -> Int { holes.isEmpty ? offset : holes.reach(from: offset) }

    /// Takes note of what the other side acknowledged.
    @inline(__always)
    public mutating func acknowledge(_ number: SequenceNumber) {
        guard isStarted else {
            acknowledgeUnseen(number)
            return
        }
        let offset = offset(of: number)
        guard offset > acknowledged, offset <= next + Half.farthest else { return }
        // A FIN counts one (RFC 9293 §3.4), which is no byte of the stream.
        acknowledged = min(offset, max(end, highest))
    }

    /// Counts what was acknowledged of a half of which nothing was captured yet.
    private mutating func acknowledgeUnseen(_ number: SequenceNumber) {
        guard let unseen = acknowledgedUnseen else {
            acknowledgedUnseen = (number, 0)
            return
        }
        let advance = number.distance(from: unseen.last)
        guard advance > 0, advance <= Half.farthest else { return }
        acknowledgedUnseen = (number, unseen.count + advance)
    }

    /// Lets one packet of the connection pass; gives the first hole up when the other side has had its bytes for long.
    ///
    /// Answers whether segments wait behind a hole, or bytes behind a gap.
    @inline(__always)
    @discardableResult
    public mutating func pass(patience: Int) -> Bool {
        if !holes.isEmpty { waitOnce(patience) }
        return !holes.isEmpty || givenUp > next
    }

    @inline(never)
    private mutating func waitOnce(_ patience: Int) {
        guard let start = holes.firstStart, acknowledged >= start else { return }
        waited += 1
        if waited > patience { givenUp = max(givenUp, start) }
    }

    /// Gives up the first hole because too many bytes wait behind it; false when none waits.
    public mutating func giveUpFirstHole() -> Bool {
        guard let start = holes.firstStart else { return false }
        givenUp = max(givenUp, start)
        return true
    }

    /// Gives up every hole, as no more packets will come.
    ///
    /// Bytes up to the FIN, and those that the other side acknowledged, are missing too if they never came.
    public mutating func finish() {
        if !isStarted {
            givenUp = acknowledgedUnseen?.count ?? 0
            return
        }
        // One byte acknowledged behind all that was seen is the FIN, captured or not.
        let last = max(highest, fin ?? 0)
        givenUp = max(givenUp, acknowledged == last + 1 ? last : max(last, acknowledged))
    }
}
