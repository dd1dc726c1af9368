public import SeamBytes

/// The outermost layer of WebSocket (RFC 6455): the HTTP upgrade, then frames.
///
///     bytes      | GET /ws HTTP/1.1 ... CRLF CRLF | 82 85 37 fa 21 3d ... | 88 80 ... |
///     messages   |          message 0             |        frame          |   frame   |
///
/// What comes with the 101 in one segment belongs to the frames. A half that does not begin with HTTP, as
/// in a capture that starts later, is frames from its first byte.
public struct WebSocketDecoder: Decoder {
    /// One unit.
    public enum Output: Equatable, Sendable {
        /// A message of HTTP before the upgrade.
        case http(HTTPMessage)
        /// A frame.
        case frame(WebSocketFrame)
    }

    /// The rules of the codec, those of HTTP too.
    public static var rules: [Rule] { WebSocketRule.all + HTTPRule.all }

    private enum Phase {
        case unknown
        case http
        case frames
    }

    let limits: WebSocketLimits
    private let side: Side
    private let dialogue: HTTPDialogue
    private var http: HTTPDecoder
    private var phase = Phase.unknown
    /// Whether a fragmented message has begun.
    private var isInside = false
    private var isClosed = false

    /// A decoder of the half that `side` sends and that hears nothing of the other.
    public init(_ side: Side, limits: WebSocketLimits = WebSocketLimits()) {
        self.limits = limits
        self.side = side
        http = HTTPDecoder(side, limits: limits.http)
        dialogue = http.dialogue
    }

    init(_ side: Side, _ dialogue: HTTPDialogue, _ limits: WebSocketLimits) {
        self.limits = limits
        self.side = side
        self.dialogue = dialogue
        http = HTTPDecoder(side, dialogue, limits.http)
    }

    /// Learns that the other half will not answer any more.
    public mutating func peerEnded() { http.peerEnded() }

    /// Decodes the message of HTTP or the frame that starts at the cursor.
    public mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        if phase == .unknown {
            guard let isHTTP = HTTPHead.isStart(input.rest) else { return .needMore }
            phase = isHTTP ? .http : .frames
        }
        if phase == .http {
            switch http.mode(input) {
            case .awaitPeer: return .awaitPeer
            case .needMore: return .needMore
            case .tunnel: phase = .frames
            case .message: return message(&input)
            }
        }
        return frame(&input)
    }

    private mutating func message(_ input: inout ByteCursor) -> Step<Output> {
        switch http.decode(&input) {
        case .output(let message): .output(.http(message))
        case .region(let message, let count): .region(.http(message), count: count)
        case .untilEnd(let message): .untilEnd(.http(message))
        case .part(let count): .part(count: count)
        case .needMore: .needMore
        case .needs(let count): .needs(count)
        case .awaitPeer: .awaitPeer
        case .violation(let violation): .violation(violation)
        }
    }

    private mutating func frame(_ input: inout ByteCursor) -> Step<Output> {
        var frame: WebSocketFrame
        switch WebSocketFrame.read(input.rest) {
        case .needMore: return .needMore
        case .negative(let length):
            let number = WireNumber(length, width: 8, order: .big)
            return .violation(Violation(WebSocketRule.negativeLength.id, number: number))
        case .head(let head): frame = head
        }
        guard frame.payloadSize <= limits.frame else {
            let number = WireNumber(UInt64(frame.payloadSize), width: frame.lengthWidth, order: .big)
            return .violation(Violation(WebSocketRule.frameTooLong.id, number: number, limit: limits.frame))
        }
        let size = frame.headSize + frame.payloadSize
        let bytes = input.rest.clamped(0..<size)
        guard input.take(size) != nil else { return .needs(size) }
        frame.fault = fault(of: &frame, bytes)
        if !frame.isControl { isInside = !frame.isFinal }
        if frame.opcode == WebSocketFrame.Opcode.close { isClosed = true }
        return .output(.frame(frame))
    }

    /// Judges a frame by its head, by its place, and a close frame by its code.
    private func fault(of frame: inout WebSocketFrame, _ bytes: RawSpan) -> WebSocketFault? {
        if isClosed { return .afterClose }
        if (3...7).contains(frame.opcode) || frame.opcode > 10 { return .reservedOpcode }
        if frame.reserved & 3 != 0 || (frame.isCompressed && !mayBeCompressed(frame)) { return .reservedBit }
        if frame.isControl {
            if !frame.isFinal { return .fragmentedControl }
            if frame.payloadSize > 125 { return .longControl }
        }
        if frame.isLongForm { return .longForm }
        if side == .client, frame.mask == nil { return .unmasked }
        if side == .server, frame.mask != nil { return .masked }
        if frame.opcode == WebSocketFrame.Opcode.continuation, !isInside { return .nothingToContinue }
        if !frame.isControl, frame.opcode != WebSocketFrame.Opcode.continuation, isInside {
            return .unfinishedMessage
        }
        return frame.opcode == WebSocketFrame.Opcode.close ? closeFault(of: &frame, bytes) : nil
    }

    /// RSV1 marks the first frame of a message (RFC 7692 §6.1), where the extension was agreed upon or that is not known.
    private func mayBeCompressed(_ frame: WebSocketFrame) -> Bool {
        let isAllowed = dialogue.agreement(of: side).map { $0.deflate != nil } ?? true
        return isAllowed && !frame.isControl && frame.opcode != WebSocketFrame.Opcode.continuation
    }

    private func closeFault(of frame: inout WebSocketFrame, _ bytes: RawSpan) -> WebSocketFault? {
        let payload = frame.payload(of: bytes)
        if payload.isEmpty { return nil }
        guard payload.count > 1 else { return .halfCloseCode }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        frame.closeCode = code
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: break
        default: return .badCloseCode
        }
        return WebSocketText.isValid(payload[2...]) ? nil : .badUTF8
    }

    /// Goes on with HTTP behind what was none; frames have no border to search for.
    ///
    /// What a half speaks whose first message was not complete before a gap is seen behind it: what was seen of that
    /// message need not be known any more (`WholeDecoder`).
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation {
        let isHTTP = phase == .http || (phase == .unknown && input.position > 0)
        return isHTTP ? http.resynchronise(&input, after: violation) : .stop
    }
}

extension WebSocketFrame {
    /// Bytes of the length behind the first two.
    fileprivate var lengthWidth: Int { headSize - (mask == nil ? 2 : 6) }
}

/// How much WebSocket may have.
public struct WebSocketLimits: Equatable, Sendable {
    /// Bytes of a frame's payload.
    public var frame = 16 << 20
    /// Bytes of a message, inflated.
    public var message = 16 << 20
    /// The limits of the upgrade.
    public var http = HTTPLimits()

    /// The defaults: 16 MiB each.
    public init() {}
}

/// Text in WebSocket is UTF-8.
enum WebSocketText {
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }
}
