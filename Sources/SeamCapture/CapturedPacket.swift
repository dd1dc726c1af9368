public import SeamBytes

/// One packet as a capture recorded it, borrowed until the source that gave it moves on.
///
/// The bytes start at the link layer and end at the capture's snap length: when `originalLength` is
/// larger than `bytes.byteCount` the rest was not recorded.
public struct CapturedPacket: BitwiseCopyable, ~Escapable {
    /// The place in the capture, counted from 1 over all its files and all their packets, those that
    /// a filter dropped too, so that it equals Wireshark's `frame.number` in a capture of one file.
    public let number: Int
    /// When the packet was captured, in nanoseconds since the epoch.
    public let time: Timestamp
    /// The recorded bytes.
    public let bytes: RawSpan
    /// What a pcapng block says of the packet behind its bytes, in the section's byte order.
    @usableFromInline let options: RawSpan
    // 64 bytes in all, whole words of which the last one is full, since a packet is handed on by copying it.
    @usableFromInline let wireLength: UInt32
    private let interfacePlace: Int32
    private let order: ByteOrder
    /// The link type as files number it (a `LINKTYPE_` value), the same on every system.
    public let linkType: Int32

    /// How many bytes the packet had on the wire, never less than `bytes` has.
    @inlinable public var originalLength: Int { max(Int(wireLength), bytes.byteCount) }
    /// Where in the reader's `facts.interfaces` the interface stands that it was captured at.
    public var interface: Int { Int(interfacePlace) }

    /// A packet over borrowed bytes; an original length below their count is taken for the count.
    @_lifetime(copy bytes)
    public init(number: Int, time: Timestamp, originalLength: Int, linkType: Int32, bytes: RawSpan) {
        self.init(
            number: number,
            time: time,
            originalLength: UInt32(clamping: originalLength),
            linkType: linkType,
            interface: 0,
            bytes: bytes,
            options: RawSpan(),
            order: .little
        )
    }

    /// A packet and what is said about it.
    @inline(__always)
    @_lifetime(copy bytes, copy options)
    init(
        number: Int,
        time: Timestamp,
        originalLength: UInt32,
        linkType: Int32,
        interface: Int32,
        bytes: RawSpan,
        options: RawSpan,
        order: ByteOrder
    ) {
        self.number = number
        self.time = time
        self.bytes = bytes
        self.options = options
        wireLength = originalLength
        interfacePlace = interface
        self.linkType = linkType
        self.order = order
    }

    /// Whether a pcapng block says more of the packet, comments perhaps.
    @inlinable public var hasOptions: Bool { options.byteCount > 0 }

    /// What people have noted about the packet in a pcapng file; the first 64 comments.
    ///
    /// Read when asked for, so that a loop that does not ask does not pay.
    public var comments: [String] {
        var options = PcapngOptions(options, order)
        var comments: [String] = []
        while comments.count < CaptureLimits.commentsPerPacket, let option = options.next() {
            if option.code == PcapngOptions.comment { comments.append(options.text(option)) }
        }
        return comments
    }
}

/// Where packets come from, one at a time: capture files, or interfaces.
public protocol PacketSource: ~Copyable {
    /// The next packet, nil at the end of files, or when no packet has come yet; its bytes are valid until the next call.
    @_lifetime(&self)
    mutating func next() throws(CaptureError) -> CapturedPacket?
}
