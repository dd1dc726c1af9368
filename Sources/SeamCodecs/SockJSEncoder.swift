public import SeamBytes

/// Writes frames of SockJS, to be sent as one WebSocket message each.
public struct SockJSEncoder: Encoder, Sendable {
    /// A frame.
    public enum Message: Equatable, Sendable {
        /// The session is open.
        case open
        /// The server lives.
        case heartbeat
        /// Messages of the server.
        case array([String])
        /// Messages of the client.
        case client([String])
        /// The session is closed.
        case close(code: Int, reason: String)
    }

    /// An encoder.
    public init() {}

    /// Appends a frame; throws for a close code of more than nine digits, or a negative one.
    public func encode(_ message: Message, into writer: inout ByteWriter) throws(EncodingError) {
        switch message {
        case .open: writer.write("o")
        case .heartbeat: writer.write("h")
        case .array(let strings): writer.write("a" + Self.array(strings))
        case .client(let strings): writer.write(Self.array(strings))
        case .close(let code, let reason):
            guard (0...999_999_999).contains(code) else { throw EncodingError("\(code) is no close code") }
            writer.write("c[\(code),\(Self.string(reason))]")
        }
    }

    private static func array(_ strings: [String]) -> String {
        "[" + strings.map { string($0) }.joined(separator: ",") + "]"
    }

    private static func string(_ text: String) -> String {
        var written = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": written += "\\\""
            case "\\": written += "\\\\"
            case "\n": written += "\\n"
            case "\r": written += "\\r"
            case "\t": written += "\\t"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: written.unicodeScalars.append(scalar)
            }
        }
        return written + "\""
    }
}
