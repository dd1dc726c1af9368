public import SeamBytes

/// One packet as a capture recorded it, borrowed until the source that gave it moves on.
///
/// The bytes start at the link layer and end at the capture's snap length: when `originalLength` is
/// larger than `bytes.byteCount` the rest was not recorded.
public struct CapturedPacket: ~Escapable {
    /// The place in the capture, counted from 1 over all its files and all their packets, those that
    /// a filter dropped too, so that it equals Wireshark's `frame.number` in a capture of one file.
    public let number: Int
    /// When the packet was captured, in nanoseconds since the epoch.
    public let time: Timestamp
    /// How many bytes the packet had on the wire, never less than `bytes` has.
    public let originalLength: Int
    /// The link type as libpcap numbers it on this system (a `DLT_` value).
    public let linkType: Int32
    /// The recorded bytes.
    public let bytes: RawSpan

    /// A packet over borrowed bytes; an original length below their count is taken for the count.
    @_lifetime(copy bytes)
    public init(number: Int, time: Timestamp, originalLength: Int, linkType: Int32, bytes: RawSpan) {
        self.number = number
        self.time = time
        self.originalLength = max(originalLength, bytes.byteCount)
        self.linkType = linkType
        self.bytes = bytes
    }
}

/// Where packets come from, one at a time: capture files, later an interface.
public protocol PacketSource: ~Copyable {
    /// The next packet, nil at the end; its bytes are valid until the next call.
    @_lifetime(&self)
    mutating func next() throws(CaptureError) -> CapturedPacket?
}
