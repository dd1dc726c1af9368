import SeamBytes
import SeamCodecs

/// What modelled clients would have got of one half, where it is not simply every message.
///
/// Made only when a message is not one read, or large: until then every client is right, and there is nothing to
/// remember. Reads are those of a reader that is always in time, or of the modelled one where reads are the carriers.
struct ClientTally: ~Copyable {
    /// A message that a client got wrong.
    struct Wrong: BitwiseCopyable, Equatable, Sendable {
        var index: Int
        var unit: ByteRange
        /// The read that held its first byte.
        var read: ByteRange
    }

    /// What one client got wrong.
    struct Count: Sendable {
        var merged = 0
        var torn = 0
        var lost = 0
        /// The first one, and what became of it.
        var first: (wrong: Wrong, outcome: ClientModel.Outcome)?
    }

    /// A read in 16 bytes, as every half keeps some: two facts stand in the lowest bits of its end.
    private struct Read: BitwiseCopyable {
        var start: Int
        private var bits: Int

        init(_ range: ByteRange, opens: Bool, closes: Bool) {
            start = range.start
            bits = range.end << 2 | (opens ? 1 : 0) | (closes ? 2 : 0)
        }

        var end: Int { bits >> 2 }
        var range: ByteRange { ByteRange(start, end) }
        /// Whether `maxBuffer` takes its first byte for the first of a message.
        var opens: Bool { bits & 1 != 0 }
        /// Whether `maxBuffer` takes its last byte for the last of a message: the read does not fill the buffer.
        var closes: Bool { bits & 2 != 0 }
    }

    /// More reads than this of one message are taken together.
    private static let readLimit = 4096

    /// The reads that units may still have bytes in, behind `first` that are done with.
    private var reads: [Read] = []
    private var first = 0
    /// Bytes up to this offset are one read, though they come in pieces.
    private var announced = 0
    /// Where the buffer of a client begins that decodes well: the start of the unit in which the read begins.
    private var base = 0
    /// One message or none that fills the last read and the buffer of `maxBuffer`: right only if nothing follows.
    private var held: [Wrong] = []
    private let maxBuffer: UInt32
    private let bufferLimit: UInt32
    /// Whether the next read opens a message for `maxBuffer`.
    private var opensNext = true
    private var isJSON = false
    private var isSTOMP = false
    private var isTLC = false
    /// Whether `bufferLimit` has given up, and `u8Length` has ended.
    private var isClosed = false
    private var isTrapped = false
    /// For each client where its first wrong message is in `firsts`, and what became of it; 0 as long as there is none.
    private var firstOf: InlineArray<7, UInt8> = .init(repeating: 0)
    /// How many messages had each outcome, client by client.
    private var counts = Counters<21>()
    /// The first messages that some client got wrong: often the same in several.
    private var firsts: [Wrong] = []
    /// What became of each message, where that is wanted.
    private(set) var log: ClientLog?

    /// A tally for the clients of a half with this codec; `opening` are its first two bytes.
    init(_ choice: ClientChoice, codec: String, opening: UInt16) {
        maxBuffer = choice.maxBuffer
        bufferLimit = choice.bufferLimit
        if choice.keepsOutcomes { log = ClientLog() }
        learn(codec, opening: opening)
    }

    /// Learns the codec, which may be known only when some reads are there, but before their units.
    mutating func learn(_ codec: String, opening: UInt16) {
        isJSON = ClientModel.oneJSON.applies(to: codec, opening: opening)
        isSTOMP = ClientModel.stompKit.applies(to: codec, opening: opening)
        isTLC = ClientModel.u8Length.applies(to: codec, opening: opening)
    }

    /// What a client got wrong.
    subscript(model: ClientModel) -> Count {
        let place = Int(model.rawValue)
        var count = Count()
        count.merged = counts[Self.place(.merged, model)]
        count.torn = counts[Self.place(.torn, model)]
        count.lost = counts[Self.place(.lost, model)]
        let code = firstOf[place]
        if code > 0, let outcome = ClientModel.Outcome(rawValue: code & 3) {
            count.first = (firsts[Int(code >> 2) - 1], outcome)
        }
        return count
    }

    private static func place(_ outcome: ClientModel.Outcome, _ model: ClientModel) -> Int {
        Int(model.rawValue) &* 3 &+ Int(outcome.rawValue)
    }

    /// Adds a read, before the units that it completes.
    mutating func read(_ range: ByteRange) {
        guard range.end > announced else { return }
        if announced < range.start { opensNext = true }
        announced = range.end
        if first > 0, first &* 2 >= reads.count {
            reads.dropAhead(first)
            first = 0
        }
        let closes = range.count < Int(maxBuffer) ? range.count > 0 : range.count % Int(maxBuffer) != 0
        if reads.count - first >= Self.readLimit, let last = reads.indices.last {
            let range = ByteRange(reads[last].start, range.end)
            reads[last] = Read(range, opens: reads[last].opens, closes: closes)
        } else {
            reads.append(Read(range, opens: opensNext, closes: closes))
        }
        opensNext = closes
    }

    /// Takes the units of a batch from a place on, whose reads have been added; `index` is that of the first of them.
    mutating func take(_ batch: borrowing UnitBatch, from place: Int, index: Int) {
        var next = place
        while next < batch.units.count {
            take(batch.units[next], index &+ next &- place)
            next &+= 1
            let count = countAlike(batch, from: next)
            if count > 0 { takeAlike(batch, next, count, index &+ next &- place) }
            next &+= count
        }
    }

