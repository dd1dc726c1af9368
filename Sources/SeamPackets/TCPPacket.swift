/// What TCP needs of a packet: the header's fields, and where its options and payload stand.
///
/// Ranges are half-open, in the packet's bytes, and never leave what was captured.
public struct TCPPacket: Hashable, Sendable {
    /// Who sent the packet.
    public var source: Endpoint
    /// Who it is for.
    public var destination: Endpoint
    /// The sequence number, of the first payload byte or of SYN.
    public var sequence: UInt32
    /// The acknowledgment number; it counts when ACK is among the flags.
    public var acknowledgment: UInt32
    /// The control bits.
    public var flags: TCPFlags
    /// The window as it stands in the header, not scaled.
    public var window: UInt16
    /// The urgent pointer; it counts when URG is among the flags.
    public var urgentPointer: UInt16
    /// The identification of the IPv4 header, nil for IPv6.
    public var identification: UInt16?
    /// The time to live, or hop limit, of the IP header.
    public var timeToLive: UInt8
    // A packet is handed on by copying it, and kept in batches: 32 bits hold every place in one.
    @usableFromInline var optionBytes: CompactRange
    @usableFromInline var payloadBytes: CompactRange
    @usableFromInline var wireLength: UInt32

    /// The captured bytes of the options; `TCPOptions` reads them.
    @inlinable public var options: Range<Int> {
        get { optionBytes.range }
        set { optionBytes = CompactRange(newValue) }
    }

    /// The captured bytes of the payload.
    @inlinable public var payload: Range<Int> {
        get { payloadBytes.range }
        set { payloadBytes = CompactRange(newValue) }
    }

    /// How many bytes the payload had on the wire; the snap length cut those that `payload` does not have.
    @inlinable public var payloadLength: Int {
        get { Int(wireLength) }
        set { wireLength = UInt32(clamping: newValue) }
    }

    /// A packet without anything, for one to be read into.
    public init() {
        let nowhere = Endpoint(address: .unspecified, port: 0)
        self.init(
            source: nowhere,
            destination: nowhere,
            sequence: 0,
            acknowledgment: 0,
            flags: [],
            window: 0,
            options: 0..<0,
            payload: 0..<0,
            payloadLength: 0
        )
    }

    /// A packet with these fields.
    @inline(__always)
    public init(
        source: Endpoint,
        destination: Endpoint,
        sequence: UInt32,
        acknowledgment: UInt32,
        flags: TCPFlags,
        window: UInt16,
        urgentPointer: UInt16 = 0,
        identification: UInt16? = nil,
        timeToLive: UInt8 = 64,
        options: Range<Int>,
        payload: Range<Int>,
        payloadLength: Int
    ) {
        self.source = source
        self.destination = destination
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.flags = flags
        self.window = window
        self.urgentPointer = urgentPointer
        self.identification = identification
        self.timeToLive = timeToLive
        optionBytes = CompactRange(options)
        payloadBytes = CompactRange(payload)
        wireLength = UInt32(clamping: payloadLength)
    }
}

/// A range of a packet's bytes in half the room.
@usableFromInline
struct CompactRange: Hashable, Sendable {
    @usableFromInline let start: UInt32
    @usableFromInline let end: UInt32

    @inlinable
    init(_ range: Range<Int>) {
        start = UInt32(clamping: range.lowerBound)
        end = UInt32(clamping: range.upperBound)
    }

    @inlinable var range: Range<Int> { Int(start)..<Int(end) }
}
