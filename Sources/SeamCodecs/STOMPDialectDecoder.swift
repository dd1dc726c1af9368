import SeamBytes

/// STOMP as one receiver reads it: what its program would have got of the same bytes.
///
/// Where the receiver reports an error it closes the connection or discards the rest, so the rest is undecoded.
struct STOMPDialectDecoder: Decoder {
    /// One unit.
    struct Output: Equatable, Sendable {
        var dialect: STOMPDialect
        /// Whether it is a byte between frames that means nothing.
        var isNoise = false
        /// Bytes of the body that the program gets.
        var bodySize = 0
        /// Headers that the program gets, and those that are dropped.
        var headers = (kept: 0, dropped: 0)

        static func == (left: Self, right: Self) -> Bool {
            left.dialect == right.dialect && left.isNoise == right.isNoise && left.bodySize == right.bodySize
                && left.headers == right.headers
        }
    }

    static var rules: [Rule] { STOMPDialectRule.all }

    let reader: STOMPDialectReader

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        switch reader.read(input.rest) {
        case .needMore: return .needMore
        case .broken(let violation): return .violation(violation)
        case .noise(let count):
            guard input.take(count) != nil else { return .needMore }
            return .output(Output(dialect: reader.dialect, isNoise: true))
        case .frame(let frame):
            guard input.take(frame.count) != nil else { return .needMore }
            return .output(Output(frame, reader.dialect))
        }
    }

    static func kind(of output: Output) -> UnitKind { output.isNoise ? .heartbeat : .message }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        guard !output.isNoise else { return details.summary(bytes.byte(at: 0) == 0 ? "NUL" : "end of line") }
        let reader = STOMPDialectReader(dialect: output.dialect, maximum: .max)
        guard case .frame(let frame) = reader.read(bytes) else { return }
        frame.describe(into: &details)
    }

    static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) {
        let reader = STOMPDialectReader(dialect: output.dialect, maximum: .max)
        guard case .frame(let frame) = reader.read(bytes) else { return }
        // StompKit joins the lines of a body: which byte stood where is not kept.
        let range = ByteRange(start, start + bytes.byteCount)
        content.append(frame.body.rawSpan, from: range, isLinear: false)
    }
}

extension STOMPDialectDecoder.Output {
    init(_ frame: STOMPReceived, _ dialect: STOMPDialect) {
        self.dialect = dialect
        bodySize = frame.body.count
        headers = (frame.headers.count, frame.dropped)
    }
}

extension STOMPReceived {
    /// Says `SEND /queue/a, 20 bytes` and what the program gets.
    func describe(into details: inout UnitDetails) {
        details.summary(word.rawSpan, limit: 32)
        if let destination = self["destination"] {
            details.summary(" ")
            details.summary(destination.rawSpan)
        }
        details.summary(", ")
        details.summary(body.count)
        details.summary(body.count == 1 ? " byte" : " bytes")
        details.field("command", text: word.rawSpan)
        if let destination = self["destination"] { details.field("destination", text: destination.rawSpan) }
        details.field("body_length", body.count)
        details.field("headers", headers.count)
        if dropped > 0 { details.field("dropped_headers", dropped) }
    }
}

/// WebsocketStompKit: every WebSocket message is one frame to it, whatever is in it.
struct STOMPKitStage: Stage {
    struct Output: Equatable, Sendable {
        var bodySize: Int
        var isEmpty: Bool
    }

    static let emptyMessage = Rule(
        "stomp.stompkit-empty-message",
        "WebsocketStompKit: a message of nothing but LF has no first line, and crashes it",
        source: "WebsocketStompKit.m"
    )
    static let rules = [emptyMessage]

    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Output {
        let frame = STOMPDialectReader.stompkitFrame(message)
        let range = ByteRange(start, start + message.byteCount)
        content.append(frame.body.rawSpan, from: range, isLinear: false)
        return Output(bodySize: frame.body.count, isEmpty: frame.word.isEmpty)
    }

    static func violation(of output: Output) -> Violation? {
        output.isEmpty ? Violation(emptyMessage.id) : nil
    }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        STOMPDialectReader.stompkitFrame(bytes).describe(into: &details)
    }
}
