/// What a browser asks for: the head of a request of HTTP/1.1 (RFC 9112), of which only GET is understood.
struct HTTPRequest: Equatable {
    /// More bytes than this are no head.
    static let largestHead = 16 << 10

    let method: String
    /// The target up to its question mark.
    let path: String
    /// What stands behind it; of a name given twice the last counts.
    let query: [String: String]
    /// Names in small letters; of a name given twice the last counts.
    let fields: [String: String]

    /// Reads a head, the empty line at its end left out; nil when it is none.
    init?(_ head: some Collection<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(
            separator: "\r\n",
            omittingEmptySubsequences: false
        )
        guard let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false),
            words.count == 3,
            words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/")
        else { return nil }
        method = String(words[0])
        let parts = words[1].split(separator: "?", maxSplits: 1)
        path = String(parts[0])
        let pairs = parts.count > 1 ? parts[1].split(separator: "&") : []
        query = Dictionary(pairs.map { Self.pair($0, at: "=") }) { $1 }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard line.contains(":") else { return nil }
            let (name, value) = Self.pair(line, at: ":")
            fields[name.lowercased()] = value
        }
        self.fields = fields
    }

    /// A number of the query that is not negative.
    func number(_ name: String) -> Int? { query[name].flatMap { isDigits($0) ? Int($0) : nil } }

    private static func pair(_ text: Substring, at sign: Character) -> (String, String) {
        let parts = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return (String(text), "") }
        let value = parts[1].drop { $0 == " " || $0 == "\t" }
        return (String(parts[0]), String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed()))
    }
}

/// What a browser gets.
struct HTTPResponse {
    enum Status: String {
        case fine = "200 OK"
        case bad = "400 Bad Request"
        case forbidden = "403 Forbidden"
        case unknown = "404 Not Found"
        case notGet = "405 Method Not Allowed"
        case elsewhere = "421 Misdirected Request"
        case tooLarge = "431 Request Header Fields Too Large"
    }

    enum Content: String {
        case page = "text/html; charset=utf-8"
        case lines = "application/jsonl; charset=utf-8"
        case numbers = "application/octet-stream"
        case text = "text/plain; charset=utf-8"
    }

    var status = Status.fine
    var content = Content.text
    /// Fields besides the usual ones.
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []

    /// An answer that is a line of words.
    static func refusal(_ status: Status, _ words: String) -> HTTPResponse {
        HTTPResponse(status: status, body: Array("\(words)\n".utf8))
    }

    /// The head and the body as they are sent; the connection ends behind them.
    var bytes: [UInt8] {
        var head =
            "HTTP/1.1 \(status.rawValue)\r\nContent-Type: \(content.rawValue)\r\nContent-Length: \(body.count)\r\n"
        // What the capture holds is neither kept by the browser nor to be had for other pages.
        let usual = [
            ("Connection", "close"), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
        ]
        for (name, value) in usual + fields { head += "\(name): \(value)\r\n" }
        return Array("\(head)\r\n".utf8) + body
    }
}
