/// What is wrong with a WebSocket frame or message whose borders are clear all the same: it stays one.
public enum WebSocketFault: UInt8, Hashable, Sendable, CaseIterable {
    /// An opcode that means nothing.
    case reservedOpcode
    /// A reserved bit without an extension that gives it a meaning.
    case reservedBit
    /// A control frame that is not final.
    case fragmentedControl
    /// A control frame of more than 125 bytes.
    case longControl
    /// A length in more bytes than it needs.
    case longForm
    /// A frame of the client that is not masked.
    case unmasked
    /// A frame of the server that is masked.
    case masked
    /// A continuation that continues nothing.
    case nothingToContinue
    /// A new message inside a fragmented one.
    case unfinishedMessage
    /// A frame behind a close frame.
    case afterClose
    /// A close frame with half a code.
    case halfCloseCode
    /// A close code that may not be sent.
    case badCloseCode
    /// Text that is no UTF-8.
    case badUTF8
    /// A compressed message that cannot be inflated.
    case badDeflate
    /// A message over the limit.
    case messageTooLong

    /// The rule that it breaks.
    var rule: Rule {
        switch self {
        case .reservedOpcode: WebSocketRule.reservedOpcode
        case .reservedBit: WebSocketRule.reservedBit
        case .fragmentedControl: WebSocketRule.fragmentedControl
        case .longControl: WebSocketRule.longControl
        case .longForm: WebSocketRule.longForm
        case .unmasked: WebSocketRule.unmasked
        case .masked: WebSocketRule.masked
        case .nothingToContinue: WebSocketRule.nothingToContinue
        case .unfinishedMessage: WebSocketRule.unfinishedMessage
        case .afterClose: WebSocketRule.afterClose
        case .halfCloseCode: WebSocketRule.halfCloseCode
        case .badCloseCode: WebSocketRule.badCloseCode
        case .badUTF8: WebSocketRule.badUTF8
        case .badDeflate: WebSocketRule.badDeflate
        case .messageTooLong: WebSocketRule.messageTooLong
        }
    }
}

/// The rules of WebSocket that violations name.
enum WebSocketRule {
    // A frame or message stays one when it breaks one of these.
    static let reservedOpcode = Rule(
        "websocket.reserved-opcode",
        "an opcode that means nothing: 3 to 7 and b to f are reserved",
        source: "RFC 6455 §5.2"
    )
    static let reservedBit = Rule(
        "websocket.reserved-bit",
        "a reserved bit is set that no extension gives a meaning here",
        source: "RFC 6455 §5.2, RFC 7692 §6"
    )
    static let fragmentedControl = Rule(
        "websocket.fragmented-control",
        "a control frame is not final: they cannot be fragmented",
        source: "RFC 6455 §5.5"
    )
    static let longControl = Rule(
        "websocket.long-control",
        "a control frame has more than 125 bytes",
        source: "RFC 6455 §5.5"
    )
    static let longForm = Rule(
        "websocket.long-form",
        "the length is written in more bytes than it needs",
        source: "RFC 6455 §5.2"
    )
    static let unmasked = Rule(
        "websocket.unmasked",
        "a frame of the client is not masked",
        source: "RFC 6455 §5.1"
    )
    static let masked = Rule(
        "websocket.masked",
        "a frame of the server is masked",
        source: "RFC 6455 §5.1"
    )
    static let nothingToContinue = Rule(
        "websocket.nothing-to-continue",
        "a continuation frame, but no message has begun",
        source: "RFC 6455 §5.4"
    )
    static let unfinishedMessage = Rule(
        "websocket.unfinished-message",
        "a message begins before the fragmented one has ended",
        source: "RFC 6455 §5.4"
    )
    static let afterClose = Rule(
        "websocket.after-close",
        "nothing may follow a close frame",
        source: "RFC 6455 §5.5.1"
    )
    static let halfCloseCode = Rule(
        "websocket.half-close-code",
        "a close frame has one byte: a code has two",
        source: "RFC 6455 §5.5.1"
    )
    static let badCloseCode = Rule(
        "websocket.bad-close-code",
        "a close code that may not be sent",
        source: "RFC 6455 §7.4"
    )
    static let badUTF8 = Rule(
        "websocket.bad-utf8",
        "text that is no UTF-8: receivers must fail the connection with 1007",
        source: "RFC 6455 §8.1"
    )
    static let badDeflate = Rule(
        "websocket.bad-deflate",
        "a compressed message cannot be inflated",
        source: "RFC 7692 §7.2.2"
    )
    static let messageTooLong = Rule(
        "websocket.message-too-long",
        "the message is longer than the limit"
    )

    // Bytes that break one of these are undecoded.
    static let frameTooLong = Rule(
        "websocket.frame-too-long",
        "the frame announces more bytes than the limit"
    )
    static let negativeLength = Rule(
        "websocket.negative-length",
        "the highest bit of a 64-bit length is set",
        source: "RFC 6455 §5.2"
    )

    static let all = WebSocketFault.allCases.map(\.rule) + [frameTooLong, negativeLength]
}
