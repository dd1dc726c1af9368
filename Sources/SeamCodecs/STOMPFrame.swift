import SeamBytes

/// A STOMP frame with its text: what `STOMPEncoder` writes and what a decoded frame can be read into.
///
/// `content-length` is not among the headers: it follows from the body.
public struct STOMPFrame: Equatable, Sendable {
    /// A name and a value, without escapes.
    public struct Header: Equatable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// A header.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The command.
    public var command: STOMPCommand
    /// The headers in order; names may be repeated, then the first counts.
    public var headers: [Header]
    /// The body.
    public var body: [UInt8]

    /// A frame.
    public init(
        _ command: STOMPCommand,
        _ headers: KeyValuePairs<String, String> = [:],
        body: [UInt8] = []
    ) {
        self.command = command
        self.headers = headers.map { Header($0.key, $0.value) }
        self.body = body
    }

    /// The first value of that name; nil where there is none.
    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Reads a decoded frame, whose bytes start at offset `start` of the stream.
    ///
    /// Nil where its headers are no text: an escape that the version does not define, or no UTF-8.
    public init?(_ frame: STOMPDecoder.Frame, in bytes: RawSpan, at start: Int) {
        command = frame.command
        headers = []
        body = [UInt8](copying: bytes.clamped(frame.body.start - start..<frame.body.end - start))
        let version = frame.command.isHandshake ? .v10 : frame.readAs ?? .v12
        var lines = STOMPHeaderLines(frame, at: start)
        while let line = lines.line(in: bytes) {
            if STOMPHeaderName(bytes.clamped(line.name)) == .contentLength { continue }
            guard let name = STOMPEscape.decode(bytes.clamped(line.name), version),
                let value = STOMPEscape.decode(bytes.clamped(line.value), version),
                let nameText = String(validating: name, as: UTF8.self),
                let valueText = String(validating: value, as: UTF8.self)
            else { return nil }
            headers.append(Header(nameText, valueText))
        }
    }
}

/// What goes over a STOMP connection.
public enum STOMPMessage: Equatable, Sendable {
    /// A frame.
    case frame(STOMPFrame)
    /// An LF between frames.
    case heartbeat
}
