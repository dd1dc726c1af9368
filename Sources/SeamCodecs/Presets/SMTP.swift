import SeamBytes

/// SMTP, line by line; the lines of a mail are lines too.
enum SMTP: TextProtocol {
    static func evidence(_ line: RawSpan, from side: Side) -> Int? {
        switch side {
        case .client:
            let verb = word(line)
            if isOne(of: ["EHLO", "HELO", "LHLO"], line, verb) { return 44 }
            return isOne(of: ["MAIL", "RCPT", "DATA", "RSET", "STARTTLS", "QUIT", "NOOP"], line, verb)
                ? 24 : nil
        case .server:
            guard isReply(line) else { return nil }
            // "220 mail.example.org ESMTP Postfix": what the greeting says of itself.
            return contains(line, "SMTP") ? 44 : 16
        }
    }

    /// Whether a line holds a word in capital letters.
    static func contains(_ line: RawSpan, _ word: StaticString) -> Bool {
        guard line.byteCount >= word.utf8CodeUnitCount else { return false }
        for start in 0...min(line.byteCount - word.utf8CodeUnitCount, 256)
        where isOne(of: [word], line, start..<start + word.utf8CodeUnitCount) {
            return true
        }
        return false
    }

    static let codec = codec(
        "smtp",
        "SMTP commands, replies and mail, line by line",
        ports: [25, 587],
        source: "RFC 5321 §2.3.8"
    )
}
