import Seam
import SeamConnection

/// What one side of a connection said, message by message, and bytes where no codec is known.
struct TalkAnswers: Sendable {
    /// The messages in their frames.
    private(set) var messages: [[UInt8]] = []
    /// Where each ends in the bytes of the half.
    private(set) var ends: [Int] = []
    /// All bytes; kept only without a codec.
    private(set) var bytes: [UInt8] = []
    /// Whether there are messages to count, or only bytes.
    let hasMessages: Bool

    init(hasMessages: Bool) { self.hasMessages = hasMessages }

    /// How much there is: messages, or bytes.
    var count: Int { hasMessages ? messages.count : bytes.count }

    mutating func add(_ message: Message) {
        messages.append(message.bytes)
        ends.append(message.range.end)
    }

    mutating func add(_ bytes: [UInt8]) {
        if !hasMessages { self.bytes += bytes }
    }
}

/// Both sides of a connection as its decoders read them.
struct TalkReader {
    private var conversation: SeamConnection.Conversation?
    /// What each side said so far, by its place.
    private(set) var said: [TalkAnswers]

    init(_ factory: CodecFactory?) {
        conversation = factory.map {
            SeamConnection.Conversation(
                $0,
                largestMessage: StreamPolicy().windowLimit,
                describes: false
            )
        }
        let none = TalkAnswers(hasMessages: factory != nil)
        said = [none, none]
    }

    /// Takes what a side has sent.
    mutating func feed(_ bytes: [UInt8], from side: Side) {
        said[side.place].add(bytes)
        guard let results = conversation?.feed(bytes, from: side) else { return }
        add(results)
    }

    /// Takes note that a side has ended its half.
    mutating func finish(_ side: Side) {
        guard let results = conversation?.finish(.closed, of: side) else { return }
        add(results)
    }

    private mutating func add(_ results: [(side: Side, message: Message)]) {
        let layer = conversation?.messageLayer
        for (side, message) in results where message.kind == .message && message.layer == layer {
            said[side.place].add(message)
        }
    }
}
