import SeamBytes
import SeamCodecs
import SeamStreams

/// What modelled clients would have got of one half, where it is not simply every message.
///
/// Made only when a message is not one read, or large: until then every client is right, and there is nothing to
/// remember. Reads are those of a reader that is always in time, or of the modelled one where reads are the carriers:
/// the carriers themselves, unless several were delivered at once.
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

    /// The read that the last unit ended in, which starts at -1 before there was one.
    private var read = ByteRange(-1, -1)
    /// Where the buffer of a client begins that decodes well: the start of the unit in which the read begins.
    private var base = 0
    /// Reads that come in pieces, as far as units may still have bytes in them.
    private var announced: [ByteRange] = []
    /// One message or none that fills the last read and the buffer of `maxBuffer`: right only if nothing follows.
    private var held: [Wrong] = []
    private let maxBuffer: UInt32
    private let bufferLimit: UInt32
    /// Whether `maxBuffer` takes the first byte of the read for the first of a message.
    private var opens = true
    private var isJSON = false
    private var isSTOMP = false
    private var isTLC = false
    /// Whether `bufferLimit` has given up, and `u8Length` has ended.
    private var isClosed = false
    private var isTrapped = false
    /// For each client where its first wrong message is in `firsts`, and what became of it; 0 as long as there is none.
    private var firstOf: InlineArray<7, UInt8> = .init(repeating: 0)
    /// The clients, a bit each, of which more is wanted than how many messages they get wrong.
    private var watched = UInt8.max
    /// How many messages had each outcome, client by client.
    private var counts = Counters<14>()
    /// The first messages that some client got wrong: often the same in several.
    private var firsts = Row<Wrong>(room: 0)
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
        var count = Count()
        count.torn = counts[Self.place(.torn, model)]
        let others = counts[Self.place(.lost, model)]
        if model == .naive || model == .maxBuffer { count.merged = others } else { count.lost = others }
        let code = firstOf[Int(model.rawValue)]
        if code > 0, let outcome = ClientModel.Outcome(rawValue: code & 3) {
            count.first = (firsts[Int(code >> 2) - 1], outcome)
        }
        return count
    }

    /// Two counts a client: beside the torn messages it has either merged or lost ones.
    private static func place(_ outcome: ClientModel.Outcome, _ model: ClientModel) -> Int {
        Int(model.rawValue) &* 2 &+ (outcome == .torn ? 1 : 0)
    }

    /// Most reads in pieces that are remembered of one message: later ones are taken for one with the last of these.
    private static let announcedLimit = 4096

    /// Takes note of a read that comes in several carriers, before the first of them.
    mutating func announce(_ read: ByteRange) {
        if announced.count < Self.announcedLimit { return announced.append(read) }
        announced[announced.count - 1].end = read.end
    }

    /// Takes the next unit; `carriers` are the places of those that brought it.
    mutating func take(
        _ unit: Unit,
        _ index: Int,
        _ carriers: Range<Int>,
        _ finder: borrowing SeamFinder
    ) {
        if !held.isEmpty { follow() }
        if !announced.isEmpty { announced.removeAll { $0.end <= unit.range.start } }
        if carriers.isEmpty { return }
        enter(read(of: finder.carriers[carriers.lowerBound].range))
        if read.end < unit.range.end { return takeSeveral(unit, index, carriers, finder) }
        let isFirst = read.start >= unit.range.start
        if isFirst { begin(unit, upTo: read.end) }
        guard unit.kind == .message else { return advance(unit.range) }
        let isWhole = isFirst && read.end == unit.range.end
        let wrong = Wrong(index: index, unit: unit.range, read: read)
        if !isWhole {
            note(.merged, .naive, wrong)
            if !isFirst { note(.lost, .dropRest, wrong) }
            if isJSON { note(.lost, .oneJSON, wrong) }
        }
        if !isWhole || !opens {
            note(.merged, .maxBuffer, wrong)
        } else if !closes {
            held = [wrong]
        }
        decode(unit, wrong)
    }

    /// Takes a unit that came in several reads.
    private mutating func takeSeveral(
        _ unit: Unit,
        _ index: Int,
        _ carriers: Range<Int>,
        _ finder: borrowing SeamFinder
    ) {
        let (opening, opensFirst) = (read, opens)
        let isFirst = opening.start >= unit.range.start
        var isCut = false
        var place = carriers.lowerBound
        while place &+ 1 < carriers.upperBound {
            place &+= 1
            let next = read(of: finder.carriers[place].range)
            guard next.start != read.start else { continue }
            opens = closes
            isCut = isCut || opens
            if read.end < next.start { opens = true }
            read = next
        }
        begin(unit, upTo: max(unit.range.start, read.end))
        guard unit.kind == .message else { return advance(unit.range) }
        let wrong = Wrong(index: index, unit: unit.range, read: opening)
        note(.torn, .naive, wrong)
        if !isFirst { note(.torn, .dropRest, wrong) }
        if isJSON { note(.lost, .oneJSON, wrong) }
        if isCut {
            note(.torn, .maxBuffer, wrong)
        } else if !isFirst || !opensFirst || read.end > unit.range.end {
            note(.merged, .maxBuffer, wrong)
        } else if !closes {
            held = [wrong]
        }
        decode(unit, wrong)
    }

    /// Takes messages that follow each other inside the last read: every client makes the same of each.
    ///
    /// `index` is that of the first of them, at `place` in the batch.
    mutating func takeAlike(_ batch: inout UnitBatch, _ place: Int, _ count: Int, _ index: Int) {
        let end = batch[place &+ count &- 1].range.end
        if count > 1, isTLC, !isTrapped, end - base > 255 {
            // The offset of `u8Length` passes its limit in one of them.
            for step in 0..<count { takeAlike(&batch, place &+ step, 1, index &+ step) }
            return
        }
        let wrong = Wrong(index: index, unit: batch[place].range, read: read)
        note(.merged, .naive, wrong, count)
        note(.lost, .dropRest, wrong, count)
        if isJSON { note(.lost, .oneJSON, wrong, count) }
        note(.merged, .maxBuffer, wrong, count)
        if isClosed { note(.lost, .bufferLimit, wrong, count) }
        if end - base > 255 { isTrapped = true }
        if isTrapped, isTLC { note(.lost, .u8Length, wrong, count) }
    }

    /// Whether `maxBuffer` takes the last byte of the read for the last of a message: the read does not fill its buffer.
    private var closes: Bool {
        @inline(__always)
        get {
            let count = read.end &- read.start
            return count < Int(maxBuffer) ? count > 0 : count % Int(maxBuffer) != 0
        }
    }

    /// The read that a carrier is, or is a piece of.
    ///
    /// Mutating, as all on this way: a method that does not change the tally would be handed a copy of it.
    @inline(__always)
    private mutating func read(of carrier: ByteRange) -> ByteRange {
        announced.isEmpty ? carrier : announcedRead(of: carrier)
    }

    @inline(never)
    private mutating func announcedRead(of carrier: ByteRange) -> ByteRange {
        var low = 0
        var high = announced.count
        while low < high {
            let middle = (low + high) / 2
            if announced[middle].end < carrier.end { low = middle + 1 } else { high = middle }
        }
        guard low < announced.count, announced[low].start <= carrier.start else { return carrier }
        return announced[low]
    }

    /// Goes on to a read.
    @inline(__always)
    private mutating func enter(_ next: ByteRange) {
        guard next.start != read.start else { return }
        opens = read.end < next.start || closes
        read = next
    }

    /// Takes note that a read begins in the unit: what waits then begins with it.
    @inline(__always)
    private mutating func begin(_ unit: Unit, upTo end: Int) {
        base = unit.range.start
        if end - base > Int(bufferLimit) { isClosed = true }
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
        if watched & (1 << model.rawValue) != 0 { noteMore(outcome, model, wrong, count) }
    }

    /// Notes what else is wanted of a message that a client got wrong: most halves have soon had the first of each.
    @inline(never)
    private mutating func noteMore(
        _ outcome: ClientModel.Outcome,
        _ model: ClientModel,
        _ wrong: Wrong,
        _ count: Int
    ) {
        if log == nil { watched &= ~(1 << model.rawValue) }
        log?.add(outcome, model, wrong.index, count: count)
        guard firstOf[Int(model.rawValue)] == 0 else { return }
        if firsts.isEmpty || firsts[firsts.count - 1] != wrong { firsts.append(wrong) }
        firstOf[Int(model.rawValue)] = UInt8(firsts.count) << 2 | outcome.rawValue
    }
}
