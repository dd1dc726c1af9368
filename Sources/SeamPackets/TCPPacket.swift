/// What TCP needs of a packet: its segment, and who sent it to whom.
@dynamicMemberLookup
public struct TCPPacket: Hashable, BitwiseCopyable, Sendable {
    /// Who sent the packet.
    public var source: Endpoint
    /// Who it is for.
    public var destination: Endpoint
    /// The header's other fields, and where options and payload stand in the packet's bytes.
    public var segment = TCPSegment()

    /// A packet without anything, for one to be read into.
    @inlinable
    @inline(__always)
    public init() {
        source = Endpoint(address: .unspecified, port: 0)
        destination = source
    }

    /// A segment on its way between two endpoints.
    @inlinable
    @inline(__always)
    public init(source: Endpoint, destination: Endpoint, segment: TCPSegment) {
        self.source = source
        self.destination = destination
        self.segment = segment
    }

    /// A packet with these fields; the payload stands behind the options.
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
        segment = TCPSegment(
            sequence: sequence,
            acknowledgment: acknowledgment,
            flags: flags,
            window: window,
            urgentPointer: urgentPointer,
            identification: identification,
            timeToLive: timeToLive
        )
        segment.place(
            options: options.isEmpty ? payload.lowerBound : options.lowerBound,
            payload: payload.lowerBound,
            end: payload.upperBound
        )
        segment.payloadLength = payloadLength
    }

    /// A field of the segment.
    @inlinable
    public subscript<Value>(dynamicMember field: KeyPath<TCPSegment, Value>) -> Value {
        @inline(__always)
        get { segment[keyPath: field] }
    }
}
