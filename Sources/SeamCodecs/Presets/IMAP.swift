import SeamBytes

/// IMAP, line by line; literals are not told from lines.
enum IMAP: TextProtocol {
    /// The command behind the tag.
    static func word(_ line: RawSpan) -> Range<Int> {
        let start = min(firstSpace(line, from: 0) + 1, line.byteCount)
        return start..<firstSpace(line, from: start)
    }

    static func evidence(_ line: RawSpan, from side: Side) -> Int? {
        let command = word(line)
        if side == .server {
            let isUntagged = line.byte(at: 0) == UInt8(ascii: "*")
            if isOne(of: ["OK", "NO", "BAD", "BYE", "PREAUTH", "CAPABILITY", "FLAGS", "LIST"], line, command)
            {
                return isUntagged ? 28 : 16
            }
            return isUntagged ? 8 : nil
        }
        let verbs: [StaticString] = [
            "CAPABILITY", "LOGIN", "SELECT", "EXAMINE", "FETCH", "UID", "LOGOUT", "NOOP", "LIST", "LSUB",
            "STATUS",
            "AUTHENTICATE", "STARTTLS", "ID", "IDLE", "APPEND", "SEARCH", "STORE", "CLOSE", "NAMESPACE",
        ]
        return command.lowerBound > 1 && isOne(of: verbs, line, command) ? 28 : nil
    }

    static let codec = codec(
        "imap",
        "IMAP commands and responses, line by line",
        ports: [143],
        source: "RFC 3501 §2.2"
    )
}
