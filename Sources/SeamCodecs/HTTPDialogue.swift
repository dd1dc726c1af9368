import SeamBytes

/// What the halves of an HTTP connection tell each other, by the number of the request.
///
/// A response has no body when the request was HEAD, and ends HTTP when it agrees to switch protocols;
/// only then are the client's next bytes another protocol's. What a half says depends on its bytes, and
/// on words of the other about earlier messages, so it does not matter which is decoded first.
public final class HTTPDialogue {
    /// What matters of a request.
    enum Request: UInt8 {
        case ordinary
        case head
        case connect
    }

    /// Most requests without a response that are remembered one by one; of more only the newest.
    private static let limit = 1 << 16

    private var requestCount = 0
    /// The requests that are not ordinary and have no response yet, in order.
    private var special: [(number: Int, request: Request)] = []
    private var responseCount = 0
    /// The request whose response switched protocols.
    private var switched: Int?
    /// What a response agreed to that speaks WebSocket from there on.
    private var agreement: WebSocketAgreement?

    init() {}

    /// Says what request `number` is; saying it again changes nothing.
    func ask(_ request: Request, number: Int) {
        guard number == requestCount else { return }
        requestCount += 1
        guard request != .ordinary else { return }
        special.append((number, request))
        if special.count > Self.limit { special.removeFirst(Self.limit / 2) }
    }

    /// What request `number` is; nil when it is not here yet.
    func request(_ number: Int) -> Request? {
        guard number < requestCount else { return nil }
        return special.first { $0.number == number }?.request ?? .ordinary
    }

    /// Says that request `number` was answered, and whether that switched protocols.
    func answer(_ number: Int, switches: Bool) {
        guard number == responseCount else { return }
        responseCount += 1
        while let first = special.first, first.number < number { special.removeFirst() }
        if switches { switched = number }
    }

    /// Says that WebSocket is spoken from here on, and how.
    func agree(_ agreement: WebSocketAgreement) { self.agreement = agreement }

    /// What was agreed on, for the frames that a side sends; nil where its own bytes do not tell of any agreement.
    ///
    /// A client that has asked for nothing, as in a capture that starts later, must not depend on which half is seen first.
    func agreement(of side: Side) -> WebSocketAgreement? {
        side == .server || requestCount > 0 ? agreement : nil
    }

    /// Whether the answer to request `number` switched protocols; nil when it is not here yet.
    func isSwitched(_ number: Int) -> Bool? {
        if let switched { return number >= switched }
        return number < responseCount ? false : nil
    }
}

/// What a 101 agrees to.
struct WebSocketAgreement: Sendable {
    /// How messages are compressed; nil where they are not.
    var deflate: WebSocketDeflate?
    /// The codec of the subprotocol, where it has one.
    var subprotocol: StaticString?
}
