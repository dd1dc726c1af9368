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
    /// The captured bytes of the options; `TCPOptions` reads them.
    public var options: Range<Int>
    /// The captured bytes of the payload.
    public var payload: Range<Int>
    /// How many bytes the payload had on the wire; the snap length cut those that `payload` does not have.
    public var payloadLength: Int

    /// A packet with these fields.
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
        self.options = options
        self.payload = payload
        self.payloadLength = payloadLength
    }
}
