/// What the ends of a connection say in one packet: the header's fields, and where its options and payload stand.
///
/// It has no endpoints, for whoever knows the connection; `TCPPacket` has them too. Ranges are half-open, in the bytes
/// that it was read from, and never leave what was captured.
public struct TCPSegment: Hashable, BitwiseCopyable, Sendable {
    /// The sequence number, of the first payload byte or of SYN.
    public var sequence: UInt32
    /// The acknowledgment number; it counts when ACK is among the flags.
    public var acknowledgment: UInt32
    // Thousands wait to be taken, half a cache line each: the payload follows the options (RFC 9293 §3.1), and 32 bits
    // hold every place in a packet.
    @usableFromInline var start: UInt32
    @usableFromInline var captured: UInt32
    @usableFromInline var wireLength: UInt32
    // Bytes before words, which fill the last one: a value that ends in its middle is copied in pieces that overlap, and
    // to read what two pieces wrote makes the processor wait.
    @usableFromInline var optionCount: UInt8
    @usableFromInline var isIdentified: Bool
    /// The time to live, or hop limit, of the IP header.
    public var timeToLive: UInt8
    /// The window as it stands in the header, not scaled.
    public var window: UInt16
    /// The urgent pointer; it counts when URG is among the flags.
    public var urgentPointer: UInt16
    /// The control bits.
    public var flags: TCPFlags
    @usableFromInline var identificationBits: UInt16

    /// A segment with these fields, without options and payload.
    @inlinable
    @inline(__always)
    public init(
        sequence: UInt32 = 0,
        acknowledgment: UInt32 = 0,
        flags: TCPFlags = [],
        window: UInt16 = 0,
        urgentPointer: UInt16 = 0,
        identification: UInt16? = nil,
        timeToLive: UInt8 = 64
    ) {
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.flags = flags
        self.window = window
        self.urgentPointer = urgentPointer
        identificationBits = identification ?? 0
        isIdentified = identification != nil
        self.timeToLive = timeToLive
        start = 0
        captured = 0
        wireLength = 0
        optionCount = 0
    }

    /// The identification of the IPv4 header, nil for IPv6.
    @inlinable public var identification: UInt16? {
        @inline(__always)
        get { isIdentified ? identificationBits : nil }
        @inline(__always)
        set { (identificationBits, isIdentified) = (newValue ?? 0, newValue != nil) }
    }

    /// The captured bytes of the options; `TCPOptions` reads them.
    @inlinable public var options: Range<Int> {
        @inline(__always)
        get { Int(start)..<Int(start) &+ Int(optionCount) }
    }

    /// The captured bytes of the payload, behind the options.
    @inlinable public var payload: Range<Int> {
        @inline(__always)
        get { Int(start) &+ Int(optionCount)..<Int(start) &+ Int(optionCount) &+ Int(captured) }
    }

    /// The captured bytes of both.
    @inlinable public var range: Range<Int> {
        @inline(__always)
        get { Int(start)..<Int(start) &+ Int(optionCount) &+ Int(captured) }
    }

    /// How many bytes the payload had on the wire; the snap length cut those that `payload` does not have.
    @inlinable public var payloadLength: Int {
        @inline(__always)
        get { Int(wireLength) }
        set { wireLength = UInt32(clamping: newValue) }
    }

    /// Says where options and payload stand: from `start` to `payloadStart`, and from there to `end`.
    ///
    /// There are at most 40 bytes of options, as the header's length has 4 bits.
    @inlinable
    @inline(__always)
    public mutating func place(options start: Int, payload payloadStart: Int, end: Int) {
        precondition(start <= payloadStart && payloadStart <= end, "one behind the other")
        self.start = UInt32(clamping: start)
        optionCount = UInt8(clamping: payloadStart &- start)
        captured = UInt32(clamping: end &- payloadStart)
    }

    /// Says that its bytes stand elsewhere, from `start` on.
    @inlinable
    @inline(__always)
    public mutating func move(to start: Int) { self.start = UInt32(clamping: start) }
}
