import SeamBytes
import SeamCodecs
import SeamStreams

// What findings need of the units: looked at only where something is odd, so that a healthy half pays nothing.

extension HalfAnalysis {
    /// Why units are looked at that are whole messages.
    struct Attention: OptionSet, Sendable {
        var rawValue: UInt8
        /// Findings are wanted.
        static var wanted: Attention { Attention(rawValue: 1) }
        /// The half was quiet before.
        static var pause: Attention { Attention(rawValue: 2) }
        /// Heart-beats are known.
        static var beats: Attention { Attention(rawValue: 4) }
    }

    /// Whether a unit needs a look.
    @inline(__always)
    func isOdd(_ unit: Unit, _ result: SeamFinder.Result) -> Bool {
        guard attention.contains(.wanted) else { return false }
        return attention != .wanted || result.verdict != .whole || unit.kind != .message || unitCount == 0
    }

    /// Notes that the half was quiet before a carrier.
    @inline(never)
    mutating func notePause(_ carrier: Carrier, _ pause: Int) {
        attention.insert(.pause)
        let place = HalfNotes.Place(offset: carrier.range.start, packet: carrier.packet, unit: unitCount)
        rare.update(HalfNotes()) { notes in
            if pause > notes.longestPause.length {
                notes.longestPause = HalfNotes.Pause(length: pause, place: place)
            }
        }
    }

    /// Looks at a unit; `bytes` are those that were fed last, up to `fed`.
    @inline(never)
    mutating func look(at unit: Unit, _ result: SeamFinder.Result, _ bytes: RawSpan) {
        let start = unit.range.start - (fed - bytes.byteCount)
        if isOrdinary(unit, result, bytes, start) { return }
        let content = bytes.clamped(start < 0 ? 0..<0 : start..<(start + unit.range.count))
        let hasContent = start >= 0 && content.byteCount == unit.range.count
        if unitCount == 0 { noteOffer(content) }
        if unit.violation != nil || unit.kind == .undecoded {
            noteBroken(unit, result, start < 0 ? RawSpan() : bytes.clamped(start..<bytes.byteCount))
        }
        if result.verdict != .whole, unit.kind == .message {
            let number = unitCount
            rare.update(HalfNotes()) { $0.odd = ($0.odd?.first ?? number, number) }
        }
        judgeSuspect(unit)
        if result.cuts > 0 || unit.kind == .leftover { suspectOrder(unit, result) }
        if hasContent, content.byteCount <= Beat.longestContent, unit.kind.canBeCut {
            noteBeat(unit, result, content)
        }
        guard result.endsInJoin, let last = result.carriers.last else { return }
        noteJoin(unit, result, last)
        if result.carriers.count == 1, unit.kind == .message {
            suspect(unit, last, bytes.clamped(max(0, start)..<bytes.byteCount))
        }
    }

    /// Notes a message that did not travel whole like those before it; false where there is more to say of it.
    @inline(__always)
    private mutating func isOrdinary(
        _ unit: Unit,
        _ result: SeamFinder.Result,
        _ bytes: RawSpan,
        _ start: Int
    ) -> Bool {
        guard unit.kind == .message, unit.violation == nil, attention == .wanted, !result.carriers.isEmpty,
            rare.read({ $0.odd != nil && $0.hasManyJoins && !$0.hasSuspect }) ?? false
        else { return false }
        if unit.range.count <= Beat.longestContent, let first = bytes.byte(at: start), Beat.mayBegin(first) {
            return false
        }
        let (first, last) = (result.carriers.lowerBound, result.carriers.upperBound &- 1)
        let begins = finder.carriers[first].range.start == unit.range.start
        // Its length may be in the other byte order, or wrong: see `suspectOrder` and `suspect`.
        if begins, result.cuts > 0 { return false }
        let packet = finder.carriers[last].packet
        if result.endsInJoin, rare.read({ $0.joinedPacket }) != packet {
            if begins || finder.carriers[last].range.count > HalfNotes.commonLimit { return false }
            if finder.joinCause(result) == .nagle { return false }
        }
        let number = unitCount
        rare.change { notes in
            if result.endsInJoin { notes.joinedPacket = packet }
            notes.odd?.last = number
        }
        return true
    }

    private func place(_ offset: Int, _ packet: Int) -> HalfNotes.Place {
        HalfNotes.Place(offset: offset, packet: packet, unit: unitCount)
    }

