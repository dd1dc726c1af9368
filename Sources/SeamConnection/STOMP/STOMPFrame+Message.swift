internal import SeamBytes
public import SeamCodecs

extension STOMPFrame {
    /// Reads a message of the codec `stomp`; nil of a heart-beat, and of a frame whose headers are no text.
    public init?(_ message: Message, version: STOMPVersion = .v12) {
        guard message.kind == .message else { return nil }
        var decoder = STOMPDecoder(version: version)
        let bytes = message.bytes.rawSpan
        var cursor = ByteCursor(bytes)
        guard case .output(.frame(let frame)) = decoder.decode(&cursor) else { return nil }
        self.init(frame, in: bytes, at: 0)
    }

    /// The frame as bytes; throws what its version cannot say.
    public func encoded(version: STOMPVersion = .v12) throws(ConnectionError) -> [UInt8] {
        var writer = ByteWriter()
        do {
            try STOMPEncoder(version, contentLength: .always).encode(.frame(self), into: &writer)
        } catch {
            throw ConnectionError(.violation, error.description)
        }
        return writer.bytes
    }
}
