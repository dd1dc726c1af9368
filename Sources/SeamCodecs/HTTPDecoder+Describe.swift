import SeamBytes

extension HTTPDecoder {
    /// An empty line is none; what follows a switch of protocols is not decoded.
    public static func kind(of output: Output) -> UnitKind {
        switch output.kind {
        case .emptyLine: .heartbeat
        case .tunnel: .undecoded
        case .request, .response, .interim: .message
        }
    }

    /// What is wrong with a message whose borders are clear.
    public static func violation(of output: Output) -> Violation? {
        output.fault.map { Violation($0.rule.id) }
    }

    /// The body, without the heads of its chunks.
    public static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) {
        switch output.framing {
        case .none: break
        case .length, .untilClose:
            content.append(last: bytes.byteCount - output.headSize, of: bytes, at: start)
        case .chunked:
            HTTPChunks.data(of: bytes, from: output.headSize, base: start, into: &content)
        }
    }

    /// Says `GET /a HTTP/1.1` or `HTTP/1.1 200 OK, 12 bytes in 2 chunks`, and how the body ends.
    public static func describe(
        _ output: Output,
        in bytes: RawSpan,
        at start: Int,
        into details: inout UnitDetails
    ) {
        switch output.kind {
        case .emptyLine: return details.summary("empty line")
        case .tunnel: return details.summary("another protocol, as agreed upon")
        case .request, .response, .interim: break
        }
        let line = output.startLine.array
        details.summary(line.rawSpan, limit: HTTPText.room)
        if output.startLine.isCut { details.summary("…") }
        switch output.framing {
        case .none: break
        case .length:
            details.summary(", ")
            details.summary(output.bodySize)
            details.summary(output.bodySize == 1 ? " byte" : " bytes")
        case .chunked:
            details.summary(", ")
            details.summary(output.bodySize)
            details.summary(" bytes in ")
            details.summary(output.chunkCount)
            details.summary(output.chunkCount == 1 ? " chunk" : " chunks")
        case .untilClose: details.summary(", until the connection closes")
        }
        fields(output, line, &details)
    }

    private static func fields(_ output: Output, _ line: [UInt8], _ details: inout UnitDetails) {
        if output.kind == .request {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
            if let method = words.first { details.field("method", text: Array(method).rawSpan) }
            if words.count > 1 {
                // A target that was cut has no version behind it.
                let isCut = output.startLine.isCut
                let target = isCut ? words[1] : words[1].dropLast(words[1].count >= 9 ? 9 : 0)
                details.field("target", text: Array(target).rawSpan)
            }
        } else {
            details.field("status", output.status)
        }
        details.field("head_length", output.headSize)
        details.field("headers", output.headerCount)
        switch output.framing {
        case .none: details.field("body", text: "none")
        case .length: details.field("body", text: "length")
        case .chunked:
            details.field("body", text: "chunked")
            details.field("chunks", output.chunkCount)
            if output.trailerCount > 0 { details.field("trailers", output.trailerCount) }
        case .untilClose: details.field("body", text: "until-close")
        }
        if output.framing != .untilClose { details.field("body_length", output.bodySize) }
        switch output.upgrade {
        case .none: break
        case .webSocket: details.field("upgrade", text: "websocket")
        case .other: details.field("upgrade", text: "other")
        }
    }
}
