import SeamBytes

/// What was odd in a half, kept for its findings: bounded, and allocated only when something is.
public struct HalfNotes: Sendable {
    /// A place in the half: an offset, the packet and the unit there.
    public struct Place: Equatable, Sendable {
        /// The offset in the stream.
        public var offset = 0
        /// The packet's number, from 1.
        public var packet = 0
        /// The unit's index.
        public var unit = 0
    }

    /// Something that happened several times: how often, for how long, first and last.
    public struct Tally: Equatable, Sendable {
        /// How often.
        public private(set) var count = 0
        /// Nanoseconds, or bytes, in all.
        public private(set) var total = 0
        /// The longest one.
        public private(set) var longest = 0
        /// Where it happened first.
        public private(set) var first = Place()
        /// Where it happened last.
        public private(set) var last = Place()

        mutating func add(_ amount: Int, at place: Place) {
            if count == 0 { first = place }
            last = place
            count += 1
            let (sum, overflow) = total.addingReportingOverflow(amount)
            total = overflow ? .max : sum
            longest = max(longest, amount)
        }
    }

    /// A message whose length may be wrong: its carrier goes on behind the end that it announces.
    public struct Suspect: Equatable, Sendable {
        /// What is wrong with the length.
        public enum Fault: Equatable, Sendable {
            /// The number is too small for its field.
            case overflow
            /// It counts characters.
            case characters
        }

        /// What is wrong.
        public var fault: Fault
        /// Where the message starts.
        public var place: Place
        /// Where it ends by its length.
        public var end: Int
        /// Where it ends by its carrier.
        public var carrierEnd: Int
        /// The first bytes behind `end`.
        public var bytes: [UInt8]
    }

    /// A unit that is no message or breaks a rule.
    public struct Broken: Equatable, Sendable {
        /// Where it starts.
        public var offset: Int
        /// The first packet that brought it.
        public var packet: Int
        /// Its first bytes, as far as they came with its end.
        public var bytes: [UInt8]
    }

    /// Most places of a kind that are kept.
    public static let limit = 8
    /// How long a half is quiet before a message that may be a heart-beat, in nanoseconds.
    public static let quiet = 200_000_000
    /// Receivers of the time allow so many bytes: RHSocketKit's buffer, Netty's line decoder examples.
    public static let commonLimit = 8192

    /// The first and the last message that did not travel whole.
    public internal(set) var odd: (first: Int, last: Int)?
    /// A length that may turn out to be wrong.
    var suspect: Suspect?
    /// How many carriers with several units ended where a unit ends: a half that does that often is in order.
    var healthyJoins = 0
    /// The first length that is wrong.
    public internal(set) var wrongLength: Suspect?
    /// Where the first joins are.
    public internal(set) var joins: [Place] = []
    /// Rests of messages that waited for the ACK of the first piece; nanoseconds.
    public internal(set) var stalls = Tally()
    /// Segments that Nagle's algorithm held back; nanoseconds since the small segment that they waited for.
    public internal(set) var nagle = Tally()
    /// The packet whose joins were noted last.
    var joinedPacket = 0
    /// Pauses inside messages that only the program can have made; nanoseconds.
    public internal(set) var pauses = Tally()
    /// Where the first message was cut because the program wrote it in pieces.
    public internal(set) var firstWrite: Place?
    /// Carriers over the common limit with frames that are not.
    public internal(set) var overLimit = Tally()
    /// Heart-beats in a carrier with messages.
    public internal(set) var glued = Tally()
    /// What comes again and again after pauses.
    public internal(set) var beats: [Beat] = []
    /// The longest pause between carriers, in nanoseconds, and what came behind it.
    public internal(set) var longestPause = Tally()
    /// The first units that are no messages or break a rule.
    public internal(set) var broken: [Broken] = []
    /// What a STOMP frame offered of heart-beats in milliseconds: to send, and to want.
    public internal(set) var offer: (sends: Int, wants: Int)?
    /// Whether the first bytes are those of an encrypted protocol.
    public internal(set) var cipher: Cipher?

    /// Nothing yet.
    public init() {}
}

/// A protocol whose content cannot be seen.
public enum Cipher: UInt8, Sendable {
    /// TLS (RFC 8446).
    case tls
    /// SSH (RFC 4253).
    case ssh

    /// What the first bytes of a half look like.
    init?(_ bytes: RawSpan) {
        // RFC 8446 §5.1: a record of type handshake or alert, version 3.x.
        if let type = bytes.byte(at: 0), type == 22 || type == 21, bytes.byte(at: 1) == 3,
            let minor = bytes.byte(at: 2), minor <= 4
        {
            self = .tls
        } else if bytes.bigEndian(at: 0, as: UInt32.self) == 0x5353_482d {
            self = .ssh
        } else {
            return nil
        }
    }
}
