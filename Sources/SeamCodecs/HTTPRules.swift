/// What is wrong with an HTTP message whose borders are clear all the same: it stays a message.
public enum HTTPFault: UInt8, Hashable, Sendable, CaseIterable {
    /// Both `Content-Length` and `Transfer-Encoding`: the second counts.
    case lengthAndChunked
    /// A space between a header's name and its colon.
    case spaceBeforeColon
    /// A header that goes on in the next line.
    case folded
    /// A header line without a colon, or without a name.
    case badHeader
    /// A request of HTTP/1.1 without `Host`.
    case noHost

    /// The rule that it breaks.
    var rule: Rule {
        switch self {
        case .lengthAndChunked: HTTPRule.lengthAndChunked
        case .spaceBeforeColon: HTTPRule.spaceBeforeColon
        case .folded: HTTPRule.folded
        case .badHeader: HTTPRule.badHeader
        case .noHost: HTTPRule.noHost
        }
    }
}

/// The rules of HTTP/1.1 that violations name.
enum HTTPRule {
    // A message stays one when it breaks one of these.
    static let lengthAndChunked = Rule(
        "http.length-and-chunked",
        "both Content-Length and Transfer-Encoding: receivers may disagree where the body ends",
        source: "RFC 9112 §6.3"
    )
    static let spaceBeforeColon = Rule(
        "http.space-before-colon",
        "a space stands between a header's name and its colon",
        source: "RFC 9112 §5.1"
    )
    static let folded = Rule(
        "http.folded",
        "a header goes on in the next line, which is not allowed any more",
        source: "RFC 9112 §5.2"
    )
    static let badHeader = Rule(
        "http.bad-header",
        "a header line has no name and colon",
        source: "RFC 9112 §5"
    )
    static let noHost = Rule(
        "http.no-host",
        "a request of HTTP/1.1 must have Host",
        source: "RFC 9112 §3.2"
    )

    // Bytes that break one of these are undecoded.
    static let noStartLine = Rule(
        "http.no-start-line",
        "neither a request line nor a status line of HTTP/1.x",
        source: "RFC 9112 §2.1"
    )
    static let badLength = Rule(
        "http.bad-length",
        "Content-Length is not one number",
        source: "RFC 9112 §6.3"
    )
    static let badCoding = Rule(
        "http.bad-coding",
        "the last Transfer-Encoding of a request is not chunked, so nothing tells where the body ends",
        source: "RFC 9112 §6.3"
    )
    static let badChunk = Rule(
        "http.bad-chunk",
        "a chunk has no size in hexadecimal digits, or no end of line behind its data",
        source: "RFC 9112 §7.1"
    )
    static let headTooLong = Rule("http.head-too-long", "the head does not end within the limit")
    static let tooManyHeaders = Rule("http.too-many-headers", "more headers than the limit")
    static let trailersTooLong = Rule("http.trailers-too-long", "the trailers do not end within the limit")

    static let all = [
        lengthAndChunked, spaceBeforeColon, folded, badHeader, noHost, noStartLine, badLength, badCoding,
        badChunk, headTooLong, tooManyHeaders, trailersTooLong,
    ]
}
