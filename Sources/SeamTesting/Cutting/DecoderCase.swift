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
    /// Whether a decoder gives its user nothing but the content of a message; without it some framing may be left.
    public var isContentExact = true

    /// A stream and its messages.
    public init(name: String, bytes: [UInt8], messages: [Message]) {
        self.name = name
        self.bytes = bytes
        self.messages = messages
    }

    /// What is wrong with an answer, in words that follow the decoder's name; nil when it is right.
    ///
    /// Heart-beats count when the answer has any: many decoders do not tell of them, and some tell of all of them as of
    /// messages.
    public func mistake(in answer: DecoderAnswer) -> String? {
        guard case .decoded(let got, let refusal) = answer else { return answer.description }
        if got.contains(where: \.isHeartbeat) { return mistake(got, messages, refusal) }
        let others = messages.filter { !$0.isHeartbeat }
        let mistake = mistake(got, others, refusal)
        guard mistake != nil, others.count < messages.count else { return mistake }
        let all = messages.map { Message($0.range, content: $0.content) }
        return self.mistake(got, all, refusal) == nil ? nil : mistake
    }

    private func mistake(
        _ got: [DecoderAnswer.Message],
        _ expected: [Message],
        _ refusal: String?
    ) -> String? {
        for (index, pair) in zip(expected, got).enumerated() where !matches(pair.0, pair.1) {
            return
                "\(counts(got, expected, refusal)): message \(index) is \(shown(pair.1)), not \(shown(pair.0))"
        }
        if got.count != expected.count { return counts(got, expected, refusal) }
        if let refusal, !mustFail { return "gives up behind \(counted(got.count)): \(refusal)" }
        if refusal == nil, mustFail {
            return "returns \(counted(got.count)) and does not say that what follows breaks the protocol"
        }
        return nil
    }

    /// Where cuts stand, in words: `at byte 2 of message 4`, `at bytes 2 and 3 of message 4, in front of message 5`.
    public func places(ofCuts cuts: [Int]) -> String {
        var words: [String] = []
        var rest = cuts[...]
        while let cut = rest.first {
            guard let index = messages.firstIndex(where: { $0.range.start <= cut && cut < $0.range.end })
            else {
                words.append("at offset \(cut)")
                rest.removeFirst()
                continue
            }
            let range = messages[index].range
            if range.start == cut {
                words.append("in front of message \(index)")
                rest.removeFirst()
                continue
            }
            let inside = rest.prefix { range.holdsInside($0) }
            rest.removeFirst(inside.count)
            let numbers = inside.map { "\($0 - range.start)" }
            let all = numbers.dropLast().joined(separator: ", ")
            words.append(
                (numbers.count > 1 ? "at bytes \(all) and " : "at byte ")
                    + "\(numbers.last ?? "") of message \(index)"
            )
        }
        return words.joined(separator: ", ")
    }

    /// The stream that ends behind its first `count` messages.
    func prefix(_ count: Int) -> DecoderCase {
        guard count < messages.count else { return self }
        let end = count > 0 ? messages[count - 1].range.end : 0
        var part = self
        part.bytes = Array(bytes[..<end])
        part.messages = Array(messages[..<count])
        part.captured = captured.filter { $0 < end }
        part.mustFail = false
        return part
    }

    private func matches(_ expected: Message, _ got: DecoderAnswer.Message) -> Bool {
        guard expected.isHeartbeat == got.isHeartbeat else { return false }
        switch got.place {
        case .range(let range): return range == expected.range
        case .bytes(let content):
            let whole = bytes[expected.range.start..<expected.range.end]
            if whole.elementsEqual(content) || expected.content == content { return true }
            if isContentExact, expected.content != nil { return false }
            // What is left of the message when some of its framing is taken off, and none of its content.
            return Self.holds(whole, content) && Self.holds(content[...], expected.content ?? [])
        }
    }

    /// Whether `part` stands in `whole`, in one piece.
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
        case .bytes(let bytes): kind + (bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes")
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
