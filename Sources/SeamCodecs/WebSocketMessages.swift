import SeamBytes

/// What is known of a WebSocket message: one data frame, or several.
struct WebSocketMessage: Equatable, Sendable {
    /// Text or binary; `continuation` where the first frame is not in the capture.
    var opcode: UInt8
    /// Frames.
    var frameCount = 1
    /// Bytes of the payloads as they were on the wire.
    var wireSize = 0
    /// Whether it was compressed.
    var isCompressed: Bool
    /// What is wrong with it.
    var fault: WebSocketFault?

    func describe(size: Int, into details: inout UnitDetails) {
        let isFragment = opcode == WebSocketFrame.Opcode.continuation
        if isFragment {
            details.summary("end of a message")
        } else {
            details.summary(WebSocketFrame.Opcode.name(opcode))
            details.summary(" message")
        }
        details.summary(", ")
        details.summary(size)
        details.summary(size == 1 ? " byte" : " bytes")
        if frameCount > 1 {
            details.summary(" in ")
            details.summary(frameCount)
            details.summary(" frames")
        }
        if isCompressed {
            details.summary(", inflated from ")
            details.summary(wireSize)
        }
        if !isFragment { details.field("type", text: WebSocketFrame.Opcode.name(opcode)) }
        details.field("length", size)
        details.field("frames", frameCount)
        if isCompressed { details.field("compressed_length", wireSize) }
    }
}

/// The layer of WebSocket's messages: puts the payloads of data frames together, without masks, and inflates them.
///
///     frames      | text, to be continued | ping | continuation, final |
///     stream      |        payload        |      |       payload       |
///     messages    |                   message                          |
///
/// Its stream is what the messages hold; an empty message has an empty range in it.
final class WebSocketMessageLayer: LayerDecoder {
    /// Compressed bytes that are inflated at a time: so exact is the map from the text to the half.
    private static let step = 64
    /// What the sender leaves out behind each message (RFC 7692 §7.2.1).
    private static let tail: [UInt8] = [0, 0, 0xff, 0xff]

    private let side: Side
    private let dialogue: HTTPDialogue
    private let maximum: Int
    private var trace = LayerTrace("websocket")
    private let above: (any LayerDecoder)?
    /// The message that has begun, and where it starts in the stream.
    private var message: (state: WebSocketMessage, start: Int)?
    /// Its bytes.
    private var bytes: [UInt8] = []
    private var inflater: WebSocketInflater?

    init(_ side: Side, _ dialogue: HTTPDialogue, _ limits: WebSocketLimits, above: (any LayerDecoder)?) {
        self.side = side
        self.dialogue = dialogue
        maximum = limits.message
        self.above = above
    }

    func place(_ layer: Int) {
        trace.place(layer)
        above?.place(layer + 1)
    }

    var isAwaitingPeer: Bool { above?.isAwaitingPeer == true }
    var failure: Violation? { above?.failure }

    /// Takes a data frame with its head.
    func take(_ content: LayerContent, from below: LayerSource, into batch: inout UnitBatch) {
        let frame = content.bytes.rawSpan
        let agreement = dialogue.agreement(of: side)
        if trace.unitCount == 0, let codec = agreement?.subprotocol { above?.learn(codec) }
        guard case .head(let head) = WebSocketFrame.read(frame), let whole = content.pieces.first else {
            return
        }
        if head.opcode != WebSocketFrame.Opcode.continuation, message != nil { abandon(&batch) }
        if message == nil {
            let isCompressed = head.isCompressed && agreement.map { $0.deflate != nil } ?? true
            let new = WebSocketMessage(opcode: head.opcode, frameCount: 0, isCompressed: isCompressed)
            message = (new, trace.end)
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        }
        guard var (state, start) = message else { return }
        state.frameCount += 1
        state.wireSize += head.payloadSize
        var payload = LayerContent()
        let place = ByteRange(whole.parent.start + head.headSize, whole.parent.end)
        unpack(head.payload(of: frame), at: place, isLast: head.isFinal, &state, &payload)
        bytes.append(contentsOf: payload.bytes)
        trace.grow(payload, from: below, into: &batch)
        message = (state, start)
        start = 0
        if head.isFinal { finishMessage(&batch) }
    }

