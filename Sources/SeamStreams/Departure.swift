/// What was known to the sender of a segment when it left, as far as a capture shows it: the evidence for causes.
///
/// Where the capture was taken away from the sender, an ACK counts when it can have reached the sender, a delay after
/// it was seen (`Handshake`). Every segment carries this: numbers are as small as they can be.
public struct Departure: Equatable, BitwiseCopyable, Sendable {
    /// Facts that are either so or not.
    public struct Traits: OptionSet, BitwiseCopyable, Sendable {
        /// One bit a fact.
        public var rawValue: UInt32
        /// The facts with these bits.
        @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The segment carries the FIN.
        @inlinable public static var fin: Traits { Traits(rawValue: 1) }
        /// The segment has PSH: it ends what the sender had to send (RFC 9293 §3.9.1.2).
        @inlinable public static var push: Traits { Traits(rawValue: 2) }
        /// The segment brings bytes that were sent before, though the capture may not have them.
        @inlinable public static var `repeat`: Traits { Traits(rawValue: 4) }
        /// The segment was overtaken by later ones on its way.
        @inlinable public static var overtaken: Traits { Traits(rawValue: 8) }
        /// The sender had sent a small segment while another was unacknowledged: Nagle's algorithm is off.
        @inlinable public static var withoutNagle: Traits { Traits(rawValue: 0x10) }
        /// A small segment was unacknowledged.
        @inlinable public static var smallInFlight: Traits { Traits(rawValue: 0x20) }
        /// Data came with the last ACK that acknowledged more, or behind it, which a program may have answered.
        @inlinable public static var ackHadData: Traits { Traits(rawValue: 0x40) }
        /// That ACK cleared a small segment.
        @inlinable public static var ackClearedSmall: Traits { Traits(rawValue: 0x80) }
        /// Segments were lost or reordered before, so that the congestion window may be small.
        @inlinable public static var afterLoss: Traits { Traits(rawValue: 0x100) }
        /// Segments that left shortly before are not in the capture: by their sequence numbers, by the peer's ACK, or
        /// by the IP identifications of those that are.
        @inlinable public static var afterUnseen: Traits { Traits(rawValue: 0x200) }
        /// The peer's window had no room for the segment, or for the burst it is in, until just before.
        @inlinable public static var windowHeld: Traits { Traits(rawValue: 0x400) }
        /// The window grew since the segment before left.
        @inlinable public static var windowGrew: Traits { Traits(rawValue: 0x800) }
        /// Nothing was in flight when the burst began that the segment is in.
        @inlinable public static var freshBurst: Traits { Traits(rawValue: 0x1000) }
        /// The full size is known from the MSS options, not guessed from the sizes that were seen.
        @inlinable public static var announced: Traits { Traits(rawValue: 0x2000) }
        /// How far the sender is from the capture is known.
        @inlinable public static var timed: Traits { Traits(rawValue: 0x4000) }
        /// The size is the greatest that this sender used several times.
        @inlinable public static var greatest: Traits { Traits(rawValue: 0x8000) }
        /// The capture has the sender's SYN: what was in flight is known from the start.
        @inlinable public static var opened: Traits { Traits(rawValue: 0x1_0000) }
        /// The sender paused so long with segments in flight that a probe for lost ones is due (RFC 8985 §7.2).
        @inlinable public static var mayBeProbe: Traits { Traits(rawValue: 0x4_0000) }
        /// What the sender heard last is an ACK that acknowledged nothing more while data were in flight.
        @inlinable public static var repeatedACK: Traits { Traits(rawValue: 0x8_0000) }
        /// The segment left sooner after what the sender heard last than its host answered in the handshake: no program
        /// need be woken for that.
        @inlinable public static var atOnce: Traits { Traits(rawValue: 0x10_0000) }
        /// The small segment was acknowledged as soon as it left: a wait for that would have been too short to notice.
        @inlinable public static var briefWait: Traits { Traits(rawValue: 0x40_0000) }
        /// The same as `atOnce` within twice that time.
        @inlinable public static var soon: Traits { Traits(rawValue: 0x20_0000) }
        /// An ACK that clears the small segment had passed the capture, and only the handshake's round trip says that it
        /// had not reached the sender.
        @inlinable public static var unsure: Traits { Traits(rawValue: 0x80_0000) }
        /// The segment before was full and is in flight, and no burst goes on with this one: it may be the rest of a queue.
        @inlinable public static var behindFull: Traits { Traits(rawValue: 0x100_0000) }
        /// The capture has packets of the peer.
        @inlinable public static var heard: Traits { Traits(rawValue: 0x2_0000) }
    }

    /// Since what did not happen.
    public static let never = Int32.max

    /// Facts.
    public var traits = Traits()
    /// Bytes of the segment.
    public var size: UInt32 = 0
    /// Bytes that the peer's window had room for behind the segment; `Int32.max` when not known.
    public var room = Int32.max
    /// The same behind the segment before, or before the burst.
    public var roomBefore = Int32.max
    /// Bytes in flight before this segment.
    public var bytesInFlight: UInt32 = 0
    /// Microseconds since the sender heard `packet`.
    public var since = never
    /// What the sender heard last, 0 for nothing: the ACK that acknowledged more, the one that acknowledged nothing more
    /// (`repeatedACK`), or the one that made room in the window (`windowHeld`).
    public var packet: UInt32 = 0
    /// Microseconds of the round trip that lie between the capture and the sender; 0 at the sender.
    public var delay: Int32 = 0
    /// The packet of the last small segment before this one, 0 for none.
    public var smallPacket: UInt32 = 0
    /// Its bytes.
    public var smallSize: UInt16 = 0
    /// Bytes of a full segment: the MSS less this segment's options, 0 when not known.
    public var fullSize: UInt16 = 0
    /// Segments in flight before this one, at most 255; an estimate after ACKs of a part.
    public var segmentsInFlight: UInt8 = 0
    /// Segments in flight before the last ACK that acknowledged more, at most 255.
    public var segmentsBeforeACK: UInt8 = 0

    /// Nothing known.
    @inlinable public init() {}
}
