/// What can be found; the name of each is stable.
public enum FindingKind: UInt8, Hashable, Sendable, CaseIterable {
    /// The content is longer than its length field can say.
    case lengthOverflow
    /// A length is written in the other byte order.
    case lengthByteOrder
    /// A length counts characters instead of bytes.
    case lengthCharacters
    /// The bytes of a length are text, or begin another protocol.
    case lengthText
    /// A STOMP frame has no NUL.
    case missingNUL
    /// A frame is longer than its receiver allows.
    case frameOverLimit
    /// The bytes break another rule of their protocol.
    case violation
    /// The decoder has lost the messages.
    case desynchronised
    /// The stream ends inside a message.
    case unterminated
    /// A delimiter may be part of the content.
    case delimiterInContent
    /// Frames that are short enough exceed a limit together.
    case limitByCoalescing
    /// A connection ended inside a message, and the next one begins.
    case carriedOver
    /// The content is encrypted.
    case encrypted
    /// Heart-beats came together with messages.
    case heartbeatGlued
    /// Header and body in two writes wait for a delayed ACK.
    case writeWriteRead
    /// The program writes messages in pieces.
    case splitWrite
    /// The program paused inside a message.
    case partialWrite
    /// Nagle's algorithm held small messages back.
    case nagleWait
    /// The receiver took nothing for some time.
    case zeroWindow
    /// The sender filled the receiver's window.
    case receiveWindow
    /// The server closed first.
    case serverFIN
    /// The client reset the connection.
    case clientReset
    /// The server reset the connection.
    case serverReset
    /// Data for a side that had closed were answered with a reset.
    case writeAfterClose
    /// Nobody listens at the server's port.
    case refused
    /// The server did not answer the SYN.
    case unanswered
    /// The path was cut, or an end vanished without a word.
    case networkCut
    /// TCP keep-alives kept an idle connection.
    case keepAlive
    /// Heart-beats stopped, and the peer closed.
    case heartbeatTimeout
    /// Heart-beats came later than agreed, or not at all.
    case heartbeatLate
    /// The client connected again.
    case reconnect
    /// The capture has pieces that were never on the wire.
    case captureOffload
    /// The capture cut packets short.
    case captureSnapLength
    /// The capture lacks packets.
    case captureGaps
    /// The capture began when the connection was under way.
    case captureMidstream
    /// The capture has one direction only.
    case captureOneSided
    /// The capture looks made, not recorded.
    case captureSynthetic

    /// The id as it is written in output, and as `seam explain` takes it.
    public var id: StaticString {
        switch self {
        case .lengthOverflow: "length-overflow"
        case .lengthByteOrder: "length-byte-order"
        case .lengthCharacters: "length-counts-characters"
        case .lengthText: "length-is-text"
        case .missingNUL: "missing-nul"
        case .frameOverLimit: "frame-over-limit"
        case .violation: "protocol-violation"
        case .desynchronised: "desynchronised"
        case .unterminated: "unterminated-at-close"
        case .delimiterInContent: "delimiter-in-content"
        case .limitByCoalescing: "limit-by-coalescing"
        case .carriedOver: "half-message-at-reconnect"
        case .encrypted: "encrypted"
        case .heartbeatGlued: "heartbeat-glued"
        case .writeWriteRead: "write-write-read"
        case .splitWrite: "split-write"
        case .partialWrite: "partial-write"
        case .nagleWait: "nagle-wait"
        case .zeroWindow: "zero-window"
        case .receiveWindow: "receive-window"
        case .serverFIN: "server-fin"
        case .clientReset: "client-reset"
        case .serverReset: "server-reset"
        case .writeAfterClose: "write-after-close"
        case .refused: "connection-refused"
        case .unanswered: "connect-unanswered"
        case .networkCut: "network-cut"
        case .keepAlive: "keep-alive"
        case .heartbeatTimeout: "heartbeat-timeout"
        case .heartbeatLate: "heartbeat-late"
        case .reconnect: "reconnect"
        case .captureOffload: "capture-offload"
        case .captureSnapLength: "capture-snap-length"
        case .captureGaps: "capture-gaps"
        case .captureMidstream: "capture-midstream"
        case .captureOneSided: "capture-one-sided"
        case .captureSynthetic: "capture-synthetic"
        }
    }

    /// How much it matters, unless the evidence says otherwise.
    public var severity: Finding.Severity {
        switch self {
        case .lengthOverflow, .lengthByteOrder, .lengthCharacters, .lengthText, .missingNUL,
            .frameOverLimit, .violation, .desynchronised:
            .error
        case .unterminated, .carriedOver, .writeWriteRead, .zeroWindow, .writeAfterClose, .refused,
            .unanswered, .networkCut, .heartbeatTimeout, .captureGaps:
            .warning
        default: .note
        }
    }
}
