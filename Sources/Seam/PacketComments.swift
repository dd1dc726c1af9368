import SeamCapture

/// What people have noted about packets in a pcapng file, the first of it.
public struct PacketComments: Sendable {
    /// One note.
    public struct Entry: Hashable, Sendable {
        /// The number of the packet.
        public var packet: Int
        /// What it says.
        public var text: String
    }

    /// Most notes that are kept, and most bytes of all of them.
    public static let limit = (entries: 1000, bytes: 1 << 20)

    /// The notes in the order of the packets.
    public private(set) var entries: [Entry] = []
    /// How many more there are than are kept.
    public private(set) var leftOut = 0
    private var bytes = 0

    /// Keeps the notes about a packet.
    @inline(never)
    mutating func add(_ captured: borrowing CapturedPacket) {
        for text in captured.comments {
            guard entries.count < Self.limit.entries, text.utf8.count <= Self.limit.bytes - bytes else {
                leftOut += 1
                continue
            }
            bytes += text.utf8.count
            entries.append(Entry(packet: captured.number, text: text))
        }
    }
}
