import SeamBytes

/// Messages behind header lines of which `Content-Length` says how long the body is: JSON-RPC in editors
/// (LSP, DAP), and with a first line of their own RTSP and SIP.
struct ContentLengthDecoder: Decoder {
    /// One message.
    struct Output: Equatable, Sendable {
        /// The bytes of the headers with the empty line.
        var head: Int
        /// The bytes of the body.
        var body: Int
        /// What it is.
        var form = Form.message
    }

    /// What a message is.
    enum Form: UInt8, Sendable {
        /// Headers and a body.
        case message
        /// Bytes of a media stream between the messages of RTSP.
        case interleaved
        /// Empty lines that keep the line alive.
        case keepAlive
    }

    /// How protocols of this family differ.
    struct Dialect: Sendable {
        /// The names that say how long the body is, in small letters.
        var names: [StaticString] = ["content-length"]
        /// Whether a line stands before the headers, and a missing length means no body.
        var hasFirstLine = false
        /// Whether "$" begins bytes of a media stream (RFC 2326 §10.12).
        var isInterleaved = false
    }

    static let rules = [missing, notNumber, tooLong, headTooLong]
    static let missing = Rule(
        "content-length.missing",
        "no header says how long the body is",
        source: "LSP 3.17, \"Header Part\""
    )
    static let notNumber = Rule(
        "content-length.not-a-number",
        "the length is no decimal number",
        source: "LSP 3.17, \"Header Part\""
    )
    static let tooLong = Rule("content-length.too-long", "the length announces a body over the limit")
    static let headTooLong = Rule("content-length.head-too-long", "the headers do not end within the limit")

    /// Longer bodies are not waited for.
    private static let longestShown = 4096

    private let dialect: Dialect
    private let maximum: Int
    private var headers: HeaderBlock
    private var firstLine = 0

    init(maximum: Int = 16 << 20, head: Int = 64 << 10, dialect: Dialect = Dialect()) {
        self.dialect = dialect
        self.maximum = maximum
        headers = HeaderBlock(names: dialect.names, maximum: head)
    }

    mutating func decode(_ input: inout ByteCursor) -> Step<Output> {
        guard let first = input.peek() else { return .needMore }
        if dialect.isInterleaved, first == UInt8(ascii: "$") {
            guard let length = input.big16(2), input.take(4) != nil else { return .needMore }
            return .region(Output(head: 4, body: length, form: .interleaved), count: length)
        }
        if dialect.hasFirstLine, first == 0x0d || first == 0x0a { return keepAlive(&input) }
        if dialect.hasFirstLine, firstLine == 0 {
            guard let end = input.firstIndex(of: 0x0a) else {
                return input.available > headers.maximum
                    ? violation(Violation(Self.headTooLong.id, limit: headers.maximum)) : .needMore
            }
            firstLine = end + 1
        }
        switch headers.read(input, from: firstLine) {
        case .needMore: return .needMore
        case .notNumber: return violation(Violation(Self.notNumber.id))
        case .tooLong: return violation(Violation(Self.headTooLong.id, limit: headers.maximum))
        case .head(let head): return message(&input, head)
        }
    }

    private mutating func message(_ input: inout ByteCursor, _ head: HeaderBlock.Head) -> Step<Output> {
        guard let length = head.length ?? (dialect.hasFirstLine ? 0 : nil) else {
            return violation(Violation(Self.missing.id))
        }
        guard length <= maximum else {
            return violation(Violation(Self.tooLong.id, number: WireNumber(UInt64(length)), limit: maximum))
        }
        let output = Output(head: head.size, body: length)
        if length <= Self.longestShown {
            guard length <= input.available - head.size else { return .needMore }
            forget()
            return input.take(head.size + length) == nil ? .needMore : .output(output)
        }
        forget()
        guard input.take(head.size) != nil else { return .needMore }
        return .region(output, count: length)
    }

