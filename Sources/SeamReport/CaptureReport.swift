/// What a capture is besides its connections: sums, packets that are no TCP, what was lost on the way.
public struct CaptureReport: Sendable {
    /// Where packets were captured.
    public struct Interface: Sendable, Equatable {
        /// The system's name, empty where the file does not say.
        public var name: String
        /// The name of its link type.
        public var linkType: String
        /// Most bytes of a packet, 0 for all.
        public var snapLength: Int
        /// How many packets it dropped; nil where the file does not say.
        public var dropped: Int?
        /// How many interfaces are like this one.
        public var count = 1

        /// An interface.
        public init(name: String, linkType: String, snapLength: Int, dropped: Int?) {
            self.name = name
            self.linkType = linkType
            self.snapLength = snapLength
            self.dropped = dropped
        }
    }

    /// Why packets are no TCP.
    public struct Issue: Sendable {
        /// The stable id of the kind.
        public var id: String
        /// The reason in words.
        public var text: String
        /// How many packets.
        public var packets: Int

        /// A reason with its packets.
        public init(id: String, text: String, packets: Int) {
            self.id = id
            self.text = text
            self.packets = packets
        }
    }

    /// What a limit cost.
    public struct Loss: Sendable {
        /// The stable id.
        public var id: StaticString
        /// What was lost, behind its count, in the singular and the plural.
        public var one: StaticString
        /// The words for any other count.
        public var many: StaticString
        /// How often.
        public var count: Int

        /// The words with their count.
        public var text: String { "\(count) \(count == 1 ? one : many)" }

        /// What a limit cost so many times.
        public init(_ id: StaticString, _ count: Int, _ one: StaticString, _ many: StaticString) {
            self.id = id
            self.one = one
            self.many = many
            self.count = count
        }
    }

    /// What a person has noted.
    public struct Comment: Sendable {
        /// The packet it is about; nil for a file or an interface.
        public var packet: Int?
        /// What it says.
        public var text: String

        /// A note.
        public init(packet: Int?, text: String) {
            self.packet = packet
            self.text = text
        }
    }

    /// Connections that were looked at.
    public var connections = 0
    /// Their segments with payload.
    public var segments = 0
    /// Bytes that clients sent.
    public var clientBytes = 0
    /// Bytes that servers sent.
    public var serverBytes = 0
    /// Bytes of theirs that are not in the capture.
    public var missing = 0
    /// Segments that are larger than the peer takes.
    public var oversized = 0
    /// Packets of the capture, those that a filter dropped left out.
    public var packets = 0
    /// Those that are part of a connection, whether it was looked at or not.
    public var segmentPackets = 0
    /// Packets of which the snap length cut something off.
    public var cutPackets = 0
    /// Why packets are no TCP.
    public var issues: [Issue] = []
    /// Where packets were captured.
    public var interfaces: [Interface] = []
    /// Packets that were dropped while capturing; nil where no file says.
    public var dropped: Int?
    /// What people have noted.
    public var comments: [Comment] = []
    /// How many more notes there are.
    public var commentsLeftOut = 0
    /// What the limits cost; only those that did.
    public var losses: [Loss] = []

    /// Nothing yet.
    public init() {}

    /// The link types of the capture that are not read, each in words with its packets.
    public var unreadLinkTypes: [String] = []

    /// Packets that are no TCP.
    public var issuePackets: Int { issues.reduce(0) { $0 + $1.packets } }
}
