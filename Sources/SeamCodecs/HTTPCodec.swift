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
        ports: [80, 8080, 8000, 3000],
        layout: """
            GET /path HTTP/1.1 CRLF       HTTP/1.1 200 OK CRLF
            Name: value CRLF ...          Name: value CRLF ...
            CRLF                          CRLF
            body                          body
            body: Content-Length bytes | chunks: size CRLF data CRLF ... 0 CRLF trailers CRLF | until the half ends
            """,
        rules: rules,
        source: "RFC 9112",
        recognise: { bytes, _ in likelihood(bytes, ofWebSocket: false) }
    ) { parameters throws(SpecError) in
        let limits = try HTTPLimits(&parameters)
        return CodecFactory("http", dialogue: { pair(limits: limits) })
    }

    /// How likely a half begins with HTTP, with an upgrade to WebSocket or without.
    ///
    /// While the head is not complete the upgrade may be still to come.
    static func likelihood(_ bytes: RawSpan, ofWebSocket: Bool) -> Likelihood? {
        guard let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes) else {
            return HTTPHead.isStart(bytes) == false ? nil : Likelihood(0)
        }
        guard HTTPHead.startLine(bytes.clamped(0..<feed)) != nil else { return nil }
        var head = HTTPHead()
        switch head.read(bytes, HTTPLimits()) {
        case .broken: return nil
        case .needMore: return Likelihood(ofWebSocket ? 16 : 32)
        case .complete: break
        }
        let isWebSocket = HTTPHeaders(bytes.clamped(0..<head.size)).upgrade == .webSocket
        return isWebSocket == ofWebSocket ? Likelihood(Likelihood.signature, messages: 1) : nil
    }
}

extension HTTPLimits {
    /// The limits that a spec gives.
    init(_ parameters: inout SpecParameters) throws(SpecError) {
        head = try parameters.size("max-head", in: 64...(16 << 20), default: head)
        headers = try parameters.integer("max-headers", in: 1...1_000_000, default: headers)
    }
}
