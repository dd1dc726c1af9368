import SeamBytes

// What the driver does where bytes are missing, and where the stream ends.

/// The rules of the driver itself, which every codec shares.
public enum StreamRule {
    /// A stream that was closed inside a message.
    public static let unfinished = Rule(
        "stream.unfinished",
        "the sender closed the connection in the middle of this message"
    )
    /// A message that keeps more bytes waiting than the driver allows.
    public static let windowFull = Rule(
        "stream.window-full",
        "the message is longer than what may wait (--max-message)"
    )
    /// All of them.
    public static let all = [unfinished, windowFull]
}

/// How a stream came to its end.
public enum StreamEnd: Sendable {
    /// Its sender closed or reset it: what is incomplete stays so.
    case closed
    /// The capture ended first.
    case cut
}

extension StreamDecoder {
    /// Takes note that `count` bytes of the half are not in the capture.
    ///
    /// Inside a body whose length is known they are a hole in that message; elsewhere they are a unit
    /// of their own, and what was begun before them is undecoded.
    public mutating func gap(_ count: Int, _ receive: Receiver) {
        guard count > 0 else { return }
        if isAwaitingPeer { return held.append(gap: count) }
        endSearch(receive)
        let start = end
        end += count
        if case .inside(let output, let first, let stop, let missing) = state {
            guard stop <= end else {
                state = .inside(output, start: first, end: stop, missing: missing + count)
                position = end
                return
            }
            let hole = missing + stop - start
            receive(unit(of: output, ByteRange(first, stop), missing: hole), output, RawSpan())
            state = .decoding
            position = stop
            if stop < end { loseTrack(at: stop, receive) }
            return
        }
        if case .inParts(let first, let ready, let missing) = state, end <= ready {
            state = .inParts(start: first, ready: ready, missing: missing + count)
            position = end
            return
        }
        if case .untilEnd(let output, let first, let missing) = state {
            state = .untilEnd(output, start: first, missing: missing + count)
            position = end
            return
        }
        loseTrack(at: start, receive)
    }

    /// Closes the open unit at `start`, where a gap begins that reaches to the end, and looks for a message behind it.
    private mutating func loseTrack(at start: Int, _ receive: Receiver) {
        let next: State
        switch state {
        case .decoding:
            giveUp(position, start, nil, receive)
            next = .searching(start: end, nil)
        case .inParts(let first, _, _):
            giveUp(first, start, nil, receive)
            next = .searching(start: end, nil)
        case .skipping(let first, let stop, let violation):
            giveUp(first, start, violation, receive)
            next = stop > end ? .skipping(start: end, end: stop, nil) : .searching(start: end, nil)
        case .searching(let first, let violation):
            giveUp(first, start, violation, receive)
            next = .searching(start: end, nil)
        case .stopped(let first, let violation):
            giveUp(first, start, violation, receive)
            next = .stopped(start: end, nil)
        case .inside, .untilEnd:
            next = state
        }
        receive(Unit(.gap, ByteRange(start, end), missing: end - start), nil, RawSpan())
        window.removeAll()
        position = end
        state = next
        awaitsPeer = false
    }

    /// Ends the half: hands out what is incomplete.
    ///
    /// A message that its sender's close cut off breaks the rule `stream.unfinished`; one that only the
    /// capture's end cut off breaks none.
    public mutating func finish(_ how: StreamEnd, _ receive: Receiver) {
        if isAwaitingPeer { peerEnded(receive) }
        endSearch(receive)
        if case .decoding = state, position < end {
            decoder.streamEnded()
            window.removeFirst(drainWindow(until: end, receive))
        }
        let violation = how == .closed ? Violation(StreamRule.unfinished.id) : nil
        switch state {
        case .decoding:
            guard position < end else { return }
            receive(Unit(.leftover, ByteRange(position, end), violation: violation), nil, window.bytes)
        case .inside(_, let start, let stop, let missing):
            let unfinished = violation.map { Violation($0.rule, limit: stop - start) }
            let unit = Unit(.leftover, ByteRange(start, end), missing: missing, violation: unfinished)
            receive(unit, nil, RawSpan())
        case .inParts(let start, _, let missing):
            let unit = Unit(.leftover, ByteRange(start, end), missing: missing, violation: violation)
            receive(unit, nil, RawSpan())
        case .untilEnd(let output, let start, let missing):
            receive(unit(of: output, ByteRange(start, end), missing: missing), output, RawSpan())
        case .skipping(let start, _, let broken), .searching(let start, let broken),
            .stopped(let start, let broken):
            giveUp(start, end, broken, receive)
        }
        window.removeAll()
        position = end
        state = .stopped(start: end, nil)
    }

    /// Gives back the memory for bytes that wait: none will come.
    mutating func letGo() {
        window = ByteWindow()
        held = HeldInput()
        lost = []
    }
}
