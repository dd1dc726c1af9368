public import SeamBytes

/// HTTP/1.1 (RFC 9112): a head of lines, and a body whose end the head tells.
///
///     bytes      | GET / HTTP/1.1 CRLF Host: a CRLF CRLF | POST / ... CRLF CRLF body | ...
///     messages   |              message 0                |        message 1          |
///
/// Whether a half holds requests or responses is seen from each start line. A response waits until its
/// request is known (`HTTPDialogue`): what is HEAD's has no body, what is CONNECT's ends HTTP. Behind a
/// request that asks to switch protocols the half waits for the answer. Bodies are not buffered.
public struct HTTPDecoder: Decoder {
    /// One message.
    public typealias Output = HTTPMessage

    /// The rules of the codec.
    public static var rules: [Rule] { HTTPRule.all }

    /// What the next bytes are.
    enum Mode {
        case message
        case tunnel
        case awaitPeer
        /// Not to be told from the bytes that are here.
        case needMore
    }

    let limits: HTTPLimits
    let dialogue: HTTPDialogue
    private let side: Side
    private var hasPeerEnded: Bool
    private var requestNumber = 0
    private var responseNumber = 0
    /// The request that asked to switch protocols, while its answer is not known.
    private var asked: Int?
    private var isTunnel = false
    /// The chunked message in hand.
    private var chunks: HTTPChunks?
    /// Hint: the head of the message in hand as far as it has been searched.
    private var head = HTTPHead()
    private var search = HTTPSearch()

    /// A decoder of the half that `side` sends and that hears nothing of the other.
    public init(_ side: Side = .client, limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        dialogue = HTTPDialogue()
        self.side = side
        hasPeerEnded = true
    }

    init(_ side: Side, _ dialogue: HTTPDialogue, _ limits: HTTPLimits) {
        self.limits = limits
        self.dialogue = dialogue
        self.side = side
        hasPeerEnded = false
    }

    /// The decoders of the two halves of a connection.
    public static func pair(limits: HTTPLimits = HTTPLimits()) -> (client: Self, server: Self) {
        let dialogue = HTTPDialogue()
        return (Self(.client, dialogue, limits), Self(.server, dialogue, limits))
    }

    /// Learns that what the other half has not said it will not say.
    public mutating func peerEnded() { hasPeerEnded = true }