    /// Looks at the first bytes of the half.
    @inline(never)
    mutating func lookAtOpening(_ bytes: RawSpan) {
        if let cipher = Cipher(bytes) { rare.update(HalfNotes()) { $0.cipher = cipher } }
    }

    private mutating func noteOffer(_ content: RawSpan) {
        guard codec.hasPrefix("stomp"), let offer = HeartbeatOffer.find(in: content) else { return }
        rare.update(HalfNotes()) { $0.offer = offer }
    }

    private mutating func noteBroken(_ unit: Unit, _ result: SeamFinder.Result, _ bytes: RawSpan) {
        guard (rare.read { $0.broken.count } ?? 0) < HalfNotes.limit else { return }
        let packet = result.carriers.first.map { finder.carriers[$0].packet } ?? 0
        let sample = HalfNotes.Broken(
            offset: unit.range.start,
            packet: packet,
            bytes: [UInt8](copying: bytes.clamped(0..<min(16, unit.range.count))),
            hasCharacters: Self.hasCharacters(bytes.clamped(0..<unit.range.count))
        )
        rare.update(HalfNotes()) { $0.broken.append(sample) }
    }

    /// Whether a text frame says how long its body is and has characters of several bytes.
    private static func hasCharacters(_ frame: RawSpan) -> Bool {
        let start = frame.clamped(0..<longestFrame)
        guard ByteSearch.firstIndex(of: lengthHeader, in: start) != nil else { return false }
        return HeartbeatOffer.charactersSaved(in: frame).scalars > 0
    }

    private static let lengthHeader = Array("content-length:".utf8)

    /// Most bytes of a broken frame that are searched.
    private static var longestFrame: Int { 4096 }

    /// Counts the cuts of a unit by their causes, and notes those that the program made.
    @inline(never)
    mutating func takeCuts(_ result: SeamFinder.Result) {
        let isBySegments = finder.segments.isEmpty
        let isWanted = attention.contains(.wanted)
        var index = result.carriers.lowerBound
        while index &+ 1 < result.carriers.upperBound {
            let cause = finder.cutCause(behind: index)
            if isBySegments { summary.count(cut: cause) }
            if isWanted { noteCut(behind: index, cause) }
            index &+= 1
        }
        if !isBySegments {
            summary.count(cuts: finder.cutCauses(result))
        } else if result.cuts >= result.carriers.count, let leftOut = finder.leftOutCuts(result) {
            summary.count(cuts: leftOut)
        }
    }

    @inline(__always)
    private mutating func noteCut(behind index: Int, _ cause: Cause) {
        guard finder.carriers[index].range.end == finder.carriers[index &+ 1].range.start else { return }
        if cause == .write {
            let isKnown = rare.read { $0.firstWrite != nil } ?? false
            if !isKnown || finder.carriers[index &+ 1].departure.traits.contains(.ackClearedSmall) {
                noteWrite(behind: index)
            }
        } else if Self.mayBePaused(finder.carriers[index &+ 1].departure),
            finder.carriers[index &+ 1].time.since(finder.carriers[index].time) >= Self.shortestPause
        {
            notePause(behind: index)
        }
    }

    /// Notes that the program wrote a message in pieces.
    @inline(never)
    private mutating func noteWrite(behind index: Int) {
        let here = place(finder.carriers[index].range.end, finder.carriers[index].packet)
        let stall = CutCause.stall(finder.carriers[index], finder.carriers[index + 1])
        rare.update(HalfNotes()) { notes in
            if let stall { notes.stalls.add(stall * 1_000_000, at: here) }
            if notes.firstWrite == nil { notes.firstWrite = here }
        }
    }

    /// No shorter pause is the program's for sure, in nanoseconds.
    private static var shortestPause: Int { 3_000_000 }

    /// Notes that the program paused inside a message.
    @inline(never)
    private mutating func notePause(behind index: Int) {
        let (before, after) = (finder.carriers[index], finder.carriers[index + 1])
        let pause = after.time.since(before.time)
        guard Self.isPaused(before, after, pause) else { return }
        let here = place(before.range.end, before.packet)
        rare.update(HalfNotes()) { $0.pauses.add(pause, at: here) }
    }

    /// Whether what is seen at a glance does not rule out that only the program can have waited before a piece.
    @inline(__always)
    private static func mayBePaused(_ rest: Departure) -> Bool {
        rest.bytesInFlight == 0 && rest.size > 0 && rest.traits.isSuperset(of: [.timed, .heard])
    }

