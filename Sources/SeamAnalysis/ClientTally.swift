import SeamBytes
import SeamCodecs

/// What modelled clients would have got of one half, where it is not simply every message.
///
/// Made only when a message is not one read, or large: until then every client is right, and there is nothing to
/// remember. Reads are those of a reader that is always in time, or of the modelled one where reads are the carriers.
final class ClientTally {
    /// The first message that a client got wrong.
    struct Wrong: Sendable {
        var index: Int
        var unit: ByteRange
        /// The read that held its first byte.
        var read: ByteRange
        var outcome: ClientModel.Outcome
    }

    /// What one client got wrong.
    struct Count: Sendable {
        var merged = 0
        var torn = 0
        var lost = 0
        var first: Wrong?
    }

    private struct Read {
        var range: ByteRange
        /// Whether `maxBuffer` takes its first byte for the first of a message.
        var opens: Bool
        /// Whether `maxBuffer` takes its last byte for the last of a message: the read does not fill the buffer.
        var closes: Bool
    }

    /// More reads than this of one message are taken together.
    private static let readLimit = 4096

    private var counts: InlineArray<7, Count> = .init(repeating: Count())
    private let maxBuffer: Int
    private let bufferLimit: Int
    private let isJSON: Bool
    private let isSTOMP: Bool
    private let isTLC: Bool
    /// The reads that units may still have bytes in, behind `first` that are done with.
    private var reads: [Read] = []
    private var first = 0
    /// Whether the next read opens a message for `maxBuffer`.
    private var opensNext = true
    /// Bytes up to this offset are one read, though they come in pieces.
    private var announced = 0
    /// Where the buffer of a client begins that decodes well: the start of the unit in which the read begins.
    private var base = 0
    /// Whether `bufferLimit` has given up, and `u8Length` has ended.
    private var isClosed = false
    private var isTrapped = false
    /// The message that fills the last read, and the buffer of `maxBuffer`: right only if nothing follows.
    private var held: (index: Int, unit: ByteRange, read: ByteRange)?

    /// A tally for the clients of a half with this codec; `opening` are its first two bytes.
    init(_ choice: ClientChoice, codec: String, opening: UInt16) {
        maxBuffer = Int(choice.maxBuffer)
        bufferLimit = Int(choice.bufferLimit)
        isJSON = ClientModel.oneJSON.applies(to: codec, opening: opening)
        isSTOMP = ClientModel.stompKit.applies(to: codec, opening: opening)
        isTLC = ClientModel.u8Length.applies(to: codec, opening: opening)
    }

    /// What a client got wrong.
    subscript(model: ClientModel) -> Count { counts[Int(model.rawValue)] }

    /// Adds a read, before the units that it completes.
    func read(_ range: ByteRange) {
        guard range.end > announced else { return }
        announced = range.end
        if reads.count == reads.capacity, first &* 2 >= reads.count {
            reads.removeFirst(first)
            first = 0
        }
        if let last = reads.last, last.range.end < range.start { opensNext = true }
        let closes = range.count % maxBuffer != 0
        if reads.count - first >= Self.readLimit, let last = reads.indices.last {
            reads[last].range.end = range.end
            reads[last].closes = closes
        } else {
            reads.append(Read(range: range, opens: opensNext, closes: closes))
        }
        opensNext = closes
    }

    /// Takes the next unit, whose reads have been added.
    @inline(__always)
    func take(_ unit: Unit, _ index: Int) {
        if let held { follow(held) }
        while first < reads.count, reads[first].range.end <= unit.range.start { first &+= 1 }
        guard first < reads.count else { return }
        let read = reads[first]
        guard read.range.start < unit.range.end else { return }
        if read.range.end < unit.range.end { return takeSeveral(unit, index) }
        let isFirst = read.range.start >= unit.range.start
        if isFirst { begin(unit, read.range) }
        guard unit.kind == .message else { return advance(unit) }
        let isWhole = isFirst && read.range.end == unit.range.end
        if !isWhole {
            note(.merged, .naive, unit, index, read.range)
            if !isFirst { note(.lost, .dropRest, unit, index, read.range) }
            if isJSON { note(.lost, .oneJSON, unit, index, read.range) }
        }
        if !isWhole || !read.opens {
            note(.merged, .maxBuffer, unit, index, read.range)
        } else if !read.closes {
            held = (index, unit.range, read.range)
        }
        decode(unit, index, read.range)
    }

    /// Takes a unit that came in several reads.
    private func takeSeveral(_ unit: Unit, _ index: Int) {
        let opening = reads[first]
        let isFirst = opening.range.start >= unit.range.start
        var last = first
        var isCut = false
        while last + 1 < reads.count, reads[last + 1].range.start < unit.range.end {
            isCut = isCut || reads[last].closes
            last += 1
        }
        let closing = reads[last]
        begin(unit, ByteRange(unit.range.start, max(unit.range.start, closing.range.end)))
        first = last
        guard unit.kind == .message else { return advance(unit) }
        note(.torn, .naive, unit, index, opening.range)
        if !isFirst { note(.torn, .dropRest, unit, index, opening.range) }
        if isJSON { note(.lost, .oneJSON, unit, index, opening.range) }
        if isCut {
            note(.torn, .maxBuffer, unit, index, opening.range)
        } else if !isFirst || !opening.opens || closing.range.end > unit.range.end {
            note(.merged, .maxBuffer, unit, index, opening.range)
        } else if !closing.closes {
            held = (index, unit.range, opening.range)
        }
        decode(unit, index, opening.range)
    }

    /// Takes note that a read begins in the unit: what waits then begins with it.
    @inline(__always)
    private func begin(_ unit: Unit, _ read: ByteRange) {
        base = unit.range.start
        if read.end - base > bufferLimit { isClosed = true }
    }

    /// What the clients make of a message that decode well but for one thing.
    @inline(__always)
    private func decode(_ unit: Unit, _ index: Int, _ read: ByteRange) {
        if isClosed { note(.lost, .bufferLimit, unit, index, read) }
        if isSTOMP, unit.earlyEnd > 0 { note(.torn, .stompKit, unit, index, read) }
        advance(unit)
        if isTrapped, isTLC { note(.lost, .u8Length, unit, index, read) }
    }

    /// Moves the offset of `u8Length` behind a unit: over 255 the addition traps.
    @inline(__always)
    private func advance(_ unit: Unit) {
        if unit.range.end - base > 255 { isTrapped = true }
    }

    /// Something follows a message that filled the buffer: `maxBuffer` takes both for one.
    private func follow(_ message: (index: Int, unit: ByteRange, read: ByteRange)) {
        held = nil
        note(.merged, .maxBuffer, Unit(.message, message.unit), message.index, message.read)
    }

    @inline(__always)
    private func note(
        _ outcome: ClientModel.Outcome,
        _ model: ClientModel,
        _ unit: Unit,
        _ index: Int,
        _ read: ByteRange
    ) {
        let place = Int(model.rawValue)
        switch outcome {
        case .merged: counts[place].merged &+= 1
        case .torn: counts[place].torn &+= 1
        case .lost: counts[place].lost &+= 1
        }
        if counts[place].first == nil {
            counts[place].first = Wrong(index: index, unit: unit.range, read: read, outcome: outcome)
        }
    }
}