    private mutating func keepAlive(_ input: inout ByteCursor) -> Step<Output> {
        var count = 1
        if input.peek(0) == 0x0d {
            guard let next = input.peek(1) else { return .needMore }
            if next == 0x0a { count = 2 }
        }
        guard input.take(count) != nil else { return .needMore }
        return .output(Output(head: count, body: 0, form: .keepAlive))
    }

    private mutating func violation(_ violation: Violation) -> Step<Output> {
        forget()
        return .violation(violation)
    }

    private mutating func forget() {
        headers.forget()
        firstLine = 0
    }

    mutating func resynchronise(_ input: inout ByteCursor, after violation: Violation?) -> Resynchronisation {
        forget()
        return .stop
    }

    static func kind(of output: Output) -> UnitKind { output.form == .keepAlive ? .heartbeat : .message }

    static func content(
        of output: Output,
        in bytes: RawSpan,
        at start: Int,
        into content: inout LayerContent
    ) { content.append(last: min(output.body, bytes.byteCount), of: bytes, at: start) }

    static func describe(_ output: Output, in bytes: RawSpan, at start: Int, into details: inout UnitDetails)
    {
        switch output.form {
        case .message: break
        case .interleaved:
            details.summary("interleaved data, ")
            details.summary(output.body)
            details.summary(" bytes")
            return details.field("body", output.body)
        case .keepAlive: return details.summary("empty line")
        }
        let isShown = bytes.byteCount > 0
        if isShown {
            var end = 0
            while let byte = bytes.byte(at: end), byte != 0x0a, byte != 0x0d { end += 1 }
            let first = bytes.clamped(0..<end)
            let isHeader = matchesHeader(first)
            details.summary(isHeader ? bytes.clamped(output.head..<bytes.byteCount) : first)
            details.summary(", ")
        }
        details.summary(output.body)
        details.summary(output.body == 1 ? " byte of body" : " bytes of body")
        details.field("head", output.head)
        details.field("body", output.body)
    }

    /// Whether a first line is a header, so that the body tells more.
    private static func matchesHeader(_ line: RawSpan) -> Bool {
        let letter = line.byte(at: 0).map { $0 | 0x20 }
        return letter == UInt8(ascii: "c") && line.byte(at: 7) == UInt8(ascii: "-")
    }
}

extension ContentLengthDecoder {
    static func codec(
        _ name: StaticString,
        _ summary: String,
        ports: [UInt16] = [],
        layout: String,
        source: String,
        dialect: Dialect,
        recognise: @escaping CodecDescription.Judge
    ) -> CodecDescription {
        let write: CodecDescription.Encode = { (message, writer) throws(EncodingError) in
            if dialect.hasFirstLine { writer.write("OPTIONS * X/1.0\r\n") }
            writer.write("Content-Length: \(message.content.count)\r\n\r\n")
            writer.write(message.content)
        }
        return CodecDescription(
            name: "\(name)",
            summary: summary,
            parameters: [
                .init("max", "longest body in bytes", default: "16M"),
                .init("max-head", "longest headers in bytes", default: "64k"),
            ],
            example: "\(name):max=1M",
            ports: ports,
            layout: layout,
            rules: rules,
            source: source,
            recognise: recognise,
            encode: write
        ) { parameters throws(SpecError) in
            let maximum = try parameters.size("max", in: 0...Int(Int32.max), default: 16 << 20)
            let head = try parameters.size("max-head", in: 16...(1 << 20), default: 64 << 10)
            return CodecFactory("\(name)") {
                ContentLengthDecoder(maximum: maximum, head: head, dialect: dialect)
            }.writing(write)
        }
    }

    static let codec = codec(
        "content-length",
        "header lines with Content-Length, then a body (LSP, JSON-RPC)",
        layout: "| Content-Length: 52 CR LF | other headers CR LF | CR LF | body ... |",
        source: "Language Server Protocol 3.17, \"Base Protocol\"",
        dialect: Dialect()
    ) { bytes, _ in
        let cursor = ByteCursor(bytes)
        if cursor.holds("Content-Length:") == true { return Likelihood(44) }
        return cursor.holds("Content-Length:") == nil ? Likelihood(0) : nil
    }
}
