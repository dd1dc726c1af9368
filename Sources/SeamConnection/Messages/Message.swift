public import SeamBytes
public import SeamCodecs

/// A message, or what stands between messages, as a connection received or sent it.
public struct Message: Equatable, Sendable {
    /// What it is: a message, a heart-beat, bytes that could not be decoded, or a message that the end cut off.
    public var kind: UnitKind
    /// The layer of the codec's stack that it belongs to, 0 for the outermost: lower ones only for heart-beats.
    public var layer: Int
    /// The bytes of the half that it came in, from the first to behind the last one.
    public var range: ByteRange
    /// The message as its codec frames it.
    public var bytes: [UInt8]
    /// What it carries, without its frame.
    public var content: [UInt8]
    /// Its type, where the codec numbers them.
    public var type: Int?
    /// The name of its type, where the codec has one: a command of STOMP.
    public var name: String?
    /// Where it goes to or comes from, where the codec says so: a destination of STOMP.
    public var destination: String?
    /// What a person is told of it in a line.
    public var summary: String
    /// The rule that it breaks.
    public var violation: Violation?
}
