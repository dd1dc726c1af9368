public import SeamBytes

/// Drives a decoder over a half: keeps the bytes that wait, stamps ranges, and accounts for every byte.
///
/// The units that it hands out follow each other without holes, from offset 0 to the end of the
/// stream, whatever the decoder answers. In-order pieces are decoded where they lie; only the
/// beginning of a message that is not complete is copied.
///
///     pieces   |-----------|------|-------------|
///     units    |----|---------|-------|---- ... waits in the window
public struct StreamDecoder<D: Decoder>: ~Copyable {
    /// What receives the units: the unit, the decoder's output for it if it is one's, and its bytes if buffered.
    ///
    /// Of bytes that could not be placed they are the first ones, if the decoder `hasReadings`.
    public typealias Receiver = (_ unit: Unit, _ output: D.Output?, _ bytes: RawSpan) -> Void

    @usableFromInline
    enum State {
        /// At the start of a message or in one whose end is not known.
        case decoding
        /// In a message that ends at a known place; `missing` of its bytes fell into gaps.
        case inside(D.Output, start: Int, end: Int, missing: Int)
        /// In a message that its decoder takes in parts; up to `ready` there is nothing to decode.
        case inParts(start: Int, ready: Int, missing: Int)
        /// In a message that ends with the stream.
        case untilEnd(D.Output, start: Int, missing: Int)
        /// In bytes that could not be placed and end at a known place.
        case skipping(start: Int, end: Int, Violation?)
        /// In bytes that could not be placed, asking the decoder where they end.
        case searching(start: Int, Violation?)
        /// In bytes that could not be placed, until the stream ends.
        case stopped(start: Int, Violation?)
    }

    /// Bytes that are copied into the window rather than looked at where they lie.
    @usableFromInline static var few: Int { 512 }

    // What every piece touches stands first: with many halves most of the time goes by until it is there.

    /// Bytes not yet placed; the first one stands at offset `position`.
    @usableFromInline var window = ByteWindow()
    /// The offset behind the last byte that was fed.
    @usableFromInline var end = 0
    /// So many bytes must stand in the window before there is anything to decode.
    @usableFromInline var needed = 0
    /// The offset of the first byte that no unit and no open state has taken.
    @usableFromInline var position = 0
    /// What `isAwaitingPeer` tells: inlinable code could not set a public property.
    @usableFromInline var awaitsPeer = false
    /// Whether the last bytes belong to no message, as far as is known; asking the state would look its type up first.
    @usableFromInline var isLost = false
    /// Whether a search for a run of frames has seen all bytes that there are.
    @usableFromInline var isSearchEnding = false
    /// Whether somebody looks at the bytes of messages: else those of one that is cut need not wait.
    @usableFromInline var wantsWhole = true
    /// The most bytes that a message may keep waiting, and what is done where a border is lost.
    @usableFromInline let policy: StreamPolicy
    @usableFromInline var state = State.decoding
    @usableFromInline var decoder: D
    /// The first bytes of those in hand that could not be placed, if the decoder `hasReadings`.
    @usableFromInline var lost: [UInt8] = []

    /// Whether the decoder waits for the other half.
    public var isAwaitingPeer: Bool { awaitsPeer }
    /// What has come since, in order: neither bytes nor gaps change what it waits for.
    @usableFromInline var held = HeldInput()

    /// A driver at offset 0.
    public init(_ decoder: D, _ policy: StreamPolicy = StreamPolicy()) {
        self.decoder = decoder
        self.policy = policy
    }

    /// The rule that the bytes in hand break, whether or not there is a way on behind them.
    public var failure: Violation? {
        switch state {
        case .stopped(_, let violation), .searching(_, let violation), .skipping(_, _, let violation):
            violation
        default: nil
        }
    }

    /// Learns, before the first byte, that offset 0 need not be a border: the capture begins in the stream's middle.
    ///
    /// With `seeksFrames` a decoder that can find a border looks for the first credible one; otherwise the first byte
    /// is taken for one, and what is lost at worst is a message that is half.
    public mutating func beginMidstream() {
        if end == 0, policy.seeksFrames { state = .searching(start: 0, nil) }
    }

    /// Says whether the bytes of the next messages will be looked at; who does not say so is handed those of all.
    ///
    /// A limit that was set lower counts the bytes of a whole message.
    @inlinable
    mutating func show(_ isWanted: Bool) { wantsWhole = isWanted || policy.isTight }

    /// Takes the next bytes of the half and hands out the units that they complete.
    @inlinable
    public mutating func feed(_ bytes: RawSpan, _ receive: Receiver) {
        if awaitsPeer { return hold(bytes, receive) }
        let taken = window.isEmpty ? 0 : completeWindow(bytes, receive)
        guard taken < bytes.byteCount else { return }
        end += bytes.byteCount - taken
        let used = taken + drain(bytes.extracting(taken..<bytes.byteCount), until: end, receive)
        if used < bytes.byteCount { window.append(bytes.extracting(used..<bytes.byteCount), of: needed) }
    }

    /// Copies only as many of `bytes` behind those that wait as it takes to place these; returns how many.
    ///
    /// Where there are few they are all copied at once, which costs less than to decode in two places.
    /// The window doubles each time, so that a decoder without hints reads a byte twice on average; one that has
    /// said how many bytes it needs is not asked before they are here.
    @inlinable
    mutating func completeWindow(_ bytes: RawSpan, _ receive: Receiver) -> Int {
        let origin = end
        while end - origin < bytes.byteCount {
            let taken = end - origin
            let wanted = needed > window.count ? needed - window.count : max(window.count, Self.few)
            let count = min(wanted, bytes.byteCount - taken)
            window.append(bytes.extracting(taken..<(taken + count)), of: needed)
            end += count
            if window.count < needed { break }
            if end - origin == bytes.byteCount {
                window.removeFirst(drainWindow(until: end, receive))
                break
            }
            let used = drainWindow(until: origin, receive)
            if position >= origin {
                window.removeAll()
                end = position
                break
            }
            if used > 0 { window.removeFirst(used) }
        }
        return end - origin
    }

