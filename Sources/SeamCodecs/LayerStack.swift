public import SeamBytes

/// The decoder of one half for a codec with layers above: hands on what each message carries.
///
/// The outermost decoder is driven like one without layers, except that it sees whole messages: what a
/// layer above needs must be buffered.
public final class StackDecoder<D: Decoder>: UnitDecoder {
    private var stream: StreamDecoder<WholeDecoder<D>>
    private let above: any LayerDecoder
    private var unitCount = 0

    /// Drives `decoder` from offset 0, and `above` with what its messages carry.
    public init(_ decoder: D, _ policy: StreamPolicy = StreamPolicy(), above: any LayerDecoder) {
        stream = StreamDecoder(WholeDecoder(decoder), policy)
        self.above = above
        above.place(1)
    }

    /// How the first layer finds the end of a message.
    public var framing: Framing { stream.decoder.framing }

    /// The rule that the bytes in hand break, of it or of a layer above it.
    public var failure: Violation? { stream.failure ?? above.failure }

    /// Whether the bytes in hand belong to no message of the first layer.
    public var isLost: Bool { stream.isLost }

    /// Whether this half waits for the other, in whichever layer.
    public var isAwaitingPeer: Bool { stream.isAwaitingPeer || above.isAwaitingPeer }

    /// Takes the next bytes of the half.
    public func feed(_ bytes: RawSpan, into batch: inout UnitBatch) -> Bool {
        stream.feed(bytes) { receive($0, $1, $2, &batch) }
        return isAwaitingPeer
    }

    /// Learns, before the first byte, that offset 0 need not be a border.
    public func beginMidstream() { stream.beginMidstream() }

    /// Takes note of bytes that are not in the capture.
    public func gap(_ count: Int, into batch: inout UnitBatch) {
        stream.gap(count) { receive($0, $1, $2, &batch) }
    }

    /// Goes on after the other half has said more; does nothing unless this half waited for it.
    public func resume(into batch: inout UnitBatch) {
        stream.resume { receive($0, $1, $2, &batch) }
        above.resume(into: &batch)
    }

    /// Goes on knowing that the other half will say no more.
    public func peerEnded(into batch: inout UnitBatch) {
        stream.peerEnded { receive($0, $1, $2, &batch) }
        above.peerEnded(into: &batch)
    }

    /// Ends the half.
    public func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        stream.finish(how) { receive($0, $1, $2, &batch) }
        above.finish(how, into: &batch)
    }

    /// Gives back memory of the outermost layer.
    public func rest(into batch: inout UnitBatch) { stream.rest() }

    /// The rule of that id, whichever layer it belongs to.
    public func rule(_ id: StaticString) -> Rule? {
        (D.rules + StreamRule.all).first { $0.id.description == id.description } ?? above.rule(id)
    }

    private func receive(_ unit: Unit, _ output: D.Output?, _ bytes: RawSpan, _ batch: inout UnitBatch) {
        // How receivers read what could not be placed is said of a codec that stands alone, and of layers.
        let shown = unit.kind == .undecoded ? RawSpan() : bytes
        batch.append(unit, output, shown, by: D.self)
        let source = LayerSource(unit: unitCount, map: nil)
        unitCount += 1
        D.handOn(unit, output, bytes, to: above, source, &batch)
    }
}

/// A layer that cuts the stream of what the messages below carry with a decoder of its own.
public final class StreamLayer<D: Decoder>: LayerDecoder {
    private var stream: StreamDecoder<WholeDecoder<D>>
    private var trace: LayerTrace
    private let above: (any LayerDecoder)?
    /// What was lost below since the last content: told to the decoder when more content comes.
    private var lost: (range: ByteRange, below: LayerSource)?

    /// A layer of the codec with this name.
    public init(_ codec: String, _ decoder: D, above: (any LayerDecoder)?) {
        stream = StreamDecoder(WholeDecoder(decoder))
        trace = LayerTrace(codec)
        self.above = above
    }

    /// Learns which layer it is, and tells those above it.
    public func place(_ layer: Int) {
        trace.place(layer)
        above?.place(layer + 1)
    }

    /// Whether it, or a layer above it, waits for the other half.
    public var isAwaitingPeer: Bool { stream.isAwaitingPeer || above?.isAwaitingPeer == true }

    /// The rule that the bytes in hand break, of it or of a layer above it.
    public var failure: Violation? { stream.failure ?? above?.failure }