    /// How many messages follow each other inside the current read, up to its end: clients make the same of each.
    @inline(__always)
    private func countAlike(_ batch: borrowing UnitBatch, from place: Int) -> Int {
        guard first < reads.count, held.isEmpty else { return 0 }
        let (start, end) = (reads[first].start, reads[first].end)
        var next = place
        while next < batch.units.count {
            let range = batch.units[next].range
            guard range.start > start, range.end <= end, batch.units[next].kind == .message,
                batch.units[next].earlyEnd == 0
            else { break }
            next &+= 1
        }
        // The offset of `u8Length` passes its limit in one of them.
        if next > place, isTLC, !isTrapped, batch.units[next &- 1].range.end - base > 255 { return 0 }
        return next &- place
    }

    /// Takes messages that follow each other inside the current read.
    @inline(__always)
    private mutating func takeAlike(
        _ batch: borrowing UnitBatch,
        _ place: Int,
        _ count: Int,
        _ index: Int
    ) {
        let wrong = Wrong(index: index, unit: batch.units[place].range, read: reads[first].range)
        note(.merged, .naive, wrong, count)
        note(.lost, .dropRest, wrong, count)
        if isJSON { note(.lost, .oneJSON, wrong, count) }
        note(.merged, .maxBuffer, wrong, count)
        if isClosed { note(.lost, .bufferLimit, wrong, count) }
        advance(batch.units[place &+ count &- 1].range)
        if isTrapped, isTLC { note(.lost, .u8Length, wrong, count) }
    }

    /// Takes the next unit, whose reads have been added.
    private mutating func take(_ unit: Unit, _ index: Int) {
        if !held.isEmpty { follow() }
        while first < reads.count, reads[first].end <= unit.range.start { first &+= 1 }
        guard first < reads.count else { return }
        let read = reads[first]
        guard read.start < unit.range.end else { return }
        if read.end < unit.range.end { return takeSeveral(unit, index) }
        let isFirst = read.start >= unit.range.start
        if isFirst { begin(unit, read.range) }
        guard unit.kind == .message else { return advance(unit.range) }
        let isWhole = isFirst && read.end == unit.range.end
        let wrong = Wrong(index: index, unit: unit.range, read: read.range)
        if !isWhole {
            note(.merged, .naive, wrong)
            if !isFirst { note(.lost, .dropRest, wrong) }
            if isJSON { note(.lost, .oneJSON, wrong) }
        }
        if !isWhole || !read.opens {
            note(.merged, .maxBuffer, wrong)
        } else if !read.closes {
            held = [wrong]
        }
        decode(unit, wrong)
    }

    /// Takes a unit that came in several reads.
    private mutating func takeSeveral(_ unit: Unit, _ index: Int) {
        let opening = reads[first]
        let isFirst = opening.start >= unit.range.start
        var last = first
        var isCut = false
        while last + 1 < reads.count, reads[last + 1].start < unit.range.end {
            isCut = isCut || reads[last].closes
            last += 1
        }
        let closing = reads[last]
        begin(unit, ByteRange(unit.range.start, max(unit.range.start, closing.end)))
        first = last
        guard unit.kind == .message else { return advance(unit.range) }
        let wrong = Wrong(index: index, unit: unit.range, read: opening.range)
        note(.torn, .naive, wrong)
        if !isFirst { note(.torn, .dropRest, wrong) }
        if isJSON { note(.lost, .oneJSON, wrong) }
        if isCut {
            note(.torn, .maxBuffer, wrong)
        } else if !isFirst || !opening.opens || closing.end > unit.range.end {
            note(.merged, .maxBuffer, wrong)
        } else if !closing.closes {
            held = [wrong]
        }
        decode(unit, wrong)
    }

    /// Takes note that a read begins in the unit: what waits then begins with it.
    @inline(__always)
    private mutating func begin(_ unit: Unit, _ read: ByteRange) {
        base = unit.range.start
        if read.end - base > Int(bufferLimit) { isClosed = true }
    }

    /// What the clients make of a message that decode well but for one thing.
    @inline(__always)
    private mutating func decode(_ unit: Unit, _ wrong: Wrong) {
        if isClosed { note(.lost, .bufferLimit, wrong) }
        if isSTOMP, unit.earlyEnd > 0 { note(.torn, .stompKit, wrong) }
        advance(unit.range)
        if isTrapped, isTLC { note(.lost, .u8Length, wrong) }
    }

    /// Moves the offset of `u8Length` behind a unit: over 255 the addition traps.
    @inline(__always)
    private mutating func advance(_ unit: ByteRange) {
        if unit.end - base > 255 { isTrapped = true }
    }

    /// Something follows a message that filled the buffer: `maxBuffer` takes both for one.
    @inline(never)
    private mutating func follow() {
        for message in held { note(.merged, .maxBuffer, message) }
        held = []
    }

    @inline(__always)
    private mutating func note(
        _ outcome: ClientModel.Outcome,
        _ model: ClientModel,
        _ wrong: Wrong,
        _ count: Int = 1
    ) {
        counts.add(count, at: Self.place(outcome, model))
        if log != nil { log?.add(outcome, model, wrong.index, count: count) }
        if firstOf[Int(model.rawValue)] == 0 { noteFirst(outcome, model, wrong) }
    }

    @inline(never)
    private mutating func noteFirst(
        _ outcome: ClientModel.Outcome,
        _ model: ClientModel,
        _ wrong: Wrong
    ) {
        if firsts.last != wrong { firsts.append(wrong) }
        firstOf[Int(model.rawValue)] = UInt8(firsts.count) << 2 | outcome.rawValue
    }
}
