public import SeamBytes

/// Writes STOMP frames and heart-beats; what its version cannot say it refuses.
public struct STOMPEncoder: Encoder, Sendable {
    /// When `content-length` is written, as the last header.
    public enum ContentLength: Sendable {
        /// When the body holds a NUL.
        case whenNeeded
        /// With every frame that may have a body.
        case always
    }

    /// The version whose rules hold.
    public let version: STOMPVersion
    /// When `content-length` is written.
    public let contentLength: ContentLength

    /// An encoder for one version.
    public init(_ version: STOMPVersion = .v12, contentLength: ContentLength = .whenNeeded) {
        self.version = version
        self.contentLength = contentLength
    }

    /// Appends a frame or an LF; throws when the version forbids the command, a header or the body.
    public func encode(_ message: STOMPMessage, into writer: inout ByteWriter) throws(EncodingError) {
        guard case .frame(let frame) = message else {
            if version == .v10 { throw EncodingError("STOMP 1.0 has no heart-beats") }
            writer.write(0x0a)
            return
        }
        try checkCommand(frame)
        for header in frame.headers { try check(header, of: frame.command) }
        let escapes = frame.command.isHandshake ? .v10 : version
        writer.write("\(frame.command.word)\n")
        for header in frame.headers {
            STOMPEscape.encode(header.name, escapes, into: &writer)
            writer.write(UInt8(ascii: ":"))
            STOMPEscape.encode(header.value, escapes, into: &writer)
            writer.write(0x0a)
        }
        if needsLength(frame) { writer.write("content-length:\(frame.body.count)\n") }
        writer.write(0x0a)
        writer.write(frame.body)
        writer.write(0)
    }

    private func needsLength(_ frame: STOMPFrame) -> Bool {
        switch contentLength {
        case .whenNeeded: frame.body.contains(0)
        case .always: frame.command.mayHaveBody || !frame.body.isEmpty
        }
    }

    private func checkCommand(_ frame: STOMPFrame) throws(EncodingError) {
        let command = frame.command
        let isNew = command == .nack || command == .stomp
        guard command != .unknown, !isNew || version > .v10 else {
            let which = command == .unknown ? "such command" : "command \(command.word)"
            throw EncodingError("STOMP \(version.number) has no \(which)")
        }
        guard frame.body.isEmpty || command.mayHaveBody || version == .v10 else {
            throw EncodingError("\(command.word) may not have a body: \(STOMPRule.bodyNotAllowed.text)")
        }
        var left = command.required(in: version)
        for header in frame.headers {
            let name = Array(header.name.utf8)
            if let known = STOMPHeaderName(name.rawSpan) { left.remove(STOMPHeaderSet(known)) }
        }
        if let missing = left.first { throw EncodingError("\(command.word) must have \(missing.word)") }
    }

    private func check(_ header: STOMPFrame.Header, of command: STOMPCommand) throws(EncodingError) {
        let name = header.name
        let isEscaped = version > .v10 && !command.isHandshake
        if name.isEmpty { throw EncodingError("a header must have a name") }
        if name == "content-length" { throw EncodingError("content-length is written by the encoder") }
        if (name + header.value).utf8.contains(0) { throw EncodingError("\(name): headers cannot hold NUL") }
        if isEscaped { return }
        if name.utf8.contains(UInt8(ascii: ":")) {
            throw EncodingError("\(name): without escapes a name cannot hold a colon")
        }
        if (name + header.value).utf8.contains(0x0a) {
            throw EncodingError("\(name): without escapes a header cannot hold LF")
        }
        if command.isHandshake, (name + header.value).utf8.contains(0x0d) {
            throw EncodingError("\(name): \(command.word) cannot hold CR, which may end its lines")
        }
    }
}
