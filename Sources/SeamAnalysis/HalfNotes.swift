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
    ///
    /// 8 bytes until it happens: a half has several of them, and most count nothing.
    public struct Tally: Sendable {
        private struct Sums {
            var count = 0
            var total = 0
            var longest = 0
            var first = Place()
            var last = Place()
        }

        private var sums = Rare<Sums>()

        /// How often.
        public var count: Int { sums.read { $0.count } ?? 0 }
        /// Nanoseconds, or bytes, in all.
        public var total: Int { sums.read { $0.total } ?? 0 }
        /// The longest one.
        public var longest: Int { sums.read { $0.longest } ?? 0 }
        /// Where it happened first.
        public var first: Place { sums.read { $0.first } ?? Place() }
        /// Where it happened last.
        public var last: Place { sums.read { $0.last } ?? Place() }

        mutating func add(_ amount: Int, at place: Place, since start: Place? = nil) {
            sums.update(Sums()) { sums in
                if sums.count == 0 { sums.first = start ?? place }
                sums.last = place
                sums.count += 1
                let (sum, overflow) = sums.total.addingReportingOverflow(amount)
                sums.total = overflow ? .max : sum
                sums.longest = max(sums.longest, amount)
            }
        }
    }

    /// A pause: how long it was, in nanoseconds, and what came behind it.
    public struct Pause: Equatable, Sendable {
        /// How long it was.
        public var length = 0
        /// What came behind it.
        public var place = Place()
    }

    /// A message whose length may be wrong: its carrier goes on behind the end that it announces.
    public struct Suspect: Equatable, Sendable {
        /// What is wrong with the length.
        public enum Fault: Equatable, Sendable {
            /// The number is too small for its field.
            case overflow
            /// It counts characters.
            case characters
            /// Its bytes are in the other order.
            case order
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
        /// Whether it counts its content and has characters of several bytes.
        public var hasCharacters: Bool
    }

    /// Most places of a kind that are kept.
    public static let limit = 8
    /// How long a half is quiet before a message that may be a heart-beat, in nanoseconds.
    public static let quiet = 200_000_000
    /// Receivers of the time allow so many bytes: RHSocketKit's buffer, Netty's line decoder examples.
    public static let commonLimit = 8192

    /// Lengths that may be wrong, or are.
    private struct Lengths: Sendable {
        var suspect: Suspect?
        var wrong: Suspect?
        var declared = 0
    }

    // What many messages touch stands first and together.

    /// The first and the last message that did not travel whole.
    public internal(set) var odd: (first: Int, last: Int)?
    /// Whether there were more than `limit`, and `joins` was given up.
    var hasManyJoins = false
    /// Whether the first bytes are those of an encrypted protocol.
    public internal(set) var cipher: Cipher?
    /// The packet whose joins were noted last.
    var joinedPacket = 0
    private var lengths = Rare<Lengths>()
    /// Where the first message was cut because the program wrote it in pieces.
    public internal(set) var firstWrite: Place?
    /// How many carriers with several units ended where a unit ends: a half that does that often is in order.
    var healthyJoins = 0
    /// Where the joins are, as long as there are few.
    public internal(set) var joins: [Place] = []
    /// Rests of messages that waited for the ACK of the first piece; nanoseconds.
    public internal(set) var stalls = Tally()
    /// Segments that Nagle's algorithm held back; nanoseconds since the small segment that they waited for.
    public internal(set) var nagle = Tally()
    /// Pauses inside messages that only the program can have made; nanoseconds.
    public internal(set) var pauses = Tally()
    /// Carriers over the common limit with frames that are not.
    public internal(set) var overLimit = Tally()
    /// Heart-beats in a carrier with messages.
    public internal(set) var glued = Tally()
    /// What comes again and again after pauses.
    public internal(set) var beats: [Beat] = []
    /// The longest pause between carriers.
    public internal(set) var longestPause = Pause()
    /// The first units that are no messages or break a rule.
    public internal(set) var broken: [Broken] = []
    /// Frames that receivers read in different ways.
    public internal(set) var disputes: [Dispute] = []
    private var offered = Rare<(sends: Int, wants: Int)>()

    /// What a STOMP frame offered of heart-beats in milliseconds: to send, and to want.
    public internal(set) var offer: (sends: Int, wants: Int)? {
        get { offered.value }
        set { if let newValue { offered.update(newValue) { $0 = newValue } } }
    }

    /// Whether there is a length that may turn out to be wrong.
    @inline(__always)
    var hasSuspect: Bool { lengths.read { $0.suspect != nil } ?? false }

    /// A length that may turn out to be wrong.
    var suspect: Suspect? {
        get { lengths.value?.suspect }
        set { lengths.update(Lengths()) { $0.suspect = newValue } }
    }

    /// The first length that is wrong.
    public internal(set) var wrongLength: Suspect? {
        get { lengths.value?.wrong }
        set { lengths.update(Lengths()) { $0.wrong = newValue } }
    }

    /// What a length in the other byte order says.
    var declared: Int {
        get { lengths.value?.declared ?? 0 }
        set { lengths.update(Lengths()) { $0.declared = newValue } }
    }

    /// Nothing yet.
    public init() {}

    mutating func add(join place: Place) {
        if hasManyJoins { return }
        // Where there is one there are others.
        if joins.isEmpty { joins.reserveCapacity(Self.limit / 2) }
        if joins.count < Self.limit { return joins.append(place) }
        joins = []
        hasManyJoins = true
    }
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
