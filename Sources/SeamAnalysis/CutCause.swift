import SeamBytes
import SeamStreams

/// Judges why a message goes on in another segment: why the one before the cut ends there (DESIGN section 6).
enum CutCause {
    /// `before` and `after` are the carriers on both sides of the cut.
    @inline(__always)
    static func judge(_ before: Carrier, _ after: Carrier) -> Cause {
        let departure = before.departure
        if after.range.start > before.range.end { return .gap }
        if departure.size == 0 { return .unknown }
        if JoinCause.isOversized(departure) { return .offload }
        if departure.fullSize > 0, departure.size >= UInt32(departure.fullSize) { return .mss }
        if endsAtWindow(departure, after.departure) { return .window }
        if departure.traits.contains(.repeat) {
            // Of what was sent first the capture may have nothing: then it may have ended here as well.
            return before.range.count < Int(departure.size) ? .retransmit : .unknown
        }
        // What a program writes ends with PSH (RFC 9293 §3.9.1.2): without it the segment was as full as the path
        // allows, which may be less than the ends announced.
        if departure.traits.contains(.push) { return .write }
        guard departure.traits.contains(.greatest) else { return .unknown }
        return isWindowSmall(departure) ? .window : .mss
    }

    /// Whether the window is so small that its sender sends less than full segments: no more than half of the greatest
    /// window (RFC 9293 §3.8.6.2.1).
    private static func isWindowSmall(_ departure: Departure) -> Bool {
        guard departure.traits.contains(.announced), departure.room < .max else { return false }
        let window = Int(departure.bytesInFlight) + Int(departure.size) + Int(departure.room)
        return window < 2 * Int(departure.fullSize)
    }

    /// Whether the window ended with the segment, or had no room for the next one until it grew.
    private static func endsAtWindow(_ departure: Departure, _ next: Departure) -> Bool {
        if departure.room <= 0 { return true }
        let wanted = next.fullSize > 0 ? min(next.size, UInt32(next.fullSize)) : next.size
        return next.traits.contains(.windowGrew) && departure.room < Int64(wanted)
    }

    /// How long the rest of a message waited for the ACK of its first piece, in milliseconds; nil when it did not.
    ///
    /// The sender's Nagle and the receiver's delayed ACK (RFC 1122 §4.2.3.2: up to 500 ms) wait for each other.
    static func stall(_ before: Carrier, _ after: Carrier) -> Int? {
        let rest = after.departure
        guard rest.traits.contains(.ackClearedSmall), !rest.traits.contains(.withoutNagle),
            Int(rest.smallPacket) == before.packet, JoinCause.followsACK(rest)
        else { return nil }
        let milliseconds = after.time.since(before.time) / 1_000_000
        return milliseconds > 0 ? milliseconds : nil
    }
}