    /// Whether only the program can have waited between two pieces: all was acknowledged, and the window open.
    private static func isPaused(_ before: Carrier, _ after: Carrier, _ pause: Int) -> Bool {
        let rest = after.departure
        guard pause >= shortestPause, mayBePaused(rest), before.departure.room >= Int32(clamping: rest.size),
            rest.since != Departure.never
        else { return false }
        let oddities: Departure.Traits = [.repeat, .windowHeld, .afterUnseen, .overtaken]
        // Several segments were in flight: the first of their ACKs would have let the rest go.
        let reaction: Int32 = rest.segmentsBeforeACK >= 4 ? 150 : 1000
        return rest.traits.isDisjoint(with: oddities) && rest.since > rest.delay / 4 + reaction
    }

    /// Notes the join behind a unit: the first one of a carrier with its cause, of the others only where they are.
    private mutating func noteJoin(_ unit: Unit, _ result: SeamFinder.Result, _ index: Int) {
        let carrier = finder.carriers[index]
        let isFirst = rare.read { $0.joinedPacket } != carrier.packet
        guard isFirst || rare.read({ $0.hasManyJoins }) != true else { return }
        let cause = isFirst ? finder.joinCause(result) : .unknown
        let here = place(unit.range.end, carrier.packet)
        let before = index > 0 ? finder.carriers[index - 1] : nil
        rare.update(HalfNotes()) { notes in
            notes.add(join: here)
            notes.joinedPacket = carrier.packet
            guard isFirst else { return }
            if cause == .nagle, let before, before.packet == Int(carrier.departure.smallPacket) {
                notes.nagle.add(max(0, carrier.time.since(before.time)), at: here)
            } else if cause == .nagle {
                notes.nagle.add(0, at: here)
            }
            let isOver =
                carrier.range.count > HalfNotes.commonLimit && unit.range.count <= HalfNotes.commonLimit
            if isOver { notes.overLimit.add(carrier.range.count, at: here) }
        }
    }

    private mutating func noteBeat(_ unit: Unit, _ result: SeamFinder.Result, _ content: RawSpan) {
        guard let last = result.carriers.last else { return }
        let carrier = finder.carriers[last]
        let here = place(unit.range.start, carrier.packet)
        let isAlone = result.verdict == .whole
        if !isAlone, unit.kind == .heartbeat || Beat.isTypical(content) {
            rare.update(HalfNotes()) { $0.glued.add(1, at: here) }
        }
        guard attention.contains(.pause) || attention.contains(.beats) || unit.kind == .heartbeat else {
            return
        }
        // By far the usual one needs no memory of its own.
        let isLineFeed = content.byteCount == 1 && content.byte(at: 0) == 0x0a
        let bytes = isLineFeed ? Beat.lineFeed : [UInt8](copying: content)
        let isKnown = unit.kind == .heartbeat
        note(
            beat: bytes,
            at: here,
            carrier.time,
            isAlone: isAlone,
            isNew: isAlone && (isKnown || attention.contains(.pause)),
            knownBy: isKnown ? codec : ""
        )
        if rare.read({ $0.beats.contains { $0.count >= 2 } }) ?? false { attention.insert(.beats) }
    }

    /// Notes what may be a heart-beat: one more of a kind, or the first one if that is new.
    mutating func note(
        beat bytes: [UInt8],
        at here: HalfNotes.Place,
        _ time: Timestamp,
        isAlone: Bool,
        isNew: Bool,
        knownBy codec: String
    ) {
        rare.update(HalfNotes()) { notes in
            let place = notes.beats.firstIndex {
                $0.codec == codec && $0.isNext(bytes, isKnown: !codec.isEmpty)
            }
            guard let place else {
                guard isNew else { return }
                if notes.beats.count >= Beat.limit {
                    guard let other = notes.beats.firstIndex(where: { $0.count == 1 }) else { return }
                    notes.beats.remove(at: other)
                }
                var beat = Beat(bytes, at: here, time)
                beat.codec = codec
                return notes.beats.append(beat)
            }
            if isAlone { return notes.beats[place].add(bytes, at: here, time) }
            notes.beats[place].glued += 1
            if codec.isEmpty, !Beat.isTypical(bytes.rawSpan), notes.beats[place].count >= 2 {
                notes.glued.add(1, at: here)
            }
        }
    }
}
