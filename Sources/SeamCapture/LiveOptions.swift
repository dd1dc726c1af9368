/// How interfaces are captured.
public struct LiveOptions: Hashable, Sendable {
    /// Which packets of an interface are wanted, seen from the machine.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// All.
        case both
        /// What arrives.
        case `in`
        /// What leaves.
        case out
    }

    /// An expression of pcap-filter(7), which the kernel runs.
    public var filter: String?
    /// Most bytes kept of a packet.
    public var snapLength = PcapWriter.snapLength
    /// Bytes of the kernel's buffer for each interface, where packets wait to be read.
    public var buffer = 32 << 20
    /// Bytes of the queue between the reading thread and whoever takes packets.
    public var queue = 64 << 20
    /// Whether what is for other machines is captured too.
    public var isPromiscuous = false
    /// Which packets are wanted.
    public var direction = Direction.both
    /// Whether each packet is handed over at once; else the kernel collects them for `latency`, which costs less.
    public var isImmediate = false
    /// How long the kernel collects packets when not immediate, in milliseconds.
    public var latency = 100

    /// The defaults: everything that the machine itself sends and receives, as cheap as it can be had.
    public init() {}
}

/// What the capture of an interface has counted.
public struct LiveCounts: Hashable, Sendable {
    /// Packets that passed the filter; as libpcap tells it, some systems count those before the filter.
    public var received = 0
    /// Packets that the kernel dropped, since nobody fetched them in time.
    public var droppedByKernel = 0
    /// Packets that the interface or its driver dropped; 0 may also mean that the system does not tell.
    public var droppedByInterface = 0
    /// Packets that were fetched, but for which the queue had no room.
    public var droppedByQueue = 0
    /// Which interface is captured no longer and why, in words; nil as long as it is.
    public var failure: String?

    /// Nothing counted.
    public init() {}

    /// Packets that are missing, whoever dropped them.
    public var dropped: Int { droppedByKernel + droppedByInterface + droppedByQueue }
}
