import Seam

/// The codec that a real connection speaks, as the arguments name it.
struct WireCodec: Sendable {
    let factory: CodecFactory
    /// The spec, for a person.
    let spec: String

    /// The codec of `-c` for a server's port.
    ///
    /// - Throws: `usage` when none is named, or one that cannot be used.
    init(_ options: Options, port: UInt16) throws(CommandError) {
        let choices = options.decoding.codecs
        guard let spec = choices.byPort[port] ?? choices.general, spec != "auto" else {
            throw .usage(
                "needs --codec SPEC: what is spoken cannot be guessed before anybody has said anything"
            )
        }
        try self.init(spec, Project(options.decoding.project))
    }

    /// The codec of a spec, which may name one of the project's.
    init(_ spec: String, _ project: Project) throws(CommandError) {
        do throws(SpecError) {
            factory = try CodecRegistry.factory(spec, others: project.factory)
        } catch {
            throw .usage("--codec \(spec): \(error)")
        }
        self.spec = spec
    }

    /// A message in its frame; a codec whose messages are more than a type and a content takes them as they are.
    func encode(_ message: FrameMessage) throws(EncodingError) -> [UInt8] {
        guard let encode = factory.encode else { return message.content }
        var writer = ByteWriter()
        try encode(message, &writer)
        return writer.bytes
    }

    /// The bytes that a line sends; none for one that sends nothing.
    func bytes(of line: InputLine) throws(EncodingError) -> [UInt8] {
        switch line {
        case .message(let message): try encode(message)
        case .raw(let bytes): bytes
        case .order, .nothing: []
        }
    }
}
