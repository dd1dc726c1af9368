import SeamBytes
import SeamPackets

extension CaptureScript {
    /// One line that says something.
    struct Statement: Hashable, Sendable {
        var line: Int
        var moment: Moment
        /// The connection that it is about; nil: the one declared last.
        var connection: String?
        var action: Action
    }

    /// When a line happens, in nanoseconds.
    enum Moment: Hashable, Sendable {
        /// So long after the packet before; earlier where negative, as when a clock was set back.
        case after(Int)
        /// So long after the start of the capture.
        case at(Int)
    }

    /// What a line says.
    enum Action: Hashable, Sendable {
        case capture(Recording)
        case connection(Conversation)
        case handshake
        case close(Side)
        /// The packet recorded last is recorded once more.
        case duplicate
        /// A packet that is not TCP, from its link layer on.
        case frame([UInt8])
        case segment(Side, Segment)
    }

    /// How the capture is made: the line `capture`.
    struct Recording: Hashable, Sendable {
        /// 2025-01-01T00:00:00Z, so that a capture is the same whenever it is made.
        static let defaultStart = 1_735_689_600

        var linkType = LinkType.ethernet
        var vlanTags: [VLANTag] = []
        /// How many bytes of a packet are recorded, nil for all.
        var snapLength: Int?
        /// The only side whose packets are recorded, nil for both.
        var only: Side?
        var start = Timestamp(seconds: defaultStart, nanoseconds: 0)
    }

    /// What one line sends.
    struct Segment: Hashable, Sendable {
        /// Where the data stands in its stream.
        enum Place: Hashable, Sendable {
            /// Behind all that was sent before, or so many bytes from there.
            case next(Int)
            /// At this offset.
            case offset(Int)
            /// At this sequence number, whatever the stream.
            case sequence(UInt32)
        }

        /// What becomes of it.
        enum Fate: Hashable, Sendable {
            /// It is captured and arrives.
            case captured
            /// It neither is captured nor arrives.
            case lost
            /// It arrives, but the capture missed it.
            case missed
            /// It is captured, but does not arrive.
            case dropped
        }

        /// What it is for.
        enum Purpose: Hashable, Sendable {
            case data
            /// To see whether the peer is alive: one byte back.
            case keepAlive
            /// To see whether the peer's window is open: a byte that does not count as sent.
            case probe
        }

        /// What a packet says apart from its bytes; nil for what is kept track of.
        struct Header: Hashable, Sendable {
            var flags: TCPFlags?
            /// An offset in the peer's stream.
            var acknowledged: Int?
            /// Offsets in the peer's stream.
            var selectivelyAcknowledged: [ByteRange] = []
            var window: UInt16?
            var timeToLive: UInt8?
            var identification: UInt16?
        }

        var place = Place.next(0)
        var data: [UInt8] = []
        /// How many bytes it has whose values do not matter; only for what is not captured.
        var unspecified = 0
        var fate = Fate.captured
        var purpose = Purpose.data
        /// SYN, FIN, RST and ACK as the line names them.
        var named: TCPFlags = []
        /// Whether its bytes differ from those sent before at the same place.
        var isOther = false
        var header = Header()
        /// How much of the data was captured, nil for all.
        var captured: Int?
        /// Zeros behind the packet that belong to the link layer.
        var padding = 0
        /// Cuts the data into packets of at most so many bytes; `Int.max` stands for the peer's MSS.
        var cut: Int?

        /// How many bytes of the stream it has.
        var count: Int { data.count + unspecified }
    }
}
