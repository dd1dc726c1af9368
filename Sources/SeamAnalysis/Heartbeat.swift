public import SeamBytes
import SeamCodecs
import SeamStreams

/// The heart-beats of a half: what they are, how regular, and whether they stopped.
public struct Heartbeat: Sendable {
    /// Who sent them.
    public var from: Side
    /// The content of the last one.
    public var content: [UInt8]
    /// The codec that says that it is a heart-beat, empty where content and period tell.
    public var codec: String
    /// Whether the content counts up.
    public var isCounter: Bool
    /// How many came alone.
    public var count: Int
    /// How many came together with messages.
    public var glued: Int
    /// Nanoseconds from one to the next, on average.
    public var period: Int
    /// The period that both sides agreed on, in nanoseconds; nil where nothing tells.
    public var agreed: Int?
    /// Nanoseconds between the shortest and the longest interval.
    public var jitter: Int
    /// How many are missing.
    public var missed: Int
    /// The packet and time of the last one.
    public var last: (packet: Int, time: Timestamp)
    /// Whether they stopped before the connection ended.
    public var isStopped: Bool
}

extension Diagnosis {
    /// Receivers allow for a late heart-beat: STOMP 1.2 asks for a margin of error, and twice the period is common.
    private static let tolerance = 2

    /// Judges the heart-beats of a half, found by their content and period, or agreed on by STOMP.
    mutating func judgeHeartbeats(
        _ half: borrowing HalfAnalysis,
        _ connection: borrowing Connection,
        _ offers: (client: HeartbeatOffer.Offer?, server: HeartbeatOffer.Offer?)
    ) {
        let agreed = Self.agreed(half.side, offers)
        let beats = half.rare.read { $0.beats } ?? []
        for beat in beats where beat.isSteady || agreed != nil && beat.count > 1 {
            let limit = (agreed ?? beat.period) * Self.tolerance
            let isStopped = ending.time.since(beat.lastTime) > limit && ending.time.since(half.time) > limit
            add(
                Heartbeat(
                    from: half.side,
                    content: beat.content,
                    codec: beat.codec,
                    isCounter: beat.isCounter,
                    count: beat.count,
                    glued: beat.glued,
                    period: beat.period,
                    agreed: agreed,
                    jitter: beat.jitter,
                    missed: beat.missed,
                    last: (beat.last.packet, beat.lastTime),
                    isStopped: isStopped
                )
            )
        }
        judgeStop(half, connection, agreed)
    }

    private mutating func judgeStop(
        _ half: borrowing HalfAnalysis,
        _ connection: borrowing Connection,
        _ agreed: Int?
    ) {
        let own = heartbeats.last { $0.from == half.side }
        guard let period = agreed ?? own?.period, period > 0 else { return }
        let silence = ending.time.since(half.time)
        let isOverdue = silence > period * 3 / 2
        if isOverdue, ending.kind == .closed || ending.kind == .reset, ending.by == half.side.peer {
            note(
                Finding(.heartbeatTimeout, from: half.side)
                    .at(ByteRange(half.unitEnd, half.unitEnd))
                    .packets(own?.last.packet ?? 0, ending.packet)
                    .with(.count, own?.count).with(.period, period).with(.silence, silence)
            )
            return
        }
        let longest = half.rare.read { $0.longestPause }
        let late = agreed == nil ? own?.missed ?? 0 : (longest?.length ?? 0) / period - 1
        guard late > 0, let longest, longest.length > period * Self.tolerance else { return }
        note(
            Finding(.heartbeatLate, from: half.side)
                .at(ByteRange(longest.place.offset, longest.place.offset)).packets(longest.place.packet)
                .with(.missed, late).with(.period, period).with(.longest, longest.length)
        )
    }

    /// The period that a side agreed to, in nanoseconds (STOMP 1.2, "Heart-beating").
    private static func agreed(
        _ side: Side,
        _ offers: (client: HeartbeatOffer.Offer?, server: HeartbeatOffer.Offer?)
    ) -> Int? {
        guard let client = offers.client, let server = offers.server else { return nil }
        let (sends, wants) = side == .client ? (client.sends, server.wants) : (server.sends, client.wants)
        return sends > 0 && wants > 0 ? max(sends, wants) * 1_000_000 : nil
    }
}
