internal import SeamBytes

extension FileSource {
    /// Moves to the next record of a classic file.
    @inline(__always)
    mutating func nextRecord() -> Step {
        while true {
            if takeRecord() { return .packet }
            if let step = fetchRecord() { return step }
        }
    }

    /// Takes the next record when it is whole in the buffer and no larger than allowed.
    @inline(__always)
    private mutating func takeRecord() -> Bool {
        let headerSize = layout.recordHeaderSize
        let room = input.available &- headerSize
        guard room >= 0 else { return false }
        let (seconds, fraction, first, second) = input.fourWords
        let (captured, original) = layout.lengths(first, second)
        guard captured <= layout.packetLimit, captured <= room else { return false }
        record.start = headerSize
        record.captured = captured
        record.original = UInt32(truncatingIfNeeded: original)
        // Both are below 2^32, so neither product nor sum can overflow.
        let nanoseconds = Int(fraction) &* layout.nanosecondsPerUnit
        record.time = Timestamp(nanoseconds: Int(seconds) &* 1_000_000_000 &+ nanoseconds)
        input.take(headerSize &+ captured)
        ahead = max(0, ahead &- (headerSize &+ captured))
        return true
    }

    /// Brings the next record into the buffer, or says why there is none.
    @inline(never)
    private mutating func fetchRecord() -> Step? {
        let headerSize = layout.recordHeaderSize
        guard input.require(headerSize) else {
            if input.available == 0, input.failure == nil { return .end }
            return fail(shortage(of: "the next record's header", headerSize))
        }
        let (captured, _) = layout.lengths(input.word(8), input.word(12))
        guard captured <= layout.packetLimit else {
            return damaged(
                "the next packet claims \(captured) bytes, over the limit of \(layout.packetLimit),"
            )
        }
        guard input.require(headerSize + captured) else {
            return fail(shortage(of: "the next record", headerSize + captured))
        }
        return nil
    }
}
