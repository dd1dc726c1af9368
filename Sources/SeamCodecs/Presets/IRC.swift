import SeamBytes

/// IRC, line by line.
enum IRC: TextProtocol {
    /// The command behind the prefix.
    static func word(_ line: RawSpan) -> Range<Int> {
        guard line.byte(at: 0) == UInt8(ascii: ":") else { return 0..<firstSpace(line, from: 0) }
        let start = min(firstSpace(line, from: 0) + 1, line.byteCount)
        return start..<firstSpace(line, from: start)
    }

    static func evidence(_ line: RawSpan, from side: Side) -> Int? {
        let command = word(line)
        let hasPrefix = line.byte(at: 0) == UInt8(ascii: ":")
        let verbs: [StaticString] = [
            "NICK", "JOIN", "PRIVMSG", "NOTICE", "PART", "MODE", "CAP", "PING", "PONG", "TOPIC", "WHO",
            "WHOIS",
            "LIST", "NAMES", "KICK", "INVITE", "OPER", "USERHOST", "ISON",
        ]
        // All of these say to whom, or of what.
        if isOne(of: verbs, line, command) {
            return command.upperBound >= line.byteCount ? nil : hasPrefix ? 32 : 24
        }
        if isOne(of: ["USER", "PASS", "QUIT", "ERROR"], line, command) { return 12 }
        guard hasPrefix, command.count == 3 else { return nil }
        let isNumber = command.indices.allSatisfy { (0x30...0x39).contains(line.byte(at: $0) ?? 0) }
        return isNumber ? 32 : nil
    }

    static let codec = codec("irc", "IRC messages, line by line", ports: [6667], source: "RFC 2812 §2.3")
}