    /// Appends what a payload holds, inflated if the message is compressed.
    private func unpack(
        _ payload: [UInt8],
        at place: ByteRange,
        isLast: Bool,
        _ state: inout WebSocketMessage,
        _ content: inout LayerContent
    ) {
        guard state.fault == nil else { return }
        guard state.isCompressed else {
            guard payload.count <= maximum - bytes.count else { return state.fault = .messageTooLong }
            return content.append(payload.rawSpan, from: place, isLinear: true)
        }
        var start = 0
        while start < payload.count, state.fault == nil {
            let end = min(start + Self.step, payload.count)
            let parent = ByteRange(place.start + start, place.start + end)
            inflate(payload.rawSpan.extracting(start..<end), from: parent, &state, &content)
            start = end
        }
        guard isLast, state.fault == nil else { return }
        inflate(Self.tail.rawSpan, from: ByteRange(place.end, place.end), &state, &content)
        let deflate = dialogue.agreement(of: side)?.deflate
        let forgets = side == .client ? deflate?.clientForgets : deflate?.serverForgets
        if forgets == true { inflater?.forget() }
    }

    private func inflate(
        _ input: RawSpan,
        from parent: ByteRange,
        _ state: inout WebSocketMessage,
        _ content: inout LayerContent
    ) {
        if inflater == nil { inflater = WebSocketInflater() }
        var output: [UInt8] = []
        let room = maximum - bytes.count - content.bytes.count
        switch inflater?.inflate(input, room: room, into: &output) {
        case .fine: break
        case .tooLong:
            state.fault = .messageTooLong
            inflater?.forget()
        case .broken, nil:
            state.fault = .badDeflate
            inflater?.forget()
        }
        content.append(output.rawSpan, from: parent, isLinear: false)
    }

    private func finishMessage(_ batch: inout UnitBatch) {
        guard var (state, start) = message else { return }
        message = nil
        let isText = state.opcode == WebSocketFrame.Opcode.text
        if isText, state.fault == nil, !WebSocketText.isValid(bytes[...]) {
            state.fault = .badUTF8
        }
        let isFragment = state.opcode == WebSocketFrame.Opcode.continuation
        let range = ByteRange(start, trace.end)
        start = range.count
        let violation = state.fault.map { Violation($0.rule.id) }
        var entry: UnitDetails.Entry?
        if batch.wantsDetails { entry = describe(state, range.count, &batch) }
        let unit = Unit(isFragment ? .undecoded : .message, range, violation: violation)
        let source = trace.report(unit, entry, into: &batch)
        guard let above else { return }
        if isFragment || state.fault == .badDeflate || state.fault == .messageTooLong {
            return above.lose(range, from: source, into: &batch)
        }
        var content = LayerContent()
        let whole = bytes
        content.append(whole.rawSpan, from: range.start)
        if !content.isEmpty { above.take(content, from: source, into: &batch) }
    }

    private func describe(
        _ state: WebSocketMessage,
        _ size: Int,
        _ batch: inout UnitBatch
    ) -> UnitDetails.Entry {
        batch.entry { state.describe(size: size, into: &$0) }
    }

    /// Gives up a message that will not end.
    private func abandon(_ batch: inout UnitBatch) {
        guard let (_, start) = message else { return }
        message = nil
        let unit = Unit(.undecoded, ByteRange(start, trace.end))
        let source = trace.report(unit, nil, into: &batch)
        above?.lose(unit.range, from: source, into: &batch)
    }

    func lose(_ range: ByteRange, from below: LayerSource, into batch: inout UnitBatch) {
        abandon(&batch)
        let start = trace.end
        guard above != nil, trace.grow(missing: range, from: below) > 0 else { return }
        let unit = Unit(.gap, ByteRange(start, trace.end), missing: trace.end - start)
        let source = trace.report(unit, nil, into: &batch)
        above?.lose(unit.range, from: source, into: &batch)
    }

    func resume(into batch: inout UnitBatch) { above?.resume(into: &batch) }
    func peerEnded(into batch: inout UnitBatch) { above?.peerEnded(into: &batch) }

    func finish(_ how: StreamEnd, into batch: inout UnitBatch) {
        if let (state, start) = message {
            message = nil
            let range = ByteRange(start, trace.end)
            var entry: UnitDetails.Entry?
            if batch.wantsDetails { entry = describe(state, range.count, &batch) }
            let violation = how == .closed ? Violation(StreamRule.unfinished.id) : nil
            _ = trace.report(Unit(.leftover, range, violation: violation), entry, into: &batch)
        }
        above?.finish(how, into: &batch)
    }

    func rule(_ id: StaticString) -> Rule? {
        WebSocketRule.all.first { $0.id.description == id.description } ?? above?.rule(id)
    }
}
