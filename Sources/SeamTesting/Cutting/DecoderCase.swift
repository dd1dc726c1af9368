public import SeamBytes

/// A stream with the messages that a decoder must find in it.
public struct DecoderCase: Sendable {
    /// A message of the stream.
    public struct Message: Equatable, Sendable {
        /// Its bytes in the stream, framing included.
        public var range: ByteRange
        /// What a decoder gives its user of it, without framing; nil where that is not known.
        public var content: [UInt8]?
        /// Whether it only keeps the line alive.
        public var isHeartbeat = false

        /// A message at a range.
        public init(_ range: ByteRange, content: [UInt8]? = nil, isHeartbeat: Bool = false) {
            self.range = range
            self.content = content
            self.isHeartbeat = isHeartbeat
        }
    }

    /// What it is, for a person.
    public var name: String
    /// The stream.
    public var bytes: [UInt8]
    /// Where the pieces of a capture ended: offsets inside the stream.
    public var captured: [Int] = []
    /// The messages in order.
    public var messages: [Message]
    /// Whether the bytes behind the messages break the protocol, so that the decoder must say so.
    public var mustFail = false

    /// A stream and its messages.
    public init(name: String, bytes: [UInt8], messages: [Message]) {
        self.name = name
        self.bytes = bytes
        self.messages = messages
    }

    /// What is wrong with an answer, in words that follow the decoder's name; nil when it is right.
    ///
    /// Heart-beats count when the answer has any: many decoders do not tell of them.
    public func mistake(in answer: DecoderAnswer) -> String? {
        guard case .decoded(let got, let refusal) = answer else { return answer.description }
        let tellsHeartbeats = got.contains(where: \.isHeartbeat)
        let expected = tellsHeartbeats ? messages : messages.filter { !$0.isHeartbeat }
        for (index, pair) in zip(expected, got).enumerated() where !matches(pair.0, pair.1) {
            return "\(counts(got, expected, refusal)): message \(index) is \(shown(pair.1)), not \(shown(pair.0))"
        }
        if got.count != expected.count { return counts(got, expected, refusal) }
        if let refusal, !mustFail { return "gives up behind \(counted(got.count)): \(refusal)" }
        if refusal == nil, mustFail {
            return "returns \(counted(got.count)) and does not say that what follows breaks the protocol"
        }
        return nil
    }

    /// Where a cut stands, in words: `at byte 2 of message 4`.
    public func place(ofCut offset: Int) -> String {
        for (index, message) in messages.enumerated() {
            if message.range.holdsInside(offset) {
                return "at byte \(offset - message.range.start) of message \(index)"
            }
            if message.range.start == offset { return "in front of message \(index)" }
        }
        return "at offset \(offset)"
    }

    private func matches(_ expected: Message, _ got: DecoderAnswer.Message) -> Bool {
        guard expected.isHeartbeat == got.isHeartbeat else { return false }
        switch got.place {
        case .range(let range): return range == expected.range
        case .bytes(let content):
            let whole = bytes[expected.range.start..<expected.range.end]
            if whole.elementsEqual(content) || expected.content == content { return true }
            // Without knowing the content: what is left of the message when its framing is taken off.
            return expected.content == nil && Self.holds(whole, content)
        }
    }

    private static func holds(_ whole: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
        guard part.count <= whole.count, let first = part.first else { return part.isEmpty }
        return (whole.startIndex...(whole.endIndex - part.count)).contains { start in
            whole[start] == first && whole[start..<(start + part.count)].elementsEqual(part)
        }
    }

    private func counts(
        _ got: [DecoderAnswer.Message],
        _ expected: [Message],
        _ refusal: String?
    ) -> String {
        let instead = got.count == expected.count ? "" : " instead of \(expected.count)"
        let reason = refusal.map { " and gives up (\($0))" } ?? ""
        return "returns \(counted(got.count))\(instead)\(reason)"
    }

    private func shown(_ message: Message) -> String {
        (message.isHeartbeat ? "a heart-beat at " : "") + "\(message.range)"
    }

    private func shown(_ message: DecoderAnswer.Message) -> String {
        let kind = message.isHeartbeat ? "a heart-beat " : ""
        return switch message.place {
        case .range(let range): kind + "\(range)"
        case .bytes(let bytes): kind + "\(bytes.count) bytes"
        }
    }
}

func counted(_ messages: Int) -> String { messages == 1 ? "1 message" : "\(messages) messages" }

/// What a decoder under test made of a stream.
public enum DecoderAnswer: Equatable, Sendable {
    /// A message as the decoder tells of it.
    public struct Message: Equatable, Sendable {
        /// Which bytes it is, or which bytes it gave.
        public enum Place: Equatable, Sendable {
            /// Its place in the stream.
            case range(ByteRange)
            /// The whole message, or its content without framing.
            case bytes([UInt8])
        }

        /// Where it stands or what it holds.
        public var place: Place
        /// Whether it only keeps the line alive.
        public var isHeartbeat = false

        /// A message at a place.
        public init(_ place: Place, isHeartbeat: Bool = false) {
            self.place = place
            self.isHeartbeat = isHeartbeat
        }
    }

    /// The messages, and why it gave up behind them, nil when it did not.
    case decoded([Message], refusal: String?)
    /// It ended, with these last words.
    case crashed(String)
    /// It said nothing for so many milliseconds.
    case hung(Int)
    /// It wrote something that is no answer.
    case garbled(String)

    /// Whether two answers are the same; how a refusal is worded does not matter.
    public static func == (left: DecoderAnswer, right: DecoderAnswer) -> Bool {
        switch (left, right) {
        case (.decoded(let left, let refused), .decoded(let right, let refuses)):
            left == right && (refused == nil) == (refuses == nil)
        case (.crashed, .crashed), (.hung, .hung), (.garbled, .garbled): true
        default: false
        }
    }
}

extension DecoderAnswer: CustomStringConvertible {
    /// The answer in words that follow the decoder's name.
    public var description: String {
        switch self {
        case .decoded(let messages, let refusal):
            "returns \(counted(messages.count))" + (refusal.map { " and gives up: \($0)" } ?? "")
        case .crashed(let words): "crashes: \(words)"
        case .hung(let milliseconds): "hangs: no answer for \(milliseconds) ms"
        case .garbled(let line): "answers with what is no answer: \(line)"
        }
    }
}
