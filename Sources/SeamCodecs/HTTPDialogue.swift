import SeamBytes

/// What the halves of an HTTP connection tell each other, by the number of the request.
///
/// A response has no body when the request was HEAD, and ends HTTP when it agrees to switch protocols;
/// only then are the asker's next bytes another protocol's. What a half says depends on its bytes, and
/// on words of the other about earlier messages, so it does not matter which is decoded first: a response answers the
/// other half's requests, never one of its own half, which a damaged capture may hold.
public final class HTTPDialogue {
    /// What matters of a request.
    enum Request: UInt8 {
        case ordinary
        case head
        case connect
    }

    /// The requests of one side and what the other answered, by the side's place.
    private var exchanges: InlineArray<2, Exchange> = [Exchange(), Exchange()]

    init() {}

    /// Says what request `number` of a side is; saying it again changes nothing.
    func ask(_ request: Request, number: Int, by side: Side) {
        exchanges[side.place].ask(request, number: number)
    }

    /// What request `number` of a side is; nil when it is not here yet.
    func request(_ number: Int, of side: Side) -> Request? { exchanges[side.place].request(number) }

    /// Says that a side has answered the other's request `number`, and whether that switched protocols.
    func answer(_ number: Int, switches: Bool, by side: Side) {
        exchanges[side.peer.place].answer(number, switches: switches)
    }

    /// Says that a side's answer was that WebSocket is spoken from here on, and how.
    func agree(_ agreement: WebSocketAgreement, by side: Side) {
        exchanges[side.peer.place].agreement = agreement
    }

    /// What was agreed on, for the frames that a side sends; nil where its own bytes do not tell of any agreement.
    ///
    /// A side that has asked for nothing, as in a capture that starts later, must not depend on which half is seen first.
    func agreement(of side: Side) -> WebSocketAgreement? {
        if let answered = exchanges[side.peer.place].agreement { return answered }
        return exchanges[side.place].hasRequests ? exchanges[side.place].agreement : nil
    }

    /// Whether the answer to request `number` of a side switched protocols; nil when it is not here yet.
    func isSwitched(_ number: Int, of side: Side) -> Bool? { exchanges[side.place].isSwitched(number) }
}

extension HTTPDialogue {
    /// The requests of one side, and what is known of their answers.
    private struct Exchange {
        /// Most requests without a response that are remembered one by one; of more only the newest.
        static let limit = 1 << 16

        private var requestCount = 0
        /// The requests that are not ordinary and have no response yet, in order.
        private var special: [(number: Int, request: Request)] = []
        private var responseCount = 0
        /// The request whose response switched protocols.
        private var switched: Int?
        /// What a response agreed to that speaks WebSocket from there on.
        var agreement: WebSocketAgreement?

        var hasRequests: Bool { requestCount > 0 }

        mutating func ask(_ request: Request, number: Int) {
            guard number == requestCount else { return }
            requestCount += 1
            guard request != .ordinary else { return }
            special.append((number, request))
            if special.count > Self.limit { special.removeFirst(Self.limit / 2) }
        }

        func request(_ number: Int) -> Request? {
            guard number < requestCount else { return nil }
            return special.first { $0.number == number }?.request ?? .ordinary
        }

        mutating func answer(_ number: Int, switches: Bool) {
            guard number == responseCount else { return }
            responseCount += 1
            while let first = special.first, first.number < number { special.removeFirst() }
            if switches { switched = number }
        }

        func isSwitched(_ number: Int) -> Bool? {
            if let switched { return number >= switched }
            return number < responseCount ? false : nil
        }
    }
}

/// What a 101 agrees to.
struct WebSocketAgreement: Sendable {
    /// How messages are compressed; nil where they are not.
    var deflate: WebSocketDeflate?
    /// The codec of the subprotocol, where it has one.
    var subprotocol: StaticString?
}
