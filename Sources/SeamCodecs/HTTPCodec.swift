import SeamBytes

extension HTTPDecoder {
    static let codec = CodecDescription(
        name: "http",
        summary: "HTTP/1.1 requests and responses",
        parameters: [
            .init("max-head", "longest head in bytes, and longest trailers (default 64k)"),
            .init("max-headers", "most header lines (default 256)"),
        ],
        example: "http:max-head=128k",
        port: 80,
        isRecognised: { isRecognised($0) && !isWebSocket($0) }
    ) { parameters throws(SpecError) in
        let limits = try HTTPLimits(&parameters)
        return CodecFactory("http", dialogue: { pair(limits: limits) })
    }

    /// Whether a half begins with a start line.
    static func isRecognised(_ bytes: RawSpan) -> Bool {
        guard let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes) else { return false }
        return HTTPHead.startLine(bytes.clamped(0..<feed)) != nil
    }

    /// Whether its first message asks for WebSocket, or agrees to it.
    static func isWebSocket(_ bytes: RawSpan) -> Bool {
        guard isRecognised(bytes) else { return false }
        var head = HTTPHead()
        guard case .complete = head.read(bytes, HTTPLimits()) else { return false }
        return HTTPHeaders(bytes.clamped(0..<head.size)).upgrade == .webSocket
    }
}

extension HTTPLimits {
    /// The limits that a spec gives.
    init(_ parameters: inout SpecParameters) throws(SpecError) {
        head = try parameters.size("max-head", in: 64...(16 << 20), default: head)
        headers = try parameters.integer("max-headers", in: 1...1_000_000, default: headers)
    }
}
