public import SeamBytes

/// What a decoder answers when it is asked for the next message.
public enum Step<Output> {
    /// A message: all the bytes that the cursor took.
    case output(Output)
    /// A message whose head the cursor took and whose other `count` bytes follow and need not be buffered.
    case region(Output, count: Int)
    /// A message whose head the cursor took and that lasts until the stream ends.
    case untilEnd(Output)
    /// Part of a message: what the cursor took and `count` bytes behind it, which need not be buffered. The
    /// decoder is asked again behind them, and the message's range starts where its first part does.
    case part(count: Int)
    /// Not enough bytes to tell; the driver rewinds the cursor and asks again when there are more.
    case needMore
    /// The same, and nothing to tell before so many bytes of the message are here, or the stream has ended.
    case needs(Int)
    /// Not to be told before the other half has said more (`Dialogue`); the driver rewinds and asks again then.
    case awaitPeer
    /// The bytes break a rule of the protocol.
    case violation(Violation)
}

/// How a decoder goes on behind bytes that it could not place.
public enum Resynchronisation: Equatable, Sendable {
    /// Not at all: the rest of the half is undecoded.
    case stop
    /// The next message starts so many bytes behind the place where the cursor was given.
    case skip(Int)
    /// Not found yet: what the cursor took is surely undecoded, the rest is shown again with more bytes.
    case needMore
}

/// Cuts a stream of bytes into messages, one a call.
///
/// The laws (DESIGN section 4), of which the driver `StreamDecoder` keeps the first two and the
/// re-chunk verifier proves the last:
/// 1. An output took at least one byte; the driver stamps its range.
/// 2. Whatever is stored across `.needMore` is a hint only (how far it has searched).
/// 3. Limits are judged from the header, before the body arrives.
/// 4. The outputs depend on the bytes of the stream and its end, never on the pieces that carried them.
public protocol Decoder<Output>: SendableMetatype {
    /// What is known of a message: ranges and small values, no text.
    associatedtype Output: Equatable & Sendable

    /// Decodes the message that starts at the cursor.
    mutating func decode(_ input: inout ByteCursor) -> Step<Output>

    /// Looks for the start of the next message, behind a violation or, where that is nil, behind a gap.
    ///
    /// Behind a violation the cursor stands where the offending message starts, else behind the gap.
    /// Hints kept for the message in hand are to be forgotten. The default is `.stop`.
    mutating func resynchronise(_ input: inout ByteCursor, after violation: Violation?) -> Resynchronisation

    /// What bytes look like that may start a frame, for a search where a border is lost; by default nothing.
    ///
    /// The answer depends on these bytes alone, and more of them may only turn `.needMore` into another.
    func guess(_ bytes: RawSpan) -> FrameGuess

    /// Whether `guess` can say more than `.unlikely`; by default not.
    static var canGuess: Bool { get }

    /// Learns that the other half will say no more; asked only of a decoder that answers `.awaitPeer`.
    mutating func peerEnded()

    /// Learns that the half has ended; what has waited for more is asked for once again.
    mutating func streamEnded()

    /// Whether a message is one or only keeps the line alive; by default a message.
    static func kind(of output: Output) -> UnitKind

    /// The rule that a message breaks though its borders are clear; by default none.
    ///
    /// The message stays one, and the driver stamps its unit. Bytes whose borders are not clear are a
    /// violation that `decode` answers, and no message.
    static func violation(of output: Output) -> Violation?

    /// How many bytes into a message its terminator stands though it does not end there; by default 0, for none.
    static func earlyEnd(of output: Output) -> Int

    /// Whether receivers of the format differ in what they read; by default not.
    static var hasReadings: Bool { get }

    /// Whether receivers may read a message in different ways, so that `readings` is worth asking; by default not.
    static func mayDiffer(_ output: Output) -> Bool

    /// How the receivers read a message that do not read it as the format says; by default none.
    static func readings(of output: Output, in bytes: RawSpan, at start: Int) -> [STOMPReading]

    /// How the receivers read bytes that broke a rule and are no message; by default none.
    ///
    /// `bytes` are the first ones, of which a driver keeps some if the codec `hasReadings`.
    static func readings(ofUndecoded bytes: RawSpan, _ violation: Violation) -> [STOMPReading]

