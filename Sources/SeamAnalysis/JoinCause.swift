import SeamStreams

/// Judges why several messages travel in one segment: what held the first ones until the last was there (DESIGN section 6).
///
/// What a sender's queue waits for can be told from outside, since each has its own end: Nagle's algorithm ends with
/// the ACK of the small segment (RFC 896, RFC 1122 §4.2.3.4), a full congestion window with any ACK (RFC 5681 §3.1),
/// a full receive window with a window update (RFC 9293 §3.8.6). A segment that ended no wait was written as it is.
enum JoinCause {
    /// A kernel answers an ACK within tens of microseconds: 8 to 50 where measured, a program that must be woken first in
    /// 18 to 250.
    ///
    /// In microseconds, with the capture on the same host.
    static let kernelReaction: Int32 = 100
    /// The same where no program can have been woken, as the ACK came alone: interrupts may make it wait.
    static let busyKernelReaction: Int32 = 250
    /// The initial congestion window of current systems, in segments (RFC 6928 §2): below it, unless segments were
    /// lost, it holds nothing.
    static let initialWindow: UInt8 = 10
    /// Longer than any path's round trip: what left so long after all was acknowledged waited for nothing.
    ///
    /// Microseconds.
    static let quiet: Int32 = 1_000_000

    /// A tick of the clock of a busy host, after which what waited for a processor goes on; microseconds.
    static let busyHost: Int32 = 4000

    /// `habit` decides where Nagle's algorithm and a program that wrote messages together look the same.
    static func judge(_ departure: Departure, _ habit: WritingHabit = WritingHabit()) -> Cause {
        let traits = departure.traits
        if departure.size == 0 { return .unknown }
        if isOversized(departure) { return .offload }
        if traits.contains(.repeat) { return .retransmit }
        // The order on the way hides what let it go.
        if traits.contains(.overtaken) { return .unknown }
        if traits.contains(.windowHeld) { return .window }
        if departure.fullSize > 0, departure.size >= UInt32(departure.fullSize) {
            return judgeFull(departure)
        }
        // A sender does not fill a small window at once (RFC 9293 §3.8.6.2.1): what fills it to the byte waited. The first
        // bytes do fill it, as it is no less than half of the largest so far.
        if departure.room == 0, departure.since != Departure.never { return .window }
        // Segments before it are missing: what the capture has as one may be several that were sent again together.
        if traits.contains(.afterUnseen), departure.delay == 0 || departure.bytesInFlight == 0 {
            return .unknown
        }
        // Nothing of the sender's waits is seen without the peer's ACKs, or before the first of them.
        guard traits.contains(.heard), traits.contains(.opened) || departure.since != Departure.never
        else {
            return .unknown
        }
        if traits.contains(.withoutNagle) { return judgeWithoutNagle(departure) }
        if traits.contains(.smallInFlight) {
            return traits.contains(.unsure) ? habit.lean : judgeBehindSmall(departure)
        }
        return judgeSmall(departure, habit)
    }

    /// Whether the piece is larger than what the peer takes: no packet of that size was on the wire.
    static func isOversized(_ departure: Departure) -> Bool {
        departure.traits.contains(.announced) && departure.size > UInt32(departure.fullSize)
    }

    /// Nagle's algorithm never holds a full segment; only the two windows do.
    private static func judgeFull(_ departure: Departure) -> Cause {
        let traits = departure.traits
        // With Nagle's algorithm the write that filled the segment may have let it go, by chance upon an ACK. Away from the
        // sender the moment does not tell these apart.
        if traits.contains(.withoutNagle), isNear(departure, reach(departure)) {
            let isAtSender = departure.delay == 0 && departure.segmentsBeforeACK > 1
            return isAtSender || mayBeFull(departure) ? .congestion : .backlog
        }
        // A first small message would have left alone had the application not written more with it. Before the first ACK
        // a sender has no more in flight than the initial window.
        let isFresh = traits.contains([.freshBurst, .timed]) && departure.segmentsInFlight < initialWindow
        let isUponACK = isNear(departure, reach(departure)) || isLate(departure)
        return isFresh && !isUponACK ? .batch : .backlog
    }

