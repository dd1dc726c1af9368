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
    /// How the WebSocket extension for compression was agreed upon.
    private(set) var deflate: WebSocketDeflate?
    /// The codec of the subprotocol that was agreed upon, where it has one.
    private(set) var subprotocol: StaticString?
    /// Whether a response agreed to speak WebSocket.
    private(set) var hasAgreed = false

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

    /// Says that WebSocket is spoken from here on, how it is compressed, and the codec of what its messages carry.
    func agree(_ deflate: WebSocketDeflate?, _ subprotocol: StaticString?) {
        hasAgreed = true
        self.subprotocol = subprotocol
        self.deflate = deflate
    }

    /// Whether the answer to request `number` switched protocols; nil when it is not here yet.
    func isSwitched(_ number: Int) -> Bool? {
        if let switched { return number >= switched }
        return number < responseCount ? false : nil
    }
}
