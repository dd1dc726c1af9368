import SeamBytes

/// Whose reading of STOMP counts: receivers differ in what they make of the same bytes.
public enum STOMPDialect: UInt8, Hashable, Sendable, CaseIterable {
    /// What the specification says.
    case strict
    /// RabbitMQ's STOMP adapter.
    case rabbitmq
    /// Netty's `StompSubframeDecoder`.
    case netty
    /// StompKit and WebsocketStompKit, on iOS.
    case stompkit

    /// The name in specs.
    public var name: StaticString {
        switch self {
        case .strict: "strict"
        case .rabbitmq: "rabbitmq"
        case .netty: "netty"
        case .stompkit: "stompkit"
        }
    }
}

/// What a receiver makes of a frame.
struct STOMPReceived: Equatable {
    /// A header as the receiver hands it on.
    struct Header: Equatable {
        var name: [UInt8]
        var value: [UInt8]
    }

    /// The command's bytes.
    var word: [UInt8] = []
    /// The headers, those that it drops left out.
    var headers: [Header] = []
    /// Header lines that it drops without a word.
    var dropped = 0
    /// The body that its program gets.
    var body: [UInt8] = []
    /// The bytes of the frame with its NUL.
    var count = 0

    /// The value that a program gets for a name.
    subscript(name: StaticString) -> [UInt8]? {
        headers.first { $0.name.rawSpan.isEqual(to: name) }?.value
    }
}

/// What reading came to.
enum STOMPReception: Equatable {
    /// More bytes must come.
    case needMore
    /// So many bytes between frames that mean nothing.
    case noise(Int)
    /// A frame.
    case frame(STOMPReceived)
    /// The receiver reports an error and closes, or discards everything from here on.
    case broken(Violation)
}

/// The rules of receivers, as violations name them.
enum STOMPDialectRule {
    static let rabbitmqCR = Rule(
        "stomp.rabbitmq-carriage-return",
        "RabbitMQ: a CR that no LF follows ends the connection",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqCommand = Rule(
        "stomp.rabbitmq-command-too-long",
        "RabbitMQ: a command is longer than 32 bytes",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqColon = Rule(
        "stomp.rabbitmq-no-colon",
        "RabbitMQ: a header line has no colon",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqEscape = Rule(
        "stomp.rabbitmq-bad-escape",
        "RabbitMQ: a header holds a backslash that begins none of \\n \\r \\c \\\\",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqHeaders = Rule(
        "stomp.rabbitmq-too-many-headers",
        "RabbitMQ: more than 100 headers with different names",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqHeader = Rule(
        "stomp.rabbitmq-header-too-long",
        "RabbitMQ: the name or the value of a header is longer than 102400 bytes",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqBody = Rule(
        "stomp.rabbitmq-body-too-long",
        "RabbitMQ: the body is longer than the limit",
        source: "rabbit_stomp_frame.erl"
    )
    static let rabbitmqLength = Rule(
        "stomp.rabbitmq-bad-length",
        "RabbitMQ: content-length is negative, or no NUL stands behind so many bytes",
        source: "rabbit_stomp_frame.erl"
    )
    static let nettyCommand = Rule(
        "stomp.netty-unknown-command",
        "Netty: no command that it knows; everything from here on is discarded",
        source: "StompSubframeDecoder.java"
    )
    static let nettyLine = Rule(
        "stomp.netty-line-too-long",
        "Netty: a line is longer than 1024 bytes; everything from here on is discarded",
        source: "StompSubframeDecoder.java"
    )
    static let nettyEscape = Rule(
        "stomp.netty-bad-escape",
        "Netty: a header holds an escape that it does not know; everything from here on is discarded",
        source: "StompSubframeDecoder.java"
    )
    static let nettyHeader = Rule(
        "stomp.netty-bad-header",
        "Netty that validates headers: a line without a name or with a second colon",
        source: "StompSubframeDecoder.java"
    )
    static let nettyLength = Rule(
        "stomp.netty-bad-length",
        "Netty: content-length is negative, or no NUL stands behind so many bytes",
        source: "StompSubframeDecoder.java"
    )
    static let bodyTooLong = Rule("stomp.body-too-long", "the body is longer than the limit")

    static let all = [
        rabbitmqCR, rabbitmqCommand, rabbitmqColon, rabbitmqEscape, rabbitmqHeaders, rabbitmqHeader,
        rabbitmqBody, rabbitmqLength, nettyCommand, nettyLine, nettyEscape, nettyHeader, nettyLength,
        bodyTooLong,
    ]

    /// Those that the specification's reading does not have as well.
    static let own = all.filter { rule in !STOMPRule.all.contains { $0.id.description == rule.id.description }
    }
}
