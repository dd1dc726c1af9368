import SeamBytes

/// How much an HTTP message may have before its body.
public struct HTTPLimits: Equatable, Sendable {
    /// Bytes of the head, and of the trailers.
    public var head = 64 << 10
    /// Header lines.
    public var headers = 256

    /// The defaults: 64 KiB and 256.
    public init() {}
}

/// The head of the message in hand: start line and headers, up to the empty line.
///
/// Its end is searched line by line as bytes arrive; what is here when some are missing is a hint. It is
/// read once all of it is here.
struct HTTPHead {
    /// What reading came to.
    enum Progress {
        case complete
        case needMore
        case broken(Violation)
    }

    /// Longest method of a request; the longest registered has 16 letters.
    private static let longestMethod = 24
    private static let version: StaticString = "HTTP/1."

    /// Bytes with the empty line; 0 while that is not here.
    private(set) var size = 0
    private(set) var lineCount = 0
    /// Where the line in hand starts, and how far it has been searched.
    private var line = 0
    private var searched = 0

    /// Whether a half starts with a message of HTTP; nil when more bytes must tell.
    ///
    /// `GET ` or `HTTP/1.`: capitals with a space behind them, or the version.
    static func isStart(_ bytes: RawSpan) -> Bool? {
        var index = 0
        while index < longestMethod, let byte = bytes.byte(at: index) {
            if byte == UInt8(ascii: " ") { return index > 2 }
            if byte == UInt8(ascii: "/") { return bytes.clamped(0..<index).isEqual(to: "HTTP") }
            guard byte &- UInt8(ascii: "A") < 26 || byte == UInt8(ascii: "-") else { return false }
            index += 1
        }
        return index < longestMethod ? nil : false
    }

    /// Searches the empty line in the bytes of the message that are here.
    mutating func read(_ bytes: RawSpan, _ limits: HTTPLimits) -> Progress {
        while size == 0 {
            guard let feed = ByteSearch.firstIndex(of: 0x0a, in: bytes, from: searched) else {
                searched = bytes.byteCount
                guard searched < limits.head else { return tooLong(limits) }
                return lineCount == 0 && !Self.mayStart(bytes) ? Self.noStart : .needMore
            }
            guard feed < limits.head else { return tooLong(limits) }
            let isEmpty = feed == line || (feed == line + 1 && bytes.byte(at: line) == 0x0d)
            if lineCount == 0, Self.startLine(bytes.clamped(line..<feed)) == nil { return Self.noStart }
            searched = feed + 1
            line = searched
            if isEmpty {
                size = searched
                return .complete
            }
            lineCount += 1
            guard lineCount <= limits.headers + 1 else {
                return .broken(Violation(HTTPRule.tooManyHeaders.id, limit: limits.headers))
            }
        }
        return .complete
    }

    private func tooLong(_ limits: HTTPLimits) -> Progress {
        .broken(Violation(HTTPRule.headTooLong.id, limit: limits.head))
    }

    private static var noStart: Progress { .broken(Violation(HTTPRule.noStartLine.id)) }

    /// Whether an unfinished first line may become a start line: a token, then a space.
    private static func mayStart(_ bytes: RawSpan) -> Bool {
        var index = 0
        while index < longestMethod, let byte = bytes.byte(at: index) {
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "/") { return index > 0 }
            guard isToken(byte) else { return false }
            index += 1
        }
        return index < longestMethod
    }

    /// A start line: of a request its method and target, of a response its status.
    struct StartLine {
        var isResponse: Bool
        var method = 0..<0
        var target = 0..<0
        var status = 0
        /// The digit behind `HTTP/1.`.
        var minor: UInt8
    }

    /// Reads a start line without its LF; nil when it is none (RFC 9112 §3, §4).
    static func startLine(_ text: RawSpan) -> StartLine? {
        let hasCR = text.byte(at: text.byteCount - 1) == 0x0d
        let line = text.clamped(0..<text.byteCount - (hasCR ? 1 : 0))
        if line.clamped(0..<7).isEqual(to: version) { return statusLine(line) }
        // The version is at the end; a target may hold anything, even spaces of a careless client.
        let tail = line.byteCount - 9
        guard tail > 1, line.clamped(tail..<tail + 8).isEqual(to: " HTTP/1."),
            let minor = line.byte(at: tail + 8), minor &- UInt8(ascii: "0") < 10,
            let space = ByteSearch.firstIndex(of: UInt8(ascii: " "), in: line), space > 0,
            space < tail, space <= longestMethod
        else { return nil }
        for index in 0..<space where !isToken(line.byte(at: index) ?? 0) { return nil }
        return StartLine(
            isResponse: false,
            method: 0..<space,
            target: space + 1..<tail,
            minor: minor - UInt8(ascii: "0")
        )
    }

    private static func statusLine(_ line: RawSpan) -> StartLine? {
        guard let minor = line.byte(at: 7), minor &- UInt8(ascii: "0") < 10,
            line.byte(at: 8) == UInt8(ascii: " ")
        else { return nil }
        var status = 0
        for index in 9..<12 {
            guard let digit = line.byte(at: index).map({ $0 &- UInt8(ascii: "0") }), digit < 10 else {
                return nil
            }
            status = status * 10 + Int(digit)
        }
        guard status >= 100, line.byteCount == 12 || line.byte(at: 12) == UInt8(ascii: " ") else {
            return nil
        }
        return StartLine(isResponse: true, status: status, minor: minor - UInt8(ascii: "0"))
    }

    /// RFC 9110 §5.6.2, "tchar".
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
        default: false
        }
    }
}
