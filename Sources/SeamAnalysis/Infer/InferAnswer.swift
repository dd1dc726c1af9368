public import SeamBytes

/// A framing with the evidence for it, as one half of the connections of a port gives it.
public struct InferFinding: Sendable {
    /// The hypothesis.
    public var framing: FramingRule
    /// What to paste behind `-c`.
    public var spec: String
    /// Bits saved over telling the bytes without it, its own price paid.
    public var bits: Double
    /// The bits among them of the part that made no hypotheses.
    public var judgedBits: Double
    /// How many messages it cuts.
    public var messages: Int
    /// The bytes of the longest of them.
    public var longest: Int
    /// How many bytes are in messages.
    public var bytes: Int
    /// How many bytes were looked at.
    public var bytesInAll: Int
    /// Pauses of the sender at the end of a message.
    public var hits: Int
    /// Pauses of the sender elsewhere.
    public var misses: Int
    /// Headers that could not be.
    public var broken: Int
    /// Whether all messages have the same length.
    public var isConstant: Bool
    /// Where it first breaks: the connection and the offset in its half.
    public var firstBreak: (stream: Int, offset: Int)?
    /// The first messages.
    public var examples: [Example]
    /// Specs that cut the same borders.
    public var equals: [String]

    /// A message as the framing cuts it.
    public struct Example: Sendable {
        /// The connection.
        public var stream: Int
        /// Its range in the half.
        public var range: ByteRange
        /// Its first bytes.
        public var bytes: [UInt8]
    }
}

/// What is said of one half of the connections of a port.
public struct InferVerdict: Sendable {
    /// Why no framing is given, or that one is.
    public enum Outcome: Sendable, Equatable {
        /// The first finding is the answer.
        case found
        /// No bytes, or so few messages that nothing follows.
        case tooLittle
        /// The bytes are evenly spread and nothing repeats: encrypted or compressed.
        case random
        /// The first finding explains the bytes but for those that come first, which no spec can say.
        case otherStart
        /// Lines, some of which say how long the next one is: a message is several of them.
        case severalLines
        /// Several framings explain the bytes as well as each other.
        case undecided
        /// No framing explains the bytes.
        case unexplained
    }

    /// Whose half it is.
    public var from: Side
    /// What comes out.
    public var outcome: Outcome
    /// The findings, the best first; without an answer the best are near misses.
    public var findings: [InferFinding]
    /// What stands in the header of the first finding's messages.
    public var header: [HeaderGuess]
    /// How many bytes of the half were looked at.
    public var bytes: Int
    /// Of how many connections they are.
    public var connections: Int

    /// The answer, when there is one.
    public var answer: InferFinding? { outcome == .found ? findings.first : nil }
}

/// What is said of the connections of one server port.
public struct InferAnswer: Sendable {
    /// The halves that have bytes, the client's first.
    public var halves: [InferVerdict]

    /// The spec for both halves; nil where there is none, or where the halves differ.
    public var spec: String? {
        let specs = Set(halves.compactMap { $0.answer?.spec })
        return specs.count == 1 ? specs.first : nil
    }
}
