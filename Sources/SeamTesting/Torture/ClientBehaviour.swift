/// What a client did with messages that it got in awkward pieces.
///
/// It is told of every piece that was sent, of every message that came back, and of the end; it counts and concludes.
public struct ClientBehaviour: Equatable, Sendable {
    /// Something that was seen.
    public enum Trait: String, Hashable, Sendable, CaseIterable {
        /// As many answers as messages.
        case answeredEvery = "answered-every-message"
        /// They were the messages themselves, in order.
        case echoed = "answered-with-the-same"
        /// One answer for each piece, whatever it held: a read is a message for it.
        case answeredPieces = "answered-every-piece"
        /// One answer for each piece that held the end of a message: what stood behind the first was lost.
        case answeredFirst = "answered-first-of-glued"
        /// Fewer answers than messages, in no such way.
        case answeredSome = "answered-some"
        /// More answers than messages.
        case answeredMore = "answered-more"
        /// No answer at all.
        case answeredNone = "answered-nothing"
        /// An answer came while the message was not whole.
        case answeredEarly = "answered-half-a-message"
        /// It ended the connection while half a message was there.
        case closedUponHalf = "closed-upon-half-a-message"
        /// It waited for the rest of half a message as long as the server did.
        case waited = "waited-for-the-rest"
        /// It ended the connection before all was sent.
        case closedEarly = "closed-before-all-was-sent"
        /// It ended the connection with a reset.
        case reset = "reset-the-connection"
        /// It sent bytes that break the codec's rules.
        case brokeRules = "broke-the-rules"
        /// It ended within a message of its own.
        case leftHalf = "left-half-a-message"
        /// Its own messages arrived several at a time.
        case glued = "sent-messages-together"
        /// Its own messages arrived in several reads.
        case tore = "sent-messages-in-pieces"
    }

    /// How a connection ended.
    public enum Ending: Equatable, Sendable {
        /// The client ended its half, or the connection, in order.
        case closed
        /// The client reset it.
        case reset
        /// The server ended it.
        case byServer
    }

    /// Pieces that were sent.
    public private(set) var pieces = 0
    /// Messages that were sent to their last byte.
    public private(set) var sent = 0
    /// Messages that came back.
    public private(set) var answers = 0
    /// Pieces that held the end of a message.
    private var completingPieces = 0
    private var isInside = false
    private var sameAnswers = 0
    private var earlyAnswers = 0
    private var traits: Set<Trait> = []

    /// Whether the client is asked for answers; one that is echoed asks itself.
    private let isAsked: Bool

    /// Nothing yet.
    public init(isAsked: Bool = true) { self.isAsked = isAsked }

    /// Takes note of a piece that ends `messages` messages and, when `isInside`, ends within another.
    public mutating func sentPiece(completing messages: Int, isInside: Bool) {
        pieces += 1
        sent += messages
        if messages > 0 { completingPieces += 1 }
        self.isInside = isInside
    }

    /// Takes note of a message of the client; `isSame`: it is the one that was sent at its place.
    public mutating func received(isSame: Bool) {
        answers += 1
        if answers > sent, isInside { earlyAnswers += 1 }
        if isSame { sameAnswers += 1 }
    }

    /// Takes note of something that was seen elsewhere.
    public mutating func note(_ trait: Trait) { traits.insert(trait) }

    /// Takes note of the end; `isAllSent`: nothing more was to be sent.
    public mutating func ended(_ ending: Ending, isAllSent: Bool) {
        switch ending {
        case .closed: break
        case .reset: traits.insert(.reset)
        case .byServer:
            if isInside { traits.insert(.waited) }
            return
        }
        if isInside { traits.insert(.closedUponHalf) } else if !isAllSent { traits.insert(.closedEarly) }
    }

    /// What was seen, in the order of `Trait`.
    public var seen: [Trait] {
        var all = traits
        if sent > 0, isAsked {
            all.insert(answering)
            if sameAnswers == sent { all.insert(.echoed) }
        }
        if earlyAnswers > 0, isAsked { all.insert(.answeredEarly) }
        return Trait.allCases.filter(all.contains)
    }

    private var answering: Trait {
        if answers == 0 { return .answeredNone }
        if answers == sent { return .answeredEvery }
        if answers == completingPieces, completingPieces < sent { return .answeredFirst }
        if answers == pieces { return .answeredPieces }
        return answers < sent ? .answeredSome : .answeredMore
    }
}

extension ClientBehaviour.Trait {
    /// What it means, for a person.
    public var text: String {
        switch self {
        case .answeredEvery: "answered every message"
        case .echoed: "its answers are the messages themselves, in order"
        case .answeredPieces: "answered every piece: it takes what a read returns for a message"
        case .answeredFirst: "answered only the first of the messages that came together"
        case .answeredSome: "answered fewer messages than it got"
        case .answeredMore: "answered more messages than it got"
        case .answeredNone: "answered nothing"
        case .answeredEarly: "answered a message of which only a part was there"
        case .closedUponHalf: "ended the connection upon half a message"
        case .waited: "waited for the rest of half a message"
        case .closedEarly: "ended the connection before all was sent"
        case .reset: "reset the connection"
        case .brokeRules: "sent bytes that break the rules of the codec"
        case .leftHalf: "ended within a message of its own"
        case .glued: "its messages arrived several at a time"
        case .tore: "its messages arrived in several reads"
        }
    }
}
