import SeamBytes

extension WebSocketDecoder {
    /// Pings and pongs keep the line alive.
    public static func kind(of output: Output) -> UnitKind {
        switch output {
        case .http(let message): HTTPDecoder.kind(of: message)
        case .frame(let frame):
            frame.opcode == WebSocketFrame.Opcode.ping || frame.opcode == WebSocketFrame.Opcode.pong
                ? .heartbeat : .message
        }
    }

    /// What is wrong with a unit whose borders are clear.
    public static func violation(of output: Output) -> Violation? {
        switch output {
        case .http(let message): HTTPDecoder.violation(of: message)
        case .frame(let frame): frame.fault.map { Violation($0.rule.id) }
        }
    }

    /// A data frame with its head, which the layer of the messages reads again; nothing of the upgrade.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) {
        guard case .frame(let frame) = output, !frame.isControl else { return }
        content.append(bytes, from: start)
    }

    /// Says `text frame, 12 bytes, masked` and what the head holds.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        switch output {
        case .http(let message): HTTPDecoder.describe(message, in: bytes, at: start, into: &details)
        case .frame(let frame): describe(frame, bytes, &details)
        }
    }

    private static func describe(_ frame: WebSocketFrame, _ bytes: RawSpan, _ details: inout UnitDetails) {
        let payload = frame.isControl ? frame.payload(of: bytes) : []
        let isClose = frame.opcode == WebSocketFrame.Opcode.close
        details.summary(WebSocketFrame.Opcode.name(frame.opcode))
        details.summary(" frame")
        if isClose, let code = frame.closeCode {
            details.summary(" ")
            details.summary(Int(code))
            if payload.count > 2 {
                details.summary(" ")
                details.summary(Array(payload[2...]).rawSpan)
            }
        } else {
            details.summary(", ")
            details.summary(frame.payloadSize)
            details.summary(frame.payloadSize == 1 ? " byte" : " bytes")
        }
        if !frame.isFinal { details.summary(", to be continued") }
        if frame.isCompressed { details.summary(", compressed") }
        details.field("opcode", Int(frame.opcode))
        details.field("fin", frame.isFinal)
        if frame.reserved != 0 { details.field("rsv", Int(frame.reserved)) }
        details.field("masked", frame.mask != nil)
        details.field("payload_length", frame.payloadSize)
        if isClose, let code = frame.closeCode {
            details.field("code", Int(code))
            details.field("reason", text: Array(payload.dropFirst(2)).rawSpan)
        }
    }
}
