import SeamBytes

// What the driver does with a message that its decoder takes in parts (`Step.part`): a body in chunks, say, of which
// only the chunks' heads are looked at.
//
//     parts     | head | chunk head | data ... | chunk head | data ... | last chunk head, trailers |
//     asked      ^       ^                       ^                       ^
//     unit      |------------------------------------------------------------------------------- |

extension StreamDecoder {
    /// Takes note that the message from `start` on has nothing to decode in the `count` bytes from `place` on.
    @usableFromInline
    mutating func setInParts(start: Int, from place: Int, count: Int, missing: Int) {
        precondition(place > start && count >= 0, "a part has a byte")
        let (ready, overflow) = place.addingReportingOverflow(count)
        state = .inParts(start: start, ready: overflow ? .max : ready, missing: missing)
        position = overflow ? end : min(ready, end)
    }

    /// Goes on with a message in parts; false when there is nothing to do before more bytes come.
    ///
    /// The state is not passed: with so many arguments some go over the stack, which is read wider than it was written.
    @inline(never)
    @usableFromInline
    mutating func decodePart(_ bytes: RawSpan, base: Int, _ receive: Receiver) -> Bool {
        guard case .inParts(let start, let ready, let missing) = state else { return true }
        position = min(ready, end)
        guard ready < end else { return false }
        // No more is shown than may wait, so that the cut does not matter (`decodeWithin`).
        let shown = min(end - position, policy.windowLimit)
        let first = position - base
        let part = bytes.extracting(first..<(first + shown))
        var cursor = ByteCursor(part, base: position, wantsWhole: wantsWhole)
        switch decoder.decode(&cursor) {
        case .output(let message):
            position = cursor.position
            state = .decoding
            receive(unit(of: message, ByteRange(start, position), missing: missing), message, RawSpan())
        case .region(let message, let count):
            let (last, overflow) = cursor.position.addingReportingOverflow(count)
            position = cursor.position
            state = .inside(message, start: start, end: overflow ? .max : last, missing: missing)
        case .untilEnd(let message):
            position = cursor.position
            state = .untilEnd(message, start: start, missing: missing)
        case .part(let count):
            precondition(cursor.position > position, "a part has a byte")
            setInParts(start: start, from: cursor.position, count: count, missing: missing)
        case .needMore, .needs:
            guard end - position > policy.windowLimit else { return false }
            state = .stopped(start: start, Violation(StreamRule.windowFull.id, limit: policy.windowLimit))
        case .awaitPeer:
            awaitsPeer = true
            return false
        case .violation(let violation):
            state = .searching(start: start, violation)
        }
        return true
    }
}
