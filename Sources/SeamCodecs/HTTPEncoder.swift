public import SeamBytes

/// Writes messages of HTTP/1.1.
public struct HTTPEncoder: Encoder, Sendable {
    /// A message with its text.
    public struct Message: Equatable, Sendable {
        /// The first line, without its end: `GET / HTTP/1.1`.
        public var startLine: String
        /// Names and values; the framing of the body is not among them.
        public var headers: [(name: String, value: String)]
        /// How the body is framed.
        public var body: Body

        /// A message.
        public init(
            _ startLine: String,
            _ headers: KeyValuePairs<String, String> = [:],
            body: Body = .none
        ) {
            self.startLine = startLine
            self.headers = headers.map { ($0.key, $0.value) }
            self.body = body
        }

        /// Whether both say the same.
        public static func == (left: Self, right: Self) -> Bool {
            left.startLine == right.startLine && left.body == right.body
                && left.headers.map { [$0.name, $0.value] } == right.headers.map { [$0.name, $0.value] }
        }
    }

    /// A body with its framing.
    public enum Body: Equatable, Sendable {
        /// None, and nothing said of it.
        case none
        /// With `Content-Length`.
        case length([UInt8])
        /// In these chunks, none of them empty.
        case chunks([[UInt8]])
    }

    /// An encoder.
    public init() {}

    /// Appends the head and the body; throws when the first line is none, or a header cannot be written.
    public func encode(_ message: Message, into writer: inout ByteWriter) throws(EncodingError) {
        let line = Array(message.startLine.utf8)
        guard HTTPHead.startLine(line.rawSpan) != nil, !line.contains(0x0a), !line.contains(0x0d) else {
            throw EncodingError("'\(message.startLine)' is no start line of HTTP/1.x")
        }
        for header in message.headers { try check(header.name, header.value) }
        if case .chunks(let chunks) = message.body, chunks.contains(where: \.isEmpty) {
            throw EncodingError("a chunk without data would end the body")
        }
        writer.write(message.startLine + "\r\n")
        for header in message.headers { writer.write("\(header.name): \(header.value)\r\n") }
        switch message.body {
        case .none: writer.write("\r\n")
        case .length(let bytes):
            writer.write("Content-Length: \(bytes.count)\r\n\r\n")
            writer.write(bytes)
        case .chunks(let chunks):
            writer.write("Transfer-Encoding: chunked\r\n\r\n")
            for chunk in chunks {
                writer.write(String(chunk.count, radix: 16) + "\r\n")
                writer.write(chunk)
                writer.write("\r\n")
            }
            writer.write("0\r\n\r\n")
        }
    }

    private func check(_ name: String, _ value: String) throws(EncodingError) {
        guard !name.isEmpty, name.utf8.allSatisfy(HTTPHead.isToken) else {
            throw EncodingError("'\(name)' is no header name")
        }
        let framing = ["content-length", "transfer-encoding"]
        if framing.contains(name.lowercased()) {
            throw EncodingError("\(name) is written by the encoder")
        }
        if value.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d || $0 == 0 }) {
            throw EncodingError("\(name): a value cannot hold CR, LF or NUL")
        }
    }
}
