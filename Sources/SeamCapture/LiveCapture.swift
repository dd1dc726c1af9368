internal import SeamBytes

/// Captures interfaces while traffic flows: the live counterpart of `CaptureReader`.
///
///     kernel's buffer -> reading thread, which copies -> PacketRing -> next(), on the caller's thread
///
/// A slow caller never holds the kernel up: what the queue has no room for is dropped and counted. Memory is the
/// kernel's buffer and the queue, whatever comes.
public struct LiveCapture: ~Copyable, PacketSource {
    private let reader: any LiveFeed
    private let ring: PacketRing
    private var place = PacketRing.Reader()
    /// The interfaces, in the order they were named; a packet's `interface` is a place here.
    public let interfaces: [CaptureInterface]
    /// How many packets `next` has given out: the number of the last one.
    public private(set) var packetsRead = 0

    /// Opens interfaces by name and starts capturing; `any` stands for all on Linux.
    ///
    /// Throws for the first that cannot be captured, or for the filter.
    public init(_ names: [String], _ options: LiveOptions = LiveOptions()) throws(CaptureError) {
        let ring = PacketRing(capacity: Self.powerOfTwo(options.queue))
        let reader = try LiveReader(names, options, into: ring)
        let named = reader.interfaces(options)
        try reader.start()
        (self.ring, self.reader) = (ring, reader)
        interfaces = named
    }

    /// Reads a capture while it is being written: a file, a FIFO, or `-` for standard input.
    ///
    /// With `follows` the end of a file is waited at for more. Throws what keeps the file from being read.
    public init(file: String, filter: String? = nil, follows: Bool = false) throws(CaptureError) {
        let ring = PacketRing(capacity: Self.fileQueue)
        let feed = try FileFeed(file, filter: filter, follows: follows, into: ring)
        try feed.start()
        (self.ring, reader) = (ring, feed)
        interfaces = feed.interfaces
    }

    /// Packets of a file can wait where they are.
    private static let fileQueue = 4 << 20

    deinit { reader.stop() }

    private static func powerOfTwo(_ size: Int) -> Int {
        var power = 1 << 20
        while power < min(size, 1 << 40) { power *= 2 }
        return power
    }

    /// How many packets are known to have been lost directly before the one that `next` will give.
    public var missedAhead: Int { place.missedAhead(ring) }

    /// The next packet that is there, nil when none is now; its bytes are valid until the next call.
    @_lifetime(&self)
    public mutating func next() -> CapturedPacket? {
        guard place.advance(ring) else { return nil }
        packetsRead += 1
        let header = place.header
        return CapturedPacket(
            number: packetsRead,
            time: Timestamp(nanoseconds: header.time),
            originalLength: header.original,
            linkType: header.linkType,
            interface: header.interface,
            bytes: place.bytes(ring),
            options: RawSpan(),
            order: .little
        )
    }

    /// Sleeps until there may be a packet, a file of `others` can be read, or a signal came; at most so long.
    public func wait(milliseconds: Int32, others: [Int32] = []) {
        let reader = self.reader
        let ring = self.ring
        ring.readable.sleep(milliseconds: milliseconds, others: others) {
            ring.waiting > 0 || reader.snapshot.isOver
        }
    }

    /// Ends the capturing; packets that had come before can still be taken.
    public func stop() { reader.stop() }

    /// Whether no packet comes any more, once `next` gives none: all interfaces are gone, or `stop` was called.
    public var isOver: Bool { reader.snapshot.isOver }

    /// What was counted so far, interface by interface.
    public var counts: [LiveCounts] { reader.snapshot.counts }

    /// How much of the queue is taken, in percent: how far the caller is behind.
    public var backlog: Int { ring.percentFull }
}
