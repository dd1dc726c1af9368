import SeamBytes

/// Drives a decoder over a half: keeps the bytes that wait, stamps ranges, and accounts for every byte.
///
/// The units that it hands out follow each other without holes, from offset 0 to the end of the
/// stream, whatever the decoder answers. In-order pieces are decoded where they lie; only the
/// beginning of a message that is not complete is copied.
///
///     pieces   |-----------|------|-------------|
///     units    |----|---------|-------|---- ... waits in the window
public struct StreamDecoder<D: Decoder> {
    /// What receives the units: the unit, the decoder's output for it if it is one's, and its bytes if buffered.
    public typealias Receiver = (_ unit: Unit, _ output: D.Output?, _ bytes: RawSpan) -> Void

    enum State {
        /// At the start of a message or in one whose end is not known.
        case decoding
        /// In a message that ends at a known place; `missing` of its bytes fell into gaps.
        case inside(D.Output, start: Int, end: Int, missing: Int)
        /// In a message that ends with the stream.
        case untilEnd(D.Output, start: Int, missing: Int)
        /// In bytes that could not be placed and end at a known place.
        case skipping(start: Int, end: Int, Violation?)
        /// In bytes that could not be placed, asking the decoder where they end.
        case searching(start: Int, Violation?)
        /// In bytes that could not be placed, until the stream ends.
        case stopped(start: Int, Violation?)
    }

    var decoder: D
    var state = State.decoding
    /// Bytes not yet placed; the first one stands at offset `position`.
    var window: [UInt8] = []
    /// The offset of the first byte that no unit and no open state has taken.
    var position = 0
    /// The offset behind the last byte that was fed.
    var end = 0
    /// The most bytes that a message may keep waiting, whatever its decoder says.
    let windowLimit: Int

    /// Whether the decoder waits for the other half.
    public internal(set) var isAwaitingPeer = false
    /// What has come since, in order: neither bytes nor gaps change what it waits for.
    var held = HeldInput()

    /// A driver at offset 0.
    ///
    /// `windowLimit` (bytes) guards against a decoder that never decides; decoders have tighter limits of their own.
    public init(_ decoder: D, windowLimit: Int = 64 << 20) {
        self.decoder = decoder
        self.windowLimit = windowLimit
    }

    /// Takes the next bytes of the half and hands out the units that they complete.
    public mutating func feed(_ bytes: RawSpan, _ receive: Receiver) {
        if isAwaitingPeer { return hold(bytes, receive) }
        end += bytes.byteCount
        if window.isEmpty {
            let used = drain(bytes, receive)
            if used < bytes.byteCount { window.append(contentsOf: bytes.extracting(used..<bytes.byteCount)) }
        } else {
            window.append(contentsOf: bytes)
            drainWindow(receive)
        }
    }

    /// Asks again a decoder that waited for the other half.
    public mutating func resume(_ receive: Receiver) {
        guard isAwaitingPeer else { return }
        drainWindow(receive)
        if !isAwaitingPeer, !held.runs.isEmpty { replay(receive) }
    }

    /// Tells the decoder that the other half has ended, and asks again if it waited for that.
    public mutating func peerEnded(_ receive: Receiver) {
        decoder.peerEnded()
        resume(receive)
    }

    /// A span of `self.window` would borrow all of self: the bytes are moved out, which copies nothing.
    private mutating func drainWindow(_ receive: Receiver) {
        var bytes: [UInt8] = []
        swap(&bytes, &window)
        let used = drain(bytes.rawSpan, receive)
        bytes.removeFirst(used)
        swap(&bytes, &window)
    }

    /// Decodes what lies in `bytes`, of which the first stands at `position`; returns how many have been placed.
    private mutating func drain(_ bytes: RawSpan, _ receive: Receiver) -> Int {
        let base = position
        isAwaitingPeer = false
        while position < end, advance(bytes, base: base, receive) {}
        return position - base
    }

    /// Makes one step; false when there is nothing to do before more bytes come.
    private mutating func advance(_ bytes: RawSpan, base: Int, _ receive: Receiver) -> Bool {
        switch state {
        case .decoding:
            return decodeOne(bytes, base: base, receive)
        case .inside(let output, let start, let stop, let missing):
            guard stop <= end else {
                position = end
                return false
            }
            position = stop
            state = .decoding
            receive(unit(of: output, ByteRange(start, stop), missing: missing), output, RawSpan())
            return true
        case .skipping(let start, let stop, let violation):
            guard stop <= end else {
                position = end
                return false
            }
            position = stop
            state = .decoding
            receive(Unit(.undecoded, ByteRange(start, stop), violation: violation), nil, RawSpan())
            return true
        case .searching(let start, let violation):
            return search(bytes, base: base, start: start, violation)
        case .untilEnd, .stopped:
            position = end
            return false
        }
    }

    private mutating func decodeOne(_ bytes: RawSpan, base: Int, _ receive: Receiver) -> Bool {
        let start = position
        var cursor = ByteCursor(bytes.extracting((start - base)..<bytes.byteCount), base: start)
        switch decoder.decode(&cursor) {
        case .output(let output):
            precondition(cursor.position > start, "a decoder must take at least one byte for an output")
            position = cursor.position
            let message = bytes.extracting((start - base)..<(position - base))
            receive(unit(of: output, ByteRange(start, position)), output, message)
            return true
        case .region(let output, let count):
            precondition(cursor.position > start && count >= 0, "a region has a head and a size")
            let (stop, overflow) = cursor.position.addingReportingOverflow(count)
            position = cursor.position
            state = .inside(output, start: start, end: overflow ? .max : stop, missing: 0)
            return position < end || count == 0 ? advance(bytes, base: base, receive) : false
        case .untilEnd(let output):
            position = cursor.position
            state = .untilEnd(output, start: start, missing: 0)
            return true
        case .needMore:
            guard end - start > windowLimit else { return false }
            state = .stopped(start: start, Violation(StreamRule.windowFull.id, limit: windowLimit))
            return true
        case .awaitPeer:
            isAwaitingPeer = true
            return false
        case .violation(let violation):
            state = .searching(start: start, violation)
            return true
        }
    }

    /// The unit of an output, with what its decoder says of it.
    @inline(__always)
    func unit(of output: D.Output, _ range: ByteRange, missing: Int = 0) -> Unit {
        Unit(D.kind(of: output), range, missing: missing, violation: D.violation(of: output))
    }

    private mutating func search(_ bytes: RawSpan, base: Int, start: Int, _ violation: Violation?) -> Bool {
        let from = position
        var cursor = ByteCursor(bytes.extracting((from - base)..<bytes.byteCount), base: from)
        switch decoder.resynchronise(&cursor, after: violation) {
        case .stop:
            state = .stopped(start: start, violation)
        case .skip(let count) where from == start && count <= 0 && violation == nil:
            state = .decoding
        case .skip(let count):
            let (stop, overflow) = from.addingReportingOverflow(max(count, from == start ? 1 : 0))
            state = .skipping(start: start, end: overflow ? .max : stop, violation)
        case .needMore:
            position = cursor.position
            return false
        }
        return true
    }
}