    /// Asks again a decoder that waited for the other half.
    public mutating func resume(_ receive: Receiver) {
        guard isAwaitingPeer else { return }
        window.removeFirst(drainWindow(until: end, receive))
        if !isAwaitingPeer, !held.runs.isEmpty { replay(receive) }
    }

    /// Gives back memory in which no bytes wait, as more are not to be expected.
    @inlinable
    mutating func rest() { window.rest() }

    /// Tells the decoder that the other half has ended, and asks again if it waited for that.
    public mutating func peerEnded(_ receive: Receiver) {
        decoder.peerEnded()
        resume(receive)
    }

    /// Decodes what lies in the window, which holds all up to `end`; returns how many bytes of it have been placed.
    ///
    /// A span of `self.window` would borrow all of self: the bytes are moved out, which copies nothing.
    @inlinable
    mutating func drainWindow(until stop: Int, _ receive: Receiver) -> Int {
        var waiting = ByteWindow()
        swap(&waiting, &window)
        let used = drain(waiting.bytes, until: stop, receive)
        swap(&waiting, &window)
        return used
    }

    /// Decodes the messages that start in `bytes` before the offset `stop`; returns how many bytes have been placed.
    ///
    /// The first of `bytes` stands at `position`, the last before `end`.
    @inline(never)
    @inlinable
    mutating func drain(_ bytes: RawSpan, until stop: Int, _ receive: Receiver) -> Int {
        let base = position
        awaitsPeer = false
        isLost = false
        needed = 0
        while position < stop {
            // By far the usual state first: looking at the others would load what they hold.
            if case .decoding = state {
                guard decode(bytes, base: base, until: stop, receive) else { break }
            } else if case .inParts = state {
                guard decodePart(bytes, base: base, receive) else { break }
            } else {
                guard advance(bytes, base: base, receive) else { break }
            }
        }
        return position - base
    }

    /// Makes one step in any other state than `decoding` and `inParts`; false when there is nothing to do before more bytes come.
    @inline(never)
    @inlinable
    mutating func advance(_ bytes: RawSpan, base: Int, _ receive: Receiver) -> Bool {
        if D.hasReadings { keepLost(bytes, base: base) }
        switch state {
        case .decoding:
            return true
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
                isLost = true
                position = end
                return false
            }
            position = stop
            state = .decoding
            giveUp(start, stop, violation, receive)
            return true
        case .searching(let start, let violation):
            isLost = true
            return search(bytes, base: base, start: start, violation)
        case .inParts:
            return true
        case .untilEnd(let output, _, _):
            isLost = D.kind(of: output) == .undecoded
            position = end
            return false
        case .stopped:
            isLost = true
            position = end
            return false
        }
    }

    /// Decodes message after message up to one that is not all here or cannot be placed by its own bytes.
    @inline(__always)
    @inlinable
    mutating func decode(_ bytes: RawSpan, base: Int, until stop: Int, _ receive: Receiver) -> Bool {
        if end &- position > policy.windowLimit { return decodeWithin(bytes, base: base, receive) }
        var cursor = ByteCursor(bytes, base: base, behind: position &- base, wantsWhole: wantsWhole)
        while position < stop {
            let start = position
            switch decoder.decode(&cursor) {
            case .output(let message):
                precondition(cursor.position > start, "a decoder must take at least one byte for an output")
                position = cursor.position
                receive(unit(of: message, ByteRange(start, position)), message, cursor.bytes(since: start))
            case .region(let message, let count):
                precondition(cursor.position > start && count >= 0, "a region has a head and a size")
                guard cursor.take(count) != nil else {
                    let (last, overflow) = cursor.position.addingReportingOverflow(count)
                    position = end
                    state = .inside(message, start: start, end: overflow ? .max : last, missing: 0)
                    return false
                }
                position = cursor.position
                receive(unit(of: message, ByteRange(start, position)), message, RawSpan())
            case .untilEnd(let message):
                position = cursor.position
                state = .untilEnd(message, start: start, missing: 0)
                return true
            case .part(let count):
                setInParts(start: start, from: cursor.position, count: count, missing: 0)
                return true
            case .needMore:
                return false
            case .needs(let count):
                // What may never wait is told at the limit.
                needed = count > policy.windowLimit ? 0 : count
                return false
            case .awaitPeer:
                awaitsPeer = true
                return false
            case .violation(let violation):
                state = .searching(start: start, violation)
                return true
            }
        }
        return false
    }

    /// The unit of an output, with what its decoder says of it.
    @inlinable
    func unit(of output: D.Output, _ range: ByteRange, missing: Int = 0) -> Unit {
        var unit = Unit(D.kind(of: output), range, missing: missing, violation: D.violation(of: output))
        unit.earlyEnd = UInt32(clamping: D.earlyEnd(of: output))
        return unit
    }

    @inlinable
    mutating func search(_ bytes: RawSpan, base: Int, start: Int, _ violation: Violation?) -> Bool {
        let from = position
        if policy.seeksFrames, D.canGuess { return seek(bytes, base: base, start: start, violation) }
        var cursor = ByteCursor(bytes.extracting((from - base)..<bytes.byteCount), base: from)
        switch decoder.resynchronise(&cursor, after: violation) {
        case .stop where violation == nil && start == 0:
            // `beginMidstream`: any other place is as good.
            state = .decoding
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
