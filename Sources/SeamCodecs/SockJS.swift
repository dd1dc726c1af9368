import SeamBytes

/// A frame of SockJS: `o`, `h`, `a["..."]`, `m"..."`, `c[3000,"bye"]` of the server, `["..."]` of the client.
///
/// One WebSocket message carries one frame, and one frame of an array several messages of the program.
struct SockJSStage: Stage {
    /// What a frame is.
    enum Kind: UInt8, Sendable {
        /// The session is open.
        case open
        /// The server lives.
        case heartbeat
        /// Messages.
        case array
        /// One message.
        case message
        /// The session is closed.
        case close
        /// Not one of these, or broken.
        case unknown
    }

    /// One frame.
    struct Output: Equatable, Sendable {
        var kind: Kind
        /// Messages in it.
        var count = 0
        /// The code of a close frame.
        var code: Int?
    }

    static let badFrame = Rule(
        "sockjs.bad-frame",
        "no frame of SockJS: o, h, a[...], m\"...\", c[code,\"reason\"], or an array of strings",
        source: "SockJS protocol 0.3.3, \"Protocol and framing\""
    )
    static let rules = [badFrame]

    /// Reads a frame and appends the text of its messages, one behind the other.
    mutating func take(_ message: RawSpan, at start: Int, into content: inout LayerContent) -> Output {
        var text = SockJSText(message, base: start)
        switch text.peek {
        case UInt8(ascii: "o"):
            text.skip()
            return text.isAtEnd ? Output(kind: .open) : Output(kind: .unknown)
        case UInt8(ascii: "h"):
            text.skip()
            return text.isAtEnd ? Output(kind: .heartbeat) : Output(kind: .unknown)
        case UInt8(ascii: "a"):
            text.skip()
            return array(&text, &content)
        case UInt8(ascii: "["):
            return array(&text, &content)
        case UInt8(ascii: "m"):
            text.skip()
            return single(&text, &content)
        case UInt8(ascii: "\""):
            return single(&text, &content)
        case UInt8(ascii: "c"):
            text.skip()
            return close(&text)
        default:
            return Output(kind: .unknown)
        }
    }

    private func array(_ text: inout SockJSText, _ content: inout LayerContent) -> Output {
        var strings = LayerContent()
        var count = 0
        guard text.take(UInt8(ascii: "[")) else { return Output(kind: .unknown) }
        if !text.take(UInt8(ascii: "]")) {
            repeat {
                guard text.string(into: &strings) else { return Output(kind: .unknown) }
                count += 1
            } while text.take(UInt8(ascii: ","))
            guard text.take(UInt8(ascii: "]")) else { return Output(kind: .unknown) }
        }
        guard text.isAtEnd else { return Output(kind: .unknown) }
        content = strings
        return Output(kind: .array, count: count)
    }

    private func single(_ text: inout SockJSText, _ content: inout LayerContent) -> Output {
        var string = LayerContent()
        guard text.string(into: &string), text.isAtEnd else { return Output(kind: .unknown) }
        content = string
        return Output(kind: .message, count: 1)
    }

    private func close(_ text: inout SockJSText) -> Output {
        var reason = LayerContent()
        guard text.take(UInt8(ascii: "[")), let code = text.number(), text.take(UInt8(ascii: ",")),
            text.string(into: &reason), text.take(UInt8(ascii: "]")), text.isAtEnd
        else { return Output(kind: .unknown) }
        return Output(kind: .close, code: code)
    }

    static func kind(of output: Output) -> UnitKind { output.kind == .heartbeat ? .heartbeat : .message }

    static func violation(of output: Output) -> Violation? {
        output.kind == .unknown ? Violation(badFrame.id) : nil
    }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        switch output.kind {
        case .open: details.summary("open")
        case .heartbeat: details.summary("heart-beat")
        case .array, .message:
            details.summary(output.count)
            details.summary(output.count == 1 ? " message" : " messages")
        case .close:
            details.summary("close ")
            details.summary(output.code ?? 0)
        case .unknown:
            details.summary("no SockJS frame: ")
            details.summary(bytes, limit: 40)
        }
        switch output.kind {
        case .open: details.field("frame", text: "open")
        case .heartbeat: details.field("frame", text: "heartbeat")
        case .array:
            details.field("frame", text: "array")
            details.field("messages", output.count)
        case .message: details.field("frame", text: "message")
        case .close:
            details.field("frame", text: "close")
            details.field("code", output.code ?? 0)
        case .unknown: break
        }
    }
}

extension SockJSStage {
    static let codec = CodecDescription(
        name: "sockjs",
        summary: "SockJS frames, one a message of the layer below",
        example: "websocket/sockjs",
        layout: """
            server: o | h | a["message", ...] | m"message" | c[code,"reason"]
            client: ["message", ...]
            """,
        rules: rules,
        source: "SockJS protocol 0.3.3",
        recognise: likelihood,
        isInner: true,
        carries: "auto"
    ) { _ throws(SpecError) in
        CodecFactory("sockjs", innerOnly: "stands above another codec: websocket/sockjs/stomp") {
            SockJSStage()
        }
    }

    /// Whether a half begins as one of SockJS does: the server's with `o` and another frame, the client's with strings.
    private static func likelihood(_ bytes: RawSpan, from side: Side) -> Likelihood? {
        guard side == .server else {
            let isArray = bytes.byte(at: 0) == UInt8(ascii: "[") && bytes.byte(at: 1) == UInt8(ascii: "\"")
            return isArray ? Likelihood(12, messages: 1) : nil
        }
        guard bytes.byte(at: 0) == UInt8(ascii: "o") else { return nil }
        guard let next = bytes.byte(at: 1) else { return Likelihood(14, messages: 1) }
        switch (next, bytes.byte(at: 2)) {
        case (UInt8(ascii: "a"), UInt8(ascii: "[")), (UInt8(ascii: "c"), UInt8(ascii: "[")),
            (UInt8(ascii: "m"), UInt8(ascii: "\"")):
            return Likelihood(30, messages: 2)
        case (UInt8(ascii: "h"), nil), (UInt8(ascii: "h"), UInt8(ascii: "h")),
            (UInt8(ascii: "h"), UInt8(ascii: "a")):
            return Likelihood(24, messages: 2)
        default: return nil
        }
    }
}