    /// Says what a message is, for people and for machines; by default nothing.
    ///
    /// `bytes` are the message's, none where they were not buffered (`.region`, `.untilEnd`); `start`
    /// is its offset, to turn ranges of the stream into ranges of `bytes`.
    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)

    /// Appends what a message carries for the layer above; by default all of its bytes.
    ///
    /// `bytes` are the message's, `start` its offset. Asked only of a codec that has a layer above.
    static func content(of output: Output, in bytes: RawSpan, at start: Int, into content: inout LayerContent)

    /// The rules that this decoder's violations name; by default none.
    static var rules: [Rule] { get }

    /// How the codec finds the end of a message; `other` unless it says so.
    var framing: Framing { get }

    /// Feeds a driver of this decoder. Not to be implemented: it is a requirement so that the loop over
    /// the messages of a piece is compiled for each decoder, and dispatch costs once a piece. Answers whether
    /// the decoder waits for the other half.
    static func feed(
        _ bytes: RawSpan,
        to stream: inout StreamDecoder<Self>,
        into batch: inout UnitBatch
    ) -> Bool

    /// Tells a driver of this decoder of something else than bytes. Not to be implemented either.
    static func tell(
        _ event: StreamEvent,
        to stream: inout StreamDecoder<Self>,
        into batch: inout UnitBatch
    )
}

/// What happens to a half besides the bytes that it brings.
public enum StreamEvent: Sendable {
    /// So many bytes are not in the capture.
    case gap(Int)
    /// The other half has said more.
    case resume
    /// The other half will say no more.
    case peerEnded
    /// The half has ended.
    case end(StreamEnd)
    /// No more is to be expected, though it may come.
    case rest
}

extension Decoder {
    /// In another way than by a length or a delimiter.
    public var framing: Framing { .other }

    /// Stops: a format without borders to search for cannot be picked up again.
    public mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation { .stop }

    /// Cannot tell: the format has no lengths.
    @inlinable
    public func guess(_ bytes: RawSpan) -> FrameGuess { .unlikely }

    /// No.
    @inlinable
    public static var canGuess: Bool { false }

    /// Does nothing: few decoders listen to the other half.
    public mutating func peerEnded() {}

    /// Does nothing: few formats have messages that only the end completes.
    public mutating func streamEnded() {}

    /// A message, whatever the output.
    @inlinable
    public static func kind(of output: Output) -> UnitKind { .message }

    /// No rule.
    @inlinable
    public static func violation(of output: Output) -> Violation? { nil }

    /// None.
    @inlinable
    public static func earlyEnd(of output: Output) -> Int { 0 }

    /// No.
    @inlinable
    public static var hasReadings: Bool { false }

    /// No.
    @inlinable
    public static func mayDiffer(_ output: Output) -> Bool { false }

    /// None.
    public static func readings(of output: Output, in bytes: RawSpan, at start: Int) -> [STOMPReading] { [] }

    /// None.
    public static func readings(ofUndecoded bytes: RawSpan, _ violation: Violation) -> [STOMPReading] { [] }

    /// Says nothing.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {}

    /// All bytes of the message.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(bytes, from: start) }

    /// No rules.
    public static var rules: [Rule] { [] }

    /// Feeds the driver and collects the units in the batch.
    @inlinable
    public static func feed(
        _ bytes: RawSpan,
        to stream: inout StreamDecoder<Self>,
        into batch: inout UnitBatch
    ) -> Bool {
        stream.show(batch.wantsDetails || hasReadings && batch.wantsReadings)
        stream.feed(bytes) { batch.append($0, $1, $2, by: Self.self) }
        return stream.isAwaitingPeer
    }

    /// Tells the driver and collects the units in the batch.
    public static func tell(
        _ event: StreamEvent,
        to stream: inout StreamDecoder<Self>,
        into batch: inout UnitBatch
    ) {
        switch event {
        case .gap(let count): stream.gap(count) { batch.append($0, $1, $2, by: Self.self) }
        case .resume: stream.resume { batch.append($0, $1, $2, by: Self.self) }
        case .peerEnded: stream.peerEnded { batch.append($0, $1, $2, by: Self.self) }
        case .rest: stream.rest()
        case .end(let how):
            stream.finish(how) { batch.append($0, $1, $2, by: Self.self) }
            stream.letGo()
        }
    }
}

/// Writes messages of one format; the other half of a decoder.
///
/// decode(encode(m)) == m for every message that it accepts, and encode(decode(b)) == b for canonical bytes.
public protocol Encoder<Message> {
    /// What is to be sent.
    associatedtype Message

    /// Appends the bytes of a message, or throws, having appended nothing, when the format cannot say it.
    func encode(_ message: Message, into writer: inout ByteWriter) throws(EncodingError)
}

/// A message that a format cannot carry.
public struct EncodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with it, in words.
    public var description: String

    /// An error with its explanation.
    public init(_ description: String) { self.description = description }
}
