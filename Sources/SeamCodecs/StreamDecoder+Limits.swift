import SeamBytes

// What the driver does with messages that are too long to wait for, and where a border is lost.

extension StreamDecoder {
    /// Decodes one message when more bytes are here than one may have, of which the decoder is shown no more.
    ///
    /// So a message that is too long is told by its bytes and not by the piece that brought the last of them.
    @usableFromInline
    @inline(never)
    mutating func decodeWithin(_ bytes: RawSpan, base: Int, _ receive: Receiver) -> Bool {
        let start = position
        let limit = policy.windowLimit
        let shown = bytes.extracting((start - base)..<(start - base + limit))
        var cursor = ByteCursor(shown, base: start)
        switch decoder.decode(&cursor) {
        case .output(let output):
            precondition(cursor.position > start, "a decoder must take at least one byte for an output")
            position = cursor.position
            let message = shown.extracting(0..<(position - start))
            receive(unit(of: output, ByteRange(start, position)), output, message)
        case .region(let output, let count):
            precondition(cursor.position > start && count >= 0, "a region has a head and a size")
            let (last, overflow) = cursor.position.addingReportingOverflow(count)
            position = cursor.position
            state = .inside(output, start: start, end: overflow ? .max : last, missing: 0)
            if last == position, !overflow {
                state = .decoding
                receive(unit(of: output, ByteRange(start, last)), output, RawSpan())
            }
        case .untilEnd(let output):
            position = cursor.position
            state = .untilEnd(output, start: start, missing: 0)
        case .part(let count):
            setInParts(start: start, from: cursor.position, count: count, missing: 0)
        case .needMore, .needs:
            state = .searching(start: start, Violation(StreamRule.windowFull.id, limit: limit))
        case .awaitPeer:
            awaitsPeer = true
            return false
        case .violation(let violation):
            state = .searching(start: start, violation)
        }
        return true
    }

    /// Ends a search for a run of frames where the bytes end: what waits for more of them is none.
    mutating func endSearch(_ receive: Receiver) {
        guard policy.seeksFrames, D.canGuess, case .searching = state, !window.isEmpty else { return }
        isSearchEnding = true
        window.removeFirst(drainWindow(until: end, receive))
        isSearchEnding = false
    }

    /// Looks for a run of frames from `position` on; those behind a violation start behind its first byte.
    @inlinable
    mutating func seek(_ bytes: RawSpan, base: Int, start: Int, _ violation: Violation?) -> Bool {
        if position == start, violation != nil { position += 1 }
        switch FrameScan.find(in: bytes, from: position - base, isEnd: isSearchEnding, decoder) {
        case .found(let place):
            position = base + place
            state = position == start ? .decoding : .skipping(start: start, end: position, violation)
            return true
        case .noneBefore(let place):
            position = base + place
            return false
        }
    }
}
