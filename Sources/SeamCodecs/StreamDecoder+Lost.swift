import SeamBytes

// What the driver does with bytes that could not be placed. A message by the rules of another receiver may begin in
// them: for that their first ones are kept, and no byte is as long as nothing is lost.

extension StreamDecoder {
    /// Keeps what has come of the bytes in hand, if they broke a rule: as many as `STOMPReading` looks at.
    ///
    /// The first of `bytes` stands at `base`, and is none behind those that were kept.
    @inline(never)
    @usableFromInline
    mutating func keepLost(_ bytes: RawSpan, base: Int) {
        let start: Int
        switch state {
        case .skipping(let first, _, .some), .searching(let first, .some), .stopped(let first, .some):
            start = first
        default:
            return
        }
        let room = STOMPReading.longestLost - lost.count
        let next = start + lost.count - base
        guard room > 0, next >= 0 else { return }
        lost.append(contentsOf: bytes.clamped(next..<next + min(room, bytes.byteCount)))
    }

    /// Hands out the bytes from `start` to `stop`, which could not be placed; where that is the same, none.
    @usableFromInline
    mutating func giveUp(_ start: Int, _ stop: Int, _ violation: Violation?, _ receive: Receiver) {
        guard start < stop else { return }
        let unit = Unit(.undecoded, ByteRange(start, stop), violation: violation)
        receive(unit, nil, lost.rawSpan.clamped(0..<unit.range.count))
        lost = []
    }
}
