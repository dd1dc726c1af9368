import SeamBytes

/// FTP's control connection, line by line.
enum FTP: TextProtocol {
    static func evidence(_ line: RawSpan, from side: Side) -> Int? {
        switch side {
        case .client:
            let verb = word(line)
            if isOne(
                of: ["USER", "PASV", "EPSV", "CWD", "TYPE", "RETR", "STOR", "FEAT", "SYST", "PWD"],
                line,
                verb
            ) {
                return 28
            }
            let others: [StaticString] = [
                "AUTH", "PASS", "PORT", "LIST", "NLST", "SIZE", "MDTM", "OPTS", "QUIT",
            ]
            return isOne(of: others, line, verb) ? 20 : nil
        case .server:
            guard isReply(line) else { return nil }
            return SMTP.contains(line, "FTP") && !SMTP.contains(line, "SMTP") ? 44 : 16
        }
    }

    static let codec = codec(
        "ftp",
        "FTP commands and replies, line by line",
        ports: [21],
        source: "RFC 959 §4"
    )
}
