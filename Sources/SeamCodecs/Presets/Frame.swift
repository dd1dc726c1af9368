import SeamBytes

/// A message of a protocol whose header says how long it is.
public struct Frame: Equatable, Sendable {
    /// What kind of message it is, as the protocol numbers them; -1 where the header does not say.
    public var type: Int
    /// The number by which request and reply know each other, or the like; -1 where there is none.
    public var number: Int
    /// The bytes of the message, its header too; 0 where it lasts until the end.
    public var size: Int
    /// Which piece it is of what the protocol calls a message.
    public var part: Part

    /// A piece of a message that the protocol itself cuts.
    public enum Part: UInt8, Sendable {
        /// All of it.
        case whole
        /// The first of several pieces.
        case first
        /// Neither the first nor the last piece.
        case middle
        /// The last piece.
        case last
    }

    /// A message of `size` bytes.
    public init(_ type: Int = -1, number: Int = -1, size: Int, part: Part = .whole) {
        self.type = type
        self.number = number
        self.size = size
        self.part = part
    }
}

/// What the bytes at a cursor are to a `FrameFormat`.
enum FrameHead {
    /// Not enough of the header to tell.
    case needMore
    /// A message, whose first byte is the next one.
    case frame(Frame)
    /// The rest of the half, which the protocol leaves to another one (encryption) or to its end.
    case untilEnd(Frame)
    /// No message of this protocol.
    case broken(Rule, WireNumber? = nil)
}

/// A protocol whose messages say in a header how long they are, read by a `FrameDecoder`.
///
/// Such a protocol is one small type: how to read its header, what its types are called, and how likely
/// bytes are its own. State is allowed where a header is read differently after another message; it
/// changes in `passed`, which is called once a message.
protocol FrameFormat: Sendable {
    /// The format of what `side` sends.
    init(from side: Side)

    /// Reads the header at the cursor. Lengths are not checked against the limit: the decoder does.
    func head(_ input: borrowing ByteCursor) -> FrameHead

    /// Takes note of a message that was read and that starts at the cursor; by default nothing.
    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor)

    /// What messages of a type are called; empty for a type that the protocol does not have.
    static func name(of type: Int) -> StaticString

    /// What `Frame.number` is called in fields; empty where there is none.
    static var number: StaticString { get }

    /// Whether a message is one, or only keeps the line alive.
    static func kind(of frame: Frame) -> UnitKind

    /// How surely the message at the cursor is one of this format, in bits: by so many halvings rarer are
    /// such bytes in what other protocols send. Nil when it cannot be one.
    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int?

    /// The longest message in bytes when a spec does not say.
    static var longest: Int { get }

    /// The rules of the format's own, besides those in `FrameRule`.
    static var ownRules: [Rule] { get }

    /// Appends a message of the type with that content: what follows the smallest header.
    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError)
}

extension FrameFormat {
    mutating func passed(_ frame: Frame, _ input: borrowing ByteCursor) {}
    static var number: StaticString { "" }
    static func kind(of frame: Frame) -> UnitKind { .message }
    static var ownRules: [Rule] { [] }
}

/// A message for the encoder of a `FrameFormat`.
public struct FrameMessage: Equatable, Sendable {
    /// Its type, as the protocol numbers them.
    public var type: Int
    /// The number in its header, where the format has one.
    public var number: Int
    /// What follows its header.
    public var content: [UInt8]

    /// A message.
    public init(type: Int = 0, number: Int = 0, content: [UInt8]) {
        self.type = type
        self.number = number
        self.content = content
    }
}

/// The rules that all formats of this family share.
enum FrameRule {
    static let tooShort = Rule("frame.too-short", "the length is smaller than the protocol's header")
    static let tooLong = Rule("frame.too-long", "the length announces a message over the limit")
    static let all = [tooShort, tooLong]
}

/// Reads the messages of a `FrameFormat`: the header decides, content is never buffered.
struct FrameDecoder<Format: FrameFormat>: Decoder {
    typealias Output = Frame

    private var format: Format
    private let limit: Int

    /// A decoder of what `side` sends, with messages of at most `limit` bytes.
    init(from side: Side, limit: Int) {
        format = Format(from: side)
        self.limit = limit
    }

    mutating func decode(_ input: inout ByteCursor) -> Step<Frame> {
        let head = format.head(input)
        switch head {
        case .needMore:
            return .needMore
        case .broken(let rule, let number):
            return .violation(Violation(rule.id, number: number))
        case .untilEnd(let frame):
            guard input.take(1) != nil else { return .needMore }
            return .untilEnd(frame)
        case .frame(let frame):
            guard frame.size > 0 else { return .violation(Violation(FrameRule.tooShort.id)) }
            guard frame.size <= limit else {
                let number = WireNumber(UInt64(frame.size))
                return .violation(Violation(FrameRule.tooLong.id, number: number, limit: limit))
            }
            format.passed(frame, input)
            guard input.take(1) != nil else { return .needMore }
            return .region(frame, count: frame.size - 1)
        }
    }

    static func kind(of output: Frame) -> UnitKind { Format.kind(of: output) }

    static func describe(
        _ output: Frame,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        let name = Format.name(of: output.type)
        let isNamed = name.utf8CodeUnitCount > 0
        if isNamed {
            details.summary(name)
            details.summary(", ")
        } else if output.type >= 0 {
            details.summary("type ")
            details.summary(output.type)
            details.summary(", ")
        }
        if output.size > 0 {
            details.summary(output.size)
            details.summary(output.size == 1 ? " byte" : " bytes")
        } else {
            details.summary("up to the end")
        }
        switch output.part {
        case .whole: break
        case .first: details.summary(", first piece")
        case .middle: details.summary(", a piece")
        case .last: details.summary(", last piece")
        }
        if output.type >= 0 { details.field("type", output.type) }
        if isNamed { details.field("name", text: name) }
        if output.number >= 0, Format.number.utf8CodeUnitCount > 0 {
            details.field(Format.number, output.number)
        }
        if output.size > 0 { details.field("length", output.size) }
        if output.part != .whole { details.field("is_last_piece", output.part == .last) }
    }

    static var rules: [Rule] { Format.ownRules + FrameRule.all }
}

extension FrameHead {
    /// A message, or a broken rule where it is shorter than its header.
    @inline(__always)
    static func frame(_ frame: Frame, atLeast shortest: Int) -> FrameHead {
        guard frame.size >= shortest else {
            return .broken(FrameRule.tooShort, WireNumber(UInt64(max(0, frame.size))))
        }
        return .frame(frame)
    }
}

extension ByteWriter {
    /// Appends an integer of `width` bytes, the highest first; throws where it does not fit.
    mutating func announce(_ number: Int, width: Int, order: ByteOrder = .big) throws(EncodingError) {
        guard number >= 0, width >= 8 || number < 1 << (8 * width) else {
            throw EncodingError("\(number) does not fit in \(width) bytes")
        }
        write(UInt64(number), width: width, order: order)
    }
}
