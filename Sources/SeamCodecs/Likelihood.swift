/// How likely bytes are a codec's, in bits, and what speaks for it.
///
/// A bit is one halving: so much rarer are such bytes in what other protocols send. Evidence of both
/// halves adds up; a half that cannot be the codec's excludes it.
public struct Likelihood: Equatable, Sendable {
    /// What the end of a message at the end of a piece is worth.
    static let exactEnd = 6
    /// What a half can say at most.
    static let most = 64
    /// What is sure enough to look no further: a signature of four bytes or more.
    static let signature = 40

    /// The evidence in bits, 0 to 64.
    public var bits: Int
    /// How many messages in a row speak for it; 0 where it was a word or another sign.
    public var messages: Int

    /// Evidence of so many bits.
    public init(_ bits: Int, messages: Int = 0) {
        self.bits = max(0, min(bits, Self.most))
        self.messages = messages
    }
}

/// Why a codec was chosen by itself: small, for every connection keeps it.
public struct CodecEvidence: Equatable, Sendable {
    private enum Sign {
        static let none: UInt8 = 0xff
    }

    /// All of it, in bits.
    public private(set) var bits: UInt8
    private var client = Sign.none
    private var server = Sign.none
    private var isUsualPort: Bool

    init(bits: Int, client: Likelihood?, server: Likelihood?, isUsualPort: Bool) {
        self.bits = UInt8(clamping: bits)
        if let client, client.bits > 0 { self.client = UInt8(min(client.messages, 100)) }
        if let server, server.bits > 0 { self.server = UInt8(min(server.messages, 100)) }
        self.isUsualPort = isUsualPort
    }

    /// What speaks for the codec, in words.
    public var reason: String {
        var words: [String] = []
        if client != Sign.none { words.append("the client's " + Self.sign(client)) }
        if server != Sign.none { words.append("the server's " + Self.sign(server)) }
        if isUsualPort { words.append("its usual port") }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    private static func sign(_ messages: UInt8) -> String {
        switch messages {
        case 0: "first bytes"
        case 1: "first message"
        default: "first \(messages) messages"
        }
    }
}