    /// Decodes the message, or the part of a chunked one, that starts at the cursor.
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        if chunks != nil { return decodeChunk(&input) }
        switch mode(input) {
        case .awaitPeer: return .awaitPeer
        case .needMore: return .needMore
        case .tunnel: return input.take(1) == nil ? .needMore : .untilEnd(HTTPMessage(.tunnel))
        case .message: break
        }
        if let first = input.peek(), first == 0x0d || first == 0x0a { return emptyLine(first, &input) }
        switch head.read(input.rest, limits) {
        case .needMore: return .needMore
        case .broken(let violation):
            head = HTTPHead()
            return .violation(violation)
        case .complete: break
        }
        return message(&input)
    }

    /// What the next bytes are; a half that asked to switch protocols must know the answer.
    mutating func mode(_ input: borrowing ByteCursor) -> Mode {
        if isTunnel { return .tunnel }
        guard let number = asked else { return .message }
        let isSwitched: Bool
        if let said = dialogue.isSwitched(number, of: side) {
            isSwitched = said
        } else if hasPeerEnded {
            guard let isStart = HTTPHead.isStart(input.rest) else { return .needMore }
            isSwitched = !isStart
        } else {
            return .awaitPeer
        }
        asked = nil
        isTunnel = isSwitched
        return isSwitched ? .tunnel : .message
    }

    private mutating func emptyLine(_ first: UInt8, _ input: inout ByteCursor) -> Step<Output> {
        if first == 0x0d {
            guard let second = input.peek(1) else { return .needMore }
            guard second == 0x0a else { return .violation(Violation(HTTPRule.noStartLine.id)) }
        }
        return input.take(first == 0x0d ? 2 : 1) == nil ? .needMore : .output(HTTPMessage(.emptyLine))
    }

    /// Reads a head that is all here, and tells where its body ends.
    private mutating func message(_ input: inout ByteCursor) -> Step<Output> {
        let bytes = input.rest.clamped(0..<head.size)
        let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes) ?? 0
        guard let line = HTTPHead.startLine(bytes.clamped(0..<feed)) else {
            head = HTTPHead()
            return .violation(Violation(HTTPRule.noStartLine.id))
        }
        let headers = HTTPHeaders(bytes)
        var message = HTTPMessage(line.isResponse ? .response : .request)
        let end = feed > 0 && bytes.byte(at: feed - 1) == 0x0d ? feed - 1 : feed
        message.startLine = HTTPText(bytes.clamped(0..<end))
        message.status = line.status
        message.headSize = head.size
        message.headerCount = headers.count
        message.fault = headers.fault
        let isWithout: Bool
        if line.isResponse {
            guard let answer = answer(&message, headers) else { return .awaitPeer }
            isWithout = answer
        } else {
            isWithout = false
            ask(&message, bytes.clamped(line.method), headers, minor: line.minor)
        }
        head = HTTPHead()
        guard input.take(message.headSize) != nil else { return .needMore }
        if isWithout { return .output(message) }
        return body(message, headers)
    }

    /// Tells the other half of a request.
    private mutating func ask(
        _ message: inout HTTPMessage,
        _ method: RawSpan,
        _ headers: HTTPHeaders,
        minor: UInt8
    ) {
        let isConnect = method.isEqual(to: "CONNECT")
        let request: HTTPDialogue.Request =
            isConnect ? .connect : method.isEqual(to: "HEAD") ? .head : .ordinary
        message.upgrade = isConnect ? .other : headers.upgrade
        if minor > 0, !headers.hasHost, message.fault == nil { message.fault = .noHost }
        dialogue.ask(request, number: requestNumber, by: side)
        if message.upgrade != .none { asked = requestNumber }
        requestNumber += 1
    }

    /// Tells the other half of a response, and whether it has no body whatever its headers say; nil while the request
    /// is not known (RFC 9112 §6.3).
    private mutating func answer(_ message: inout HTTPMessage, _ headers: HTTPHeaders) -> Bool? {
        let status = message.status
        if status < 200, status != 101 {
            message.kind = .interim
            return true
        }
        let number = responseNumber
        // What a 101 means does not depend on its request, which a capture that starts late may not have.
        let isKnown = hasPeerEnded || status == 101
        guard let request = dialogue.request(number, of: side.peer) ?? (isKnown ? .ordinary : nil) else {
            return nil
        }
        let isTunnelled = request == .connect && (200..<300).contains(status)
        let switches = status == 101 || isTunnelled
        if switches {
            message.upgrade = isTunnelled ? .other : headers.upgrade
            isTunnel = true
            if message.upgrade == .webSocket {
                let agreement = WebSocketAgreement(deflate: headers.deflate, subprotocol: headers.subprotocol)
                dialogue.agree(agreement, by: side)
            }
        }
        dialogue.answer(number, switches: switches, by: side)
        responseNumber += 1
        return switches || request == .head || status == 204 || status == 304
    }

    /// How the body of a message ends that has one if its headers say so.
    private mutating func body(_ head: HTTPMessage, _ headers: HTTPHeaders) -> Step<Output> {
        var message = head
        if headers.transferCoding.isChunked {
            message.framing = .chunked
            chunks = HTTPChunks(message)
            return .part(count: 0)
        }
        if headers.transferCoding.isThere {
            guard message.kind == .response else { return .violation(Violation(HTTPRule.badCoding.id)) }
            message.framing = .untilClose
            return .untilEnd(message)
        }
        if headers.hasBadLength { return .violation(Violation(HTTPRule.badLength.id)) }
        if let length = headers.contentLength {
            message.framing = length == 0 ? .none : .length
            message.bodySize = length
            return length == 0 ? .output(message) : .region(message, count: length)
        }
        guard message.kind == .response else { return .output(message) }
        message.framing = .untilClose
        return .untilEnd(message)
    }

    private mutating func decodeChunk(_ input: inout ByteCursor) -> Step<Output> {
        guard var reading = chunks else { return .needMore }
        let step = reading.decode(&input, limits)
        switch step {
        case .part: chunks = reading
        case .needMore: break
        default: chunks = nil
        }
        return step
    }

    /// Looks for a start line, behind a gap also at once.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation {
        head = HTTPHead()
        chunks = nil
        return isTunnel && violation == nil ? .skip(0) : search.startLine(&input, isHere: violation == nil)
    }
}
