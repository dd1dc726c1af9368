/// What a client sends to keep the line alive and to learn that the peer is there.
public struct Heartbeat: Equatable, Sendable {
    /// What is sent.
    public enum Content: Equatable, Sendable {
        /// These bytes, below all layers but those of a WebSocket.
        case bytes([UInt8])
        /// A text as a message of the codec, of this type.
        case message(String, type: Int = 0)
        /// A number that grows by one each time, and LF.
        case counter
        /// What the codec has for it: LF of STOMP, a ping of WebSocket, PINGREQ of MQTT, PING of Redis.
        case codec
    }

    /// How long nothing was sent before one is.
    public var interval: Duration
    /// What is sent.
    public var content: Content
    /// How long nothing may come from the peer before it counts as gone; nil for ever.
    public var answerTimeout: Duration?

    /// A heart-beat; by default the codec's own.
    public init(every interval: Duration, _ content: Content = .codec, answerTimeout: Duration? = nil) {
        self.interval = interval
        self.content = content
        self.answerTimeout = answerTimeout
    }

    /// A single LF.
    public static func lineFeed(every interval: Duration, answerTimeout: Duration? = nil) -> Self {
        Self(every: interval, .bytes([0x0a]), answerTimeout: answerTimeout)
    }
}
