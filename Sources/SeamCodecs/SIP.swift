import SeamBytes

/// SIP over TCP: messages as in mail, `Content-Length` or `l` says how long the body is.
enum SIP {
    static let codec = ContentLengthDecoder.codec(
        "sip",
        "SIP requests and responses over TCP",
        ports: [5060],
        layout: "| INVITE sip:... SIP/2.0 CR LF | headers CR LF ... | CR LF | body ... |",
        source: "RFC 3261 §18.3, §20.14",
        dialect: .init(names: ["content-length", "l"], hasFirstLine: true)
    ) { bytes, _ in FirstLine.likelihood(bytes, "SIP/2.0") }
}
