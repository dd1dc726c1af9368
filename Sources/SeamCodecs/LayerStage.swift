public import SeamBytes

/// A step that every message below takes for itself: one message in, one unit out, perhaps with other bytes in it.
///
/// Base64, a check of the text, an envelope: whatever depends on the borders of the messages below.
public protocol Stage: SendableMetatype {
    /// What is known of a message: ranges and small values.
    associatedtype Output: Equatable & Sendable

    /// Judges a message, whose first byte stands at offset `start` of the layer's stream, and appends what it carries.
    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Output
    /// Whether a message is one or only keeps the line alive; by default a message.
    static func kind(of output: Output) -> UnitKind
    /// The rule that a message breaks; by default none.
    static func violation(of output: Output) -> Violation?
    /// Says what a message is.
    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    /// The rules that violations name.
    static var rules: [Rule] { get }
}

extension Stage {
    /// A message, whatever the output.
    public static func kind(of output: Output) -> UnitKind { .message }
    /// No rule.
    public static func violation(of output: Output) -> Violation? { nil }
    /// No rules.
    public static var rules: [Rule] { [] }
}

/// The layer of a stage: each message below is one unit of it.
public final class StageLayer<S: Stage>: LayerDecoder {
    private var stage: S
    private var trace: LayerTrace
    private let above: (any LayerDecoder)?

    /// A layer of the codec with this name.
    public init(_ codec: String, _ stage: S, above: (any LayerDecoder)?) {
        self.stage = stage
        trace = LayerTrace(codec)
        self.above = above
    }

    /// Learns which layer it is, and tells those above it.
    public func place(_ layer: Int) {
        trace.place(layer)
        above?.place(layer + 1)
    }

    /// The rule that the bytes in hand break, of a layer above it.
    public var failure: Violation? { above?.failure }

    /// Whether a layer above it waits for the other half.
    public var isAwaitingPeer: Bool { above?.isAwaitingPeer == true }

    /// Takes what a message below carries: one unit.
    public func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
        let start = trace.end
        trace.grow(content, from: below, into: &batch)
        let bytes = content.bytes.rawSpan
        var carried = LayerContent()
        let output = stage.take(bytes, at: start, into: &carried)
        let violation = S.violation(of: output)
        let unit = Unit(S.kind(of: output), ByteRange(start, trace.end), violation: violation)
        var entry: UnitDetails.Entry?
        if batch.wantsDetails {
            entry = batch.entry { S.describe(output, in: bytes, at: start, into: &$0) }
        }
        let source = trace.report(unit, entry, into: &batch)
        if !carried.isEmpty {
            above?.take(carried, from: source, into: &batch)
        } else if violation != nil {
            above?.lose(unit.range, from: source, into: &batch)
        }
    }

    /// Tells the layer above; a stage itself has nothing to lose between two messages.
    public func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch) {
        let start = trace.end
        guard above != nil, trace.grow(missing: range, from: below) > 0 else { return }
        let unit = Unit(.gap, ByteRange(start, trace.end), missing: trace.end - start)
        let source = trace.report(unit, nil, into: &batch)
        above?.lose(unit.range, from: source, into: &batch)
    }

    /// Lets the layer above go on.
    public func resume(into batch: inout UnitBatch) { above?.resume(into: &batch) }
    /// Lets the layer above go on.
    public func peerEnded(into batch: inout UnitBatch) { above?.peerEnded(into: &batch) }
    /// Ends the layer above.
    public func finish(_ how: StreamEnd, into batch: inout UnitBatch) { above?.finish(how, into: &batch) }

    /// The rule of that id, of this layer or of one above it.
    public func rule(_ id: StaticString) -> Rule? {
        S.rules.first { $0.id.description == id.description } ?? above?.rule(id)
    }
}

extension CodecFactory {
    /// A factory for a stage; `innerOnly` says where it stands.
    public init<S: Stage>(_ name: String, innerOnly: StaticString, stage: @escaping @Sendable () -> S) {
        self.init(name, innerOnly: innerOnly) { above in
            (
                StageLayer(name, stage(), above: above?.client),
                StageLayer(name, stage(), above: above?.server)
            )
        }
    }
}
