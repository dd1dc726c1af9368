import SeamBytes

/// One run cut as a hypothesis says, and what agreed and what did not.
struct FramingWalk {
    /// What was counted, in the part that made the hypotheses and in the part that judges them.
    struct Counts: Equatable {
        /// Pauses of the sender at a border, and elsewhere.
        var hits = 0
        var misses = 0
        /// Headers that could be, and that could not.
        var sound = 0
        var broken = 0
        /// Bytes in messages.
        var bytes = 0

        static func += (left: inout Counts, right: Counts) {
            left.hits += right.hits
            left.misses += right.misses
            left.sound += right.sound
            left.broken += right.broken
            left.bytes += right.bytes
        }
    }

    /// A first message that has no end within so many pauses is none: what comes first is something else.
    private static let patience = 4

    /// The messages: start and end, as indices into the run.
    private(set) var messages: [ByteRange] = []
    private(set) var fitted = Counts()
    private(set) var judged = Counts()
    /// Where the hypothesis first broke, as an index into the run.
    private(set) var firstBreak: Int?
    /// The bytes of the longest message.
    private(set) var longest = 0
    /// Whether all messages have the same length.
    private(set) var isConstant = true
    /// Whether the walk was given up because too much broke.
    private(set) var isGivenUp = false

    /// Walks over the first `limit` bytes of a run; gives up when far more breaks than holds, if `isTrial`.
    init(_ framing: FramingRule, _ run: InferRun, limit: Int = .max, isTrial: Bool = false) {
        let count = min(limit, run.bytes.count)
        let bytes = run.bytes.rawSpan.extracting(0..<count)
        let isWhole = count == run.bytes.count && run.isComplete
        var place = 0
        var end = 0
        // Behind a gap the first message starts anywhere; the end of a packet is the best guess.
        let preamble = framing.preamble(of: run)
        var isSynchronised = run.isStart || !framing.isLength || preamble > 0
        if preamble > 0, preamble <= count {
            messages.append(ByteRange(0, preamble))
            place = preamble
            note(run, &end, upTo: preamble, isIncluded: true)
        }
        walk: while place < count {
            let step = framing.step(bytes, at: place)
            if case .message(let next) = step, let overflow = overflow(framing, run, place, next, end, bytes)
            {
                // Its number is wrong, but where it ends is clear; that it ends there is nothing in favour.
                tally(run, place) {
                    $0.broken += 1
                    $0.misses += 1
                    $0.bytes += overflow - place
                }
                if firstBreak == nil { firstBreak = place }
                messages.append(ByteRange(place, overflow))
                while end < run.ends.count, run.ends[end] <= overflow { end += 1 }
                place = overflow
                continue
            }
            if case .message(let next) = step {
                if let last = messages.last, last.start > 0 || preamble == 0, next - place != last.count {
                    isConstant = false
                }
                messages.append(ByteRange(place, next))
                longest = max(longest, next - place)
                tally(run, place) {
                    $0.sound += 1
                    $0.bytes += next - place
                }
                note(run, &end, upTo: next, isIncluded: true)
                isSynchronised = true
                place = next
                continue
            }
            // At the sample's end nothing is known; a stream that ended has broken its last message.
            let isRefuted = place == preamble && run.isStart && run.ends.count > Self.patience
            if case .open = step, !framing.isLength || !isWhole && !isRefuted { break }
            if isSynchronised {
                tally(run, place) { $0.broken += 1 }
                if firstBreak == nil { firstBreak = place }
            }
            let counts = fitted.broken + judged.broken
            if isTrial, counts > messages.count + 3 {
                isGivenUp = true
                break
            }
            // Go on where the sender started again.
            while true {
                guard end < run.ends.count, run.ends[end] < count else { break walk }
                let next = run.ends[end]
                if next > place {
                    if isSynchronised { tally(run, next) { $0.misses += 1 } }
                    end += 1
                    place = next
                    continue walk
                }
                end += 1
            }
        }
        note(run, &end, upTo: count, isIncluded: count == run.bytes.count)
    }

    /// Where a message ends whose number was too great for its field: at a pause that lies a multiple of 256 or 65536 behind
    /// the end that the number announces, where reading on from there does not lead; nil for any other.
    private func overflow(
        _ framing: FramingRule,
        _ run: InferRun,
        _ place: Int,
        _ next: Int,
        _ end: Int,
        _ bytes: RawSpan
    ) -> Int? {
        guard let modulus = framing.modulus, !isConstant,
            let pause = run.ends[end...].first(where: { $0 > place }), pause > next, pause <= bytes.byteCount,
            (pause - next).isMultiple(of: modulus)
        else { return nil }
        var other = next
        while other < pause, case .message(let further) = framing.step(bytes, at: other) { other = further }
        return other == pause ? nil : pause
    }

    /// Counts the pauses up to a border: those before it are misses, one at it is a hit.
    private mutating func note(_ run: InferRun, _ end: inout Int, upTo border: Int, isIncluded: Bool) {
        while end < run.ends.count, run.ends[end] <= border {
            let pause = run.ends[end]
            guard pause < border || isIncluded else { return }
            let isHit = pause == border && messages.last?.end == border
            tally(run, pause) { if isHit { $0.hits += 1 } else { $0.misses += 1 } }
            end += 1
        }
    }

    private mutating func tally(_ run: InferRun, _ place: Int, _ count: (inout Counts) -> Void) {
        if place >= run.judgedFrom { count(&judged) } else { count(&fitted) }
    }
}