    /// Takes what a message below carries.
    public func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
        if let (range, source) = lost {
            lost = nil
            let missing = trace.grow(missing: range, from: source)
            stream.gap(missing) { receive($0, $1, $2, &batch) }
        }
        trace.grow(content, from: below, into: &batch)
        stream.feed(content.bytes.rawSpan) { receive($0, $1, $2, &batch) }
    }

    /// Takes note that bytes below could not be decoded or are not in the capture.
    ///
    /// How many bytes of this stream they held is not known: they count as many as they are below.
    public func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch) {
        lost = (lost.map { ByteRange($0.range.start, max($0.range.end, range.end)) } ?? range, below)
    }

    /// Goes on after the other half has said more.
    public func resume(into batch: inout UnitBatch) {
        stream.resume { receive($0, $1, $2, &batch) }
        above?.resume(into: &batch)
    }

    /// Goes on knowing that the other half will say no more.
    public func peerEnded(into batch: inout UnitBatch) {
        stream.peerEnded { receive($0, $1, $2, &batch) }
        above?.peerEnded(into: &batch)
    }

    /// Ends the layer with the half.
    public func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        stream.finish(how) { receive($0, $1, $2, &batch) }
        above?.finish(how, into: &batch)
    }

    /// The rule of that id, of this layer or of one above it.
    public func rule(_ id: StaticString) -> Rule? {
        D.rules.first { $0.id.description == id.description } ?? above?.rule(id)
    }

    private func receive(_ unit: Unit, _ output: D.Output?, _ bytes: RawSpan, _ batch: inout UnitBatch) {
        let entry = batch.wantsDetails ? batch.entry(unit, output, bytes, by: D.self) : nil
        let source = trace.report(unit, entry, into: &batch)
        if D.hasReadings, batch.wantsReadings, output.map(D.mayDiffer) ?? true {
            batch.read(unit, output, bytes, layer: trace.layer, by: D.self)
        }
        if let above { D.handOn(unit, output, bytes, to: above, source, &batch) }
    }
}

extension Decoder {
    /// Hands a layer above what a unit carries, or tells it that a unit carries nothing that could be read.
    static func handOn(
        _ unit: Unit,
        _ output: Output?,
        _ bytes: RawSpan,
        to above: any LayerDecoder,
        _ source: LayerSource,
        _ batch: inout UnitBatch
    ) {
        switch unit.kind {
        case .message, .heartbeat:
            guard let output, !bytes.isEmpty else {
                return above.lose(unit.range, from: source, into: &batch)
            }
            var content = LayerContent()
            Self.content(of: output, in: bytes, at: unit.range.start, into: &content)
            if !content.isEmpty { above.take(content, from: source, into: &batch) }
        case .undecoded, .gap:
            above.lose(unit.range, from: source, into: &batch)
        case .leftover:
            break
        }
    }
}

/// Any decoder, made to wait until a message is here as a whole; then its bytes are handed out with it.
///
/// What a decoder does before it answers `.region` or `.part` is done again when more bytes come: it
/// keeps nothing but hints, and tells the other half the same again.
struct WholeDecoder<D: Decoder>: Decoder {
    typealias Output = D.Output

    private var decoder: D

    init(_ decoder: D) { self.decoder = decoder }

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        let start = decoder
        let first = input.position
        var hasBegun = false
        while true {
            var wanted = 0
            switch decoder.decode(&input) {
            case .region(let output, let count):
                if input.take(count) != nil { return .output(output) }
                wanted = count
            case .part(let count):
                hasBegun = true
                if input.take(count) != nil { continue }
                wanted = count
            case .needMore where hasBegun, .needs where hasBegun: break
            case let step: return step
            }
            decoder = start
            let (count, overflow) = (input.position - first).addingReportingOverflow(wanted)
            return wanted == 0 || overflow ? .needMore : .needs(count)
        }
    }

    mutating func resynchronise(
        _ input: inout ByteCursor,
        after violation: Violation?
    ) -> Resynchronisation { decoder.resynchronise(&input, after: violation) }

    func guess(_ bytes: RawSpan) -> FrameGuess { decoder.guess(bytes) }
    static var canGuess: Bool { D.canGuess }
    mutating func peerEnded() { decoder.peerEnded() }
    mutating func streamEnded() { decoder.streamEnded() }
    var framing: Framing { decoder.framing }
    static func kind(of output: Output) -> UnitKind { D.kind(of: output) }
    static func violation(of output: Output) -> Violation? { D.violation(of: output) }
    static func earlyEnd(of output: Output) -> Int { D.earlyEnd(of: output) }
    static var hasReadings: Bool { D.hasReadings }
    static var rules: [Rule] { D.rules }
}