    /// With Nagle off a small segment waits only for the congestion window.
    private static func judgeWithoutNagle(_ departure: Departure) -> Cause {
        let traits = departure.traits
        let isByProgram = traits.contains(.ackHadData) || departure.bytesInFlight == 0
        let isAnswer = isNear(departure, isByProgram ? programReach(departure) : reach(departure))
        guard departure.segmentsInFlight >= initialWindow || mayBeFull(departure) else {
            // A queue with a rest of less than a full segment may keep that for more ACKs than one.
            return traits.contains(.behindFull) ? .unknown : .batch
        }
        if isAnswer {
            return departure.bytesInFlight > 0 ? .congestion : .unknown
        }
        guard departure.bytesInFlight > 0 else { return .batch }
        // A probe for lost segments takes what waits (RFC 8985 §7), and away from the sender the moment is uncertain.
        if mayBeFull(departure), departure.delay > 0 { return .unknown }
        return traits.contains(.mayBeProbe) ? .unknown : .batch
    }

    /// Whether the congestion window may have been full until the last ACK.
    private static func mayBeFull(_ departure: Departure) -> Bool {
        departure.traits.contains(.afterLoss) || departure.segmentsBeforeACK >= initialWindow
    }

    /// A small segment was still unacknowledged: Nagle's algorithm would have held this one, but a FIN goes at once
    /// and takes along what was held.
    private static func judgeBehindSmall(_ departure: Departure) -> Cause {
        if departure.traits.contains(.fin) { return .nagle }
        if departure.traits.contains(.repeatedACK), isNear(departure, reach(departure)) {
            return .congestion
        }
        return departure.traits.contains(.mayBeProbe) ? .unknown : .batch
    }

    /// No small segment was in flight when this one left: perhaps until just before.
    private static func judgeSmall(_ departure: Departure, _ habit: WritingHabit) -> Cause {
        let traits = departure.traits
        guard isTimed(departure) else {
            if departure.since >= quiet, departure.since != Departure.never {
                return departure.bytesInFlight == 0 ? .batch : .unknown
            }
            let isAnswer = departure.since <= kernelReaction && !traits.contains(.ackHadData)
            return isAnswer && traits.contains(.ackClearedSmall) ? .nagle : .unknown
        }
        guard followsACK(departure) else {
            return isLate(departure) && traits.contains(.ackClearedSmall) ? habit.lean : .batch
        }
        if traits.contains(.ackClearedSmall) {
            guard traits.contains(.ackHadData) else {
                // On a short path the ACK is there before the next write: then it ended no wait.
                if traits.contains(.briefWait) { return habit.lean }
                let isChance = departure.delay == 0 && !traits.contains(.soon) && habit == .together
                return isChance ? .batch : .nagle
            }
            // A program may have written it upon the data that came with the ACK: a fast one answers as soon as a kernel.
            guard departure.delay > 0 || departure.since <= kernelReaction else { return .batch }
            return habit.isEmpty && traits.contains(.atOnce) ? .nagle : habit.lean
        }
        guard mayBeFull(departure) else { return .batch }
        return departure.bytesInFlight > 0 ? .congestion : .unknown
    }

    /// Whether the segment left upon an ACK that acknowledged more.
    static func followsACK(_ departure: Departure) -> Bool {
        departure.traits.isDisjoint(with: [.repeatedACK, .windowHeld]) && isNear(departure, reach(departure))
    }

    /// Whether the segment may be upon the ACK although the handshake's round trip was shorter.
    ///
    /// After one sample a round trip may be three times as long (RFC 6298 §2.2: R + 4 * R/2).
    private static func isLate(_ departure: Departure) -> Bool {
        departure.delay > 0 && departure.since > 0
            && Int(departure.since) <= Int(departure.delay) * 2 + Int(busyHost)
    }

    /// How exactly moments are known, in microseconds: away from the sender see `Flight.reach`.
    private static func reach(_ departure: Departure) -> Int32 {
        departure.delay > 0 ? departure.delay / 4 + 1000 : busyKernelReaction
    }

    /// The same where a program may have been woken.
    private static func programReach(_ departure: Departure) -> Int32 {
        departure.delay > 0 ? reach(departure) : kernelReaction
    }

    /// Whether the segment left upon what the sender heard last.
    private static func isNear(_ departure: Departure, _ reach: Int32) -> Bool {
        departure.since >= -reach && departure.since <= reach
    }

    private static func isTimed(_ departure: Departure) -> Bool { departure.traits.contains(.timed) }
}
